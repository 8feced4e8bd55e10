# task: animals of a shelter, each with a name, an age and notes; dogs have a size too and eat 2 portions when large, else 1
# test: assert Dog("rex", 3, "large").portions() == 2
# test: assert Dog("rex", 3, "small").label() == "rex (3)"
# test: d = Dog("bo", 1, "small"); d.note("shy"); assert d.notes == ["shy"]
# hidden: assert Animal("tom", 9).label() == "tom (9)"
# hidden: assert Dog("ida", 12, "large").label() == "ida (12)"
# hidden: a = Dog("a", 1, "small"); b = Dog("b", 2, "small"); a.note("x"); assert b.notes == []
# hidden: assert Dog("zoe", 4, "large").age == 4


class Animal:
    def __init__(self, name, age):
        self.name = name
        self.age = age
        self.notes = []

    def note(self, text):
        self.notes.append(text)

    def label(self):
        return f"{self.name} ({self.age})"


class Dog(Animal):
    def __init__(self, name, age, size):
        super().__init__(name, age)  #!
        self.size = size

    def portions(self):
        return 2 if self.size == "large" else 1
