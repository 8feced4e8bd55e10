# task: the registers of a little machine after a program; jnz jumps by an offset when a register is not zero
# test: assert run(["mov a 3", "inc b", "dec a", "jnz a -2"]) == {"a": 0, "b": 3}
# test: assert run(["mov a 5", "mov b a", "dec b"]) == {"a": 5, "b": 4}


def value_of(registers, text):
    if text.lstrip("-").isdigit():
        return int(text)
    return registers.get(text, 0)


def run(program):
    registers = {}
    at = 0
    while at < len(program):
        name, *arguments = program[at].split()
        if name == "mov":
            target, source = arguments
            registers[target] = value_of(registers, source)
        elif name == "inc":
            registers[arguments[0]] = registers.get(arguments[0], 0) + 1
        elif name == "dec":
            registers[arguments[0]] = registers.get(arguments[0], 0) - 1
        elif name == "jnz":
            test, offset = arguments
            if value_of(registers, test) != 0:
                at += int(offset)
                continue  #!
        at += 1
    return registers
