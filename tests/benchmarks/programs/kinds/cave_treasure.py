# task: the name of the first cave with a treasure, looked for from the entrance into the depth; None for none
# test: assert treasure_cave({"name": "mouth", "gold": False, "caves": []}) is None
# test: assert treasure_cave({"name": "mouth", "gold": True, "caves": []}) == "mouth"
# hidden: assert treasure_cave({"name": "m", "gold": False, "caves": [{"name": "n", "gold": True, "caves": []}]}) == "n"
# hidden: assert treasure_cave({"name": "m", "gold": False, "caves": [{"name": "a", "gold": False, "caves": [{"name": "b", "gold": True, "caves": []}]}, {"name": "c", "gold": True, "caves": []}]}) == "b"
# hidden: assert treasure_cave({"name": "m", "gold": False, "caves": [{"name": "a", "gold": False, "caves": []}]}) is None


def treasure_cave(entrance):
    found = None

    def explore(cave):
        nonlocal found  #!
        if cave["gold"]:
            found = cave["name"]
            return True
        return any(explore(deeper) for deeper in cave["caves"])

    explore(entrance)
    return found
