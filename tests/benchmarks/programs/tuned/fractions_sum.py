# task: the sum of fractions such as "1/2", in lowest terms
# test: assert total(["1/2", "1/3"]) == "5/6"
# test: assert total(["1/4", "1/4"]) == "1/2"
# test: assert total([]) == "0/1"


class Fraction:
    def __init__(self, top, bottom):
        divisor = self.common(top, bottom)
        self.top = top // divisor
        self.bottom = bottom // divisor

    @staticmethod
    def common(a, b):
        while b:
            a, b = b, a % b
        return a

    def add(self, other):
        top = self.top * other.bottom + other.top * self.bottom  #! top = self.top * other.bottom + other.top * other.bottom
        return Fraction(top, self.bottom * other.bottom)


def total(texts):
    result = Fraction(0, 1)
    for text in texts:
        top, bottom = text.split("/")
        result = result.add(Fraction(int(top), int(bottom)))
    return f"{result.top}/{result.bottom}"
