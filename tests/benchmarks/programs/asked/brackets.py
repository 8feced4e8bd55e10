# task: whether brackets are balanced
# test: assert balanced("([]{})")
# test: assert not balanced("([)]")
# test: assert not balanced("((")
CLOSES = {")": "(", "]": "[", "}": "{"}  #! CLOSES = {")": "(", "]": "(", "}": "{"}
def balanced(text):
    waiting = []
    for sign in text:
        if sign in "([{":
            waiting.append(sign)
        elif sign in CLOSES:
            if not waiting or waiting.pop() != CLOSES[sign]:
                return False  #! return True
    return not waiting  #! return True
