# task: who is in which team
# test: assert teams(["red"], [("red", "Ann")]) == {"red": ["Ann"]}
# test: assert teams(["red", "blue"], [("red", "Ann"), ("blue", "Bob")]) == {"red": ["Ann"], "blue": ["Bob"]}
# hidden: assert teams(["red", "blue"], [("blue", "Cid")]) == {"red": [], "blue": ["Cid"]}
# hidden: assert teams([], []) == {}


def teams(names, people):
    members = {name: [] for name in names}  #! members = dict.fromkeys(names, [])
    for name, person in people:
        members[name].append(person)
    return members
