# task: a text with typing and undo; undo without anything to undo does nothing
# test: e = Editor(); e.type("a"); e.type("b"); e.undo(); assert e.text == "a"
# test: e = Editor(); e.type("a"); e.undo(); e.undo(); assert e.text == ""
# hidden: e = Editor(); e.undo(); assert e.text == ""
# hidden: e = Editor(); e.type("x"); e.type("y"); e.undo(); e.type("z"); assert e.text == "xz"
# hidden: e = Editor(); e.type("x"); e.type("y"); e.undo(); e.undo(); e.undo(); e.type("k"); assert e.text == "k"


class Editor:
    def __init__(self):
        self.text = ""
        self.before = []

    def type(self, more):
        self.before.append(self.text)
        self.text += more

    def undo(self):
        if self.before:  #!
            self.text = self.before.pop()  #! self.text = self.before.pop()
