# task: the things still to pack, sorted: all things of some lists that are not in the bag and not optional, which end with "?"
# test: assert to_pack([{"rope", "map"}], {"map"}) == ["rope"]
# test: assert to_pack([{"map"}], {"map"}) == []
# test: assert to_pack([{"tent", "hat?"}, {"tent", "knife"}], set()) == ["knife", "tent"]
# hidden: assert to_pack([], {"map"}) == []
# hidden: assert to_pack([{"a", "b"}, {"c"}], {"b", "x"}) == ["a", "c"]
# hidden: assert to_pack([{"book?", "cup"}], {"book?"}) == ["cup"]
# hidden: assert to_pack([{"a"}, {"a"}, {"b", "a"}], {"c"}) == ["a", "b"]


def is_optional(thing):
    return thing.endswith("?")


def to_pack(lists, bag):
    needed = set()
    for things in lists:
        needed |= things
    missing = []
    for thing in needed:
        if thing not in bag and not is_optional(thing):  #! if thing in bag and not is_optional(thing):
            missing.append(thing)
    return sorted(missing)
