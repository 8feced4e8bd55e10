# task: people who a person may know: friends of friends, sorted, without the person and the friends they have
# test: assert hints({"ann": {"bob"}, "bob": {"ann", "cid"}, "cid": {"bob"}}, "ann") == ["cid"]
# test: assert hints({"ann": {"bob"}, "bob": {"ann"}}, "ann") == []
# hidden: assert hints({"a": {"b", "c"}, "b": {"a", "c"}, "c": {"a", "b"}}, "a") == []
# hidden: assert hints({"a": {"b", "c"}, "b": {"a", "c", "e"}, "c": {"a", "b", "d"}, "d": {"c"}, "e": {"b"}}, "a") == ["d", "e"]
# hidden: assert hints({"a": set(), "b": {"c"}, "c": {"b"}}, "a") == []


def hints(friends, person):
    known = friends[person]
    found = set()
    for friend in known:
        for other in friends[friend]:
            if other != person and other not in known:  #! if other != person and other not in friends[friend]:
                found.add(other)
    return sorted(found)
