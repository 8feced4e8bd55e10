# task: what a small stack machine prints
# test: assert run(["push 2", "dup", "mul", "print", "push 3", "swap", "sub", "print"]) == [4, -1]
# test: assert run([]) == []


class Machine:
    def __init__(self):
        self.stack = []
        self.out = []

    def two(self):
        right = self.stack.pop()
        left = self.stack.pop()
        return left, right

    def step(self, text):
        name, _, rest = text.partition(" ")
        if name == "push":
            self.stack.append(int(rest))
        elif name == "dup":
            self.stack.append(self.stack[-1])
        elif name == "swap":
            left, right = self.two()
            self.stack += [right, left]
        elif name == "mul":
            left, right = self.two()
            self.stack.append(left * right)
        elif name == "sub":
            left, right = self.two()
            self.stack.append(left - right)  #! self.stack.append(right - left)
        elif name == "print":
            self.out.append(self.stack[-1])


def run(program):
    machine = Machine()
    for text in program:
        machine.step(text)
    return machine.out
