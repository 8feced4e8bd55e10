# task: settings from lines such as "user.name = Ann", without what stands before the dot
# test: assert settings(["user.name = Ann"], "user.") == {"name": "Ann"}
# test: assert settings(["user.surname = Lee"], "user.") == {"surname": "Lee"}
# test: assert settings(["user.email = a=b"], "user.") == {"email": "a=b"}
# hidden: assert settings([], "user.") == {}
# hidden: assert settings(["data.date = 1"], "data.") == {"date": "1"}
# hidden: assert settings(["user.size = 3", "user.rest = r"], "user.") == {"size": "3", "rest": "r"}


def settings(lines, start):
    found = {}
    for line in lines:
        key, value = line.split(" = ", 1)
        found[key.removeprefix(start)] = value  #! found[key.lstrip(start)] = value
    return found
