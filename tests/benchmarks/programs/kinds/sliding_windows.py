# task: give each run of `size` neighbouring items, one after the other
# test: assert list(windows([1, 2, 3], 2)) == [[1, 2], [2, 3]]
# test: assert list(windows("ab", 3)) == []
# hidden: assert list(windows([], 1)) == []
# hidden: assert list(windows("abcd", 1)) == [["a"], ["b"], ["c"], ["d"]]
# hidden: assert list(windows(range(5), 3)) == [[0, 1, 2], [1, 2, 3], [2, 3, 4]]
# hidden: assert list(windows(iter("xyz"), 3)) == [["x", "y", "z"]]

from collections import deque


def windows(items, size):
    window = deque()
    for item in items:
        window.append(item)
        if len(window) == size:
            yield list(window)
            window.popleft()  #!
