# task: whether every bracket is closed by its own kind in the right order
# test: assert balanced("([]{})")
# test: assert not balanced("(]")
# test: assert not balanced("((")
# test: assert balanced("")
# hidden: assert not balanced("())")
# hidden: assert not balanced("[")
# hidden: assert balanced("a(b)[c]")

PAIRS = {")": "(", "]": "[", "}": "{"}


def balanced(text):
    stack = []
    for mark in text:
        if mark in PAIRS.values():
            stack.append(mark)
        elif mark in PAIRS and (not stack or stack.pop() != PAIRS[mark]):
            return False
    return not stack  #! return True
