# task: the tags that all photos have, sorted; photos are pairs of a file name and a set of tags
# test: assert common_tags([("a.jpg", {"sea", "sun"}), ("b.jpg", {"sun"})]) == ["sun"]
# test: assert common_tags([]) == []
# hidden: assert common_tags([("a.jpg", {"cat"}), ("b.jpg", {"dog"})]) == []
# hidden: assert common_tags([("a.jpg", {"y", "x"})]) == ["x", "y"]
# hidden: assert common_tags([("a", {1, 2, 3}), ("b", {2, 3, 4}), ("c", {3, 2})]) == [2, 3]
# hidden: p = [("a", {1, 2}), ("b", {2})]; common_tags(p); assert p == [("a", {1, 2}), ("b", {2})]


def common_tags(photos):
    if not photos:
        return []
    common = set(photos[0][1])  #! common = set()
    for _, tags in photos[1:]:
        common &= tags
        if not common:
            break
    return sorted(common)
