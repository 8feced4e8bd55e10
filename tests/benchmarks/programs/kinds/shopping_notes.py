# task: notes that several people write, each on a list of their own unless one is given
# test: assert [note("milk"), note("bread")] == [["milk"], ["bread"]]
# test: assert note("tea", ["jam"]) == ["jam", "tea"]
# hidden: assert note("salt") == ["salt"]
# hidden: assert note("x", []) == ["x"]
def note(item, notes=None):  #! def note(item, notes=[]):
    if notes is None:
        notes = []
    notes.append(item)
    return notes
