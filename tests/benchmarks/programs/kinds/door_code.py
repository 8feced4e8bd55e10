# task: a door that opens for its code, a number, as it is typed in; after three wrong codes in a row it stays locked
# test: assert Door(4711).enter("1234") is False
# test: assert Door(4711).enter("4711") is True
# hidden: d = Door(7); assert [d.enter(c) for c in ["1", "2", "7"]] == [False, False, True]
# hidden: d = Door(7); assert [d.enter(c) for c in ["1", "2", "3", "7"]] == [False, False, False, False]
# hidden: d = Door(99); assert [d.enter(c) for c in ["1", "99", "2", "3", "99"]] == [False, True, False, False, True]


class Door:
    def __init__(self, code):
        self.code = str(code)  #! self.code = code
        self.wrong = 0

    def enter(self, typed):
        if self.wrong == 3:
            return False
        if typed == self.code:
            self.wrong = 0
            return True
        self.wrong += 1
        return False
