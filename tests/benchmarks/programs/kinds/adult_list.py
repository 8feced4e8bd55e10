# task: the names of the adults (18 or older) in lines like "ann,34"
# test: assert adults(["ann,34", "bob,12"]) == ["ann"]
# test: assert adults(["cid,18", "dora,9"]) == ["cid"]
# hidden: assert adults([]) == []
# hidden: assert adults(["old,102"]) == ["old"]
# hidden: assert adults(["x,5", "y,17", "z,100"]) == ["z"]
# hidden: assert adults(["kid,3", "mum,40"]) == ["mum"]


def read_person(line):
    name, age = line.split(",")
    return {"name": name, "age": age}


def adults(lines):
    names = []
    for line in lines:
        person = read_person(line)
        name = person["name"]
        if int(person["age"]) >= 18:  #! if person["age"] >= "18":
            names.append(name)
    return names
