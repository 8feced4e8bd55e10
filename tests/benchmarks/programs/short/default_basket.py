# task: put an item into a basket, into a new one if none is given
# test: assert put("egg", ["tea"]) == ["tea", "egg"]
# test: assert [put("egg"), put("tea")] == [["egg"], ["tea"]]
# hidden: assert put("a") == ["a"]
# hidden: assert put("b") == ["b"]
# hidden: assert put("c", []) == ["c"]


def put(item, basket=None):  #! def put(item, basket=[]):
    if basket is None:
        basket = []
    basket.append(item)
    return basket
