# task: the text after editor commands: "+abc" types, "-2" deletes letters, "u" undoes the last change
# test: assert edited(["+abc", "-1", "u", "+d"]) == "abcd"
# test: assert edited(["+ab", "+c", "u", "u"]) == ""
# test: assert edited(["u", "+x"]) == "x"


class Editor:
    def __init__(self):
        self.text = ""
        self.before = []

    def remember(self):
        self.before.append(self.text)

    def type(self, letters):
        self.remember()
        self.text += letters

    def delete(self, count):
        self.remember()  #!
        self.text = self.text[: len(self.text) - count]

    def undo(self):
        if self.before:
            self.text = self.before.pop()


def edited(commands):
    editor = Editor()
    for command in commands:
        if command == "u":
            editor.undo()
        elif command[0] == "+":
            editor.type(command[1:])
        else:
            editor.delete(int(command[1:]))
    return editor.text
