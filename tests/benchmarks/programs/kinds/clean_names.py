# task: names without spaces around them and without empty ones, in capitals
# test: assert clean(["ann"]) == ["ANN"]
# test: assert clean([" bob", "", "cid "]) == ["BOB", "CID"]
# hidden: assert clean(["  "]) == []
# hidden: assert clean([]) == []
# hidden: assert clean(["\tdee\n"]) == ["DEE"]


def clean(names):
    result = []
    for name in names:
        name = name.strip()  #! name.strip()
        if name:
            result.append(name.upper())
    return result
