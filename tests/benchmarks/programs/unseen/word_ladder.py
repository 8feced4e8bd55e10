# task: the fewest changes of one letter from a word to another over words of a list; None where there is no way
# test: assert ladder("cat", "dog", ["cot", "cog", "dog"]) == 3
# test: assert ladder("cat", "cat", []) == 0
# test: assert ladder("cat", "dog", ["cot", "hot", "dog"]) is None
# hidden: assert ladder("hit", "cog", ["hot", "dot", "dog", "lot", "log", "cog"]) == 4
# hidden: assert ladder("aa", "bb", ["ab"]) is None
# hidden: assert ladder("aa", "ab", ["ab", "bb"]) == 1
# hidden: assert ladder("one", "two", []) is None
from collections import deque


def differ_by_one(first, second):
    return len(first) == len(second) and sum(a != b for a, b in zip(first, second)) == 1


def ladder(start, goal, words):
    seen = {start}
    queue = deque([(start, 0)])
    while queue:
        word, steps = queue.popleft()
        if word == goal:
            return steps
        for other in words:
            if other not in seen and differ_by_one(word, other):
                seen.add(other)  #!
                queue.append((other, steps + 1))
    return None
