# task: the working folder after some cd commands, and which folders were made
# test: assert shell(["mkdir a", "cd a", "mkdir b", "cd b", "cd ..", "mkdir c"]) == ("/a", ["/a", "/a/b", "/a/c"])
# test: assert shell(["cd nowhere"]) == ("/", [])


def joined(folder, name):
    return f"{folder.rstrip('/')}/{name}"


def parent(folder):
    return folder.rpartition("/")[0] or "/"


def shell(commands):
    at = "/"
    made = []
    for command in commands:
        name, argument = command.split()
        if name == "mkdir":
            made.append(joined(at, argument))
        elif argument == "..":
            at = parent(at)  #! at = parent(argument)
        elif joined(at, argument) in made:
            at = joined(at, argument)
    return at, made
