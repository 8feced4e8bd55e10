# task: how often each vowel stands in a text
# test: assert vowels("banana tree") == {"a": 3, "e": 2}
class Counter:
    def __enter__(self):
        self.found = {}  #! self.found = {"a": 1}
        return self
    def __exit__(self, *error):
        return False
    def see(self, sign):
        if sign in "aeiou":  #! if sign in "aiou":
            self.found[sign] = self.found.get(sign, 0) + 1
def vowels(text):
    with Counter() as counter:
        for sign in text:
            counter.see(sign)
    return counter.found  #! return dict(list(counter.found.items())[:1])
