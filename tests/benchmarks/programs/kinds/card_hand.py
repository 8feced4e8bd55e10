# task: the value of a hand of cards such as "K" or "7": faces are worth 10, "A" 11, others their number
# test: assert hand_value(["7", "2"]) == 9
# test: assert hand_value(["9", "K"]) == 19
# hidden: assert hand_value([]) == 0
# hidden: assert hand_value(["A", "10"]) == 21
# hidden: assert hand_value(["J", "Q", "3"]) == 23
# hidden: assert hand_value(["A", "A", "2"]) == 24


class Card:
    def __init__(self, label):
        self.label = label

    def is_face(self):
        return self.label in ("J", "Q", "K")

    def is_ace(self):
        return self.label == "A"

    def value(self):
        if self.is_ace():  #! if self.is_ace:
            return 11
        if self.is_face():
            return 10
        return int(self.label)


def hand_value(labels):
    return sum(Card(label).value() for label in labels)
