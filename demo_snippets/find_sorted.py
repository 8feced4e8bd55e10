# task: the position of a word in a sorted list, or -1 when it is missing
# test: assert find(["ant", "bee", "cat", "dog", "eel"], "cat") == 2
# test: assert find(["ant", "bee", "cat", "dog", "eel"], "ant") == 0
# test: assert find(["ant", "bee", "cat", "dog", "eel"], "eel") == 4
# test: assert find(["ant"], "ant") == 0
# test: assert find([], "ant") == -1
def find(words, wanted, low=0, high=None):
    if high is None:
        high = len(words) - 1
    if low >= high:
        return -1
    middle = (low + high) // 2
    if words[middle] == wanted:
        return middle
    if words[middle] < wanted:
        return find(words, wanted, middle + 1, high)
    return find(words, wanted, low, middle - 1)


animals = ["ant", "bee", "cat", "dog", "eel", "fox", "gnu"]
missing = [animal for animal in animals if find(animals, animal) == -1]
print("not found:", missing)
