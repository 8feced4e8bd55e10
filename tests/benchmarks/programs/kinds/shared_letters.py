# task: how many letters two words have in common in the same order
# test: assert shared("cat", "at") == 2
# test: assert shared("abc", "xyz") == 0
# test: assert shared("aaa", "aa") == 2
# hidden: assert shared("banana", "ananas") == 5
# hidden: assert shared("", "abc") == 0
# hidden: assert shared("abab", "baba") == 3


def shared(first, second):
    best = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for i, one in enumerate(first, 1):
        for j, other in enumerate(second, 1):
            if one == other:
                best[i][j] = best[i - 1][j - 1] + 1  #! best[i][j] = best[i - 1][j] + 1
            else:
                best[i][j] = max(best[i - 1][j], best[i][j - 1])
    return best[len(first)][len(second)]
