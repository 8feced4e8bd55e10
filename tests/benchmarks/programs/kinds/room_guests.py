# task: who is in a room after a list of notes "in NAME" and "out NAME", sorted; going out unseen changes nothing
# test: assert present(["in Eva", "in Max", "out Eva"]) == ["Max"]
# test: assert present(["in Eva", "out Max"]) == ["Eva"]
# hidden: assert present([]) == []
# hidden: assert present(["out Eva", "in Eva"]) == ["Eva"]
# hidden: assert present(["in Eva", "out Eva", "out Eva"]) == []
# hidden: assert present(["in b", "in a", "in b", "out c"]) == ["a", "b"]


def present(notes):
    people = set()
    for note in notes:
        direction, name = note.split(" ", 1)
        if direction == "in":
            people.add(name)
        elif direction == "out":
            people.discard(name)  #! people.remove(name)
    return sorted(people)
