# task: the hobbies that all the people in a dictionary (name to list of hobbies) have, sorted; an empty list for nobody
# test: assert shared_by_all({"Mia": ["chess", "ski"]}) == ["chess", "ski"]
# test: assert shared_by_all({"Mia": ["chess", "ski"], "Tom": ["ski", "golf"]}) == ["ski"]
# hidden: assert shared_by_all({}) == []
# hidden: assert shared_by_all({"a": ["x"], "b": ["y"]}) == []
# hidden: assert shared_by_all({"a": ["x", "y", "z"], "b": ["z", "x"], "c": ["q", "z", "x"]}) == ["x", "z"]
# hidden: assert shared_by_all({"a": ["x", "y"], "b": ["x", "y", "z"], "c": ["y"]}) == ["y"]


def shared_by_all(people):
    common = None
    for hobbies in people.values():
        if common is None:
            common = set(hobbies)
        else:
            common &= set(hobbies)  #! common |= set(hobbies)
    if common is None:
        return []
    return sorted(common)
