# task: a text after commands: "+x" adds x, "-" removes the last character, "u" undoes the last command
# test: assert edited(["+a", "+b", "-", "u"]) == "ab"
# test: assert edited(["+a"]) == "a"
# test: assert edited(["+a", "u", "+b"]) == "b"


class Text:
    def __init__(self):
        self.text = ""
        self.past = []

    def keep(self):
        self.past.append(self.text)

    def add(self, what):
        self.keep()
        self.text += what

    def remove(self):
        self.keep()  #!
        self.text = self.text[:-1]

    def undo(self):
        if self.past:
            self.text = self.past.pop()


def edited(commands):
    text = Text()
    for command in commands:
        if command.startswith("+"):
            text.add(command[1:])
        elif command == "-":
            text.remove()
        else:
            text.undo()
    return text.text
