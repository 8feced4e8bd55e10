# task: evaluate a postfix expression of numbers and + - *
# test: assert evaluate("3 4 +") == 7
# test: assert evaluate("9 2 - 3 *") == 21
class Machine:
    def __init__(self):
        self.stack = []
    def push(self, value):
        self.stack.append(value)  #! self.stack.insert(0, value)
    def pop(self):
        return self.stack.pop()
def evaluate(text):
    machine = Machine()
    for word in text.split():
        if word.lstrip("-").isdigit() and word != "-":
            machine.push(int(word))
        else:
            right = machine.pop()
            left = machine.pop()
            if word == "+":
                machine.push(left + right)
            elif word == "-":
                machine.push(left - right)  #! machine.push(right - left)
            else:
                machine.push(left * right)  #! machine.push(left + right)
    return machine.pop()
