# task: how deep the brackets of a text are nested at most; -1 if they do not match
# test: assert depth("(a(b))") == 2
# test: assert depth("abc") == 0
# test: assert depth("(") == -1
# test: assert depth(")(") == -1
# hidden: assert depth("()()") == 1
# hidden: assert depth("((())") == -1
# hidden: assert depth("())(") == -1
# hidden: assert depth("(()(()))") == 3


def depth(text):
    now = deepest = 0
    for char in text:
        if char == "(":
            now += 1
            deepest = max(deepest, now)
        elif char == ")":
            now -= 1
            if now < 0:  #!
                return -1  #!
    return deepest if now == 0 else -1
