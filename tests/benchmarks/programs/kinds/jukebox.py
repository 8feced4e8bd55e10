# task: a jukebox that takes money and plays a song for 50 as long as there is enough left
# test: j = Jukebox(); j.insert(50); assert j.play("Yesterday") == "Yesterday"
# test: j = Jukebox(); assert j.play("Help") is None
# test: j = Jukebox(); j.insert(70); j.play("Help"); assert j.credit == 20
# hidden: j = Jukebox(); j.insert(50); j.play("A"); assert j.play("B") is None
# hidden: j = Jukebox(); j.insert(100); j.play("A"); assert j.play("B") == "B"
# hidden: j = Jukebox(); j.insert(100); j.play("A"); j.play("B"); j.play("C"); assert j.played == ["A", "B"]
# hidden: j = Jukebox(); j.insert(20); j.play("A"); assert j.credit == 20
class Jukebox:
    PRICE = 50

    def __init__(self):
        self.credit = 0
        self.played = []

    def insert(self, coins):
        self.credit += coins

    def play(self, song):
        if self.credit < self.PRICE:
            return None
        self.credit -= self.PRICE  #!
        self.played.append(song)
        return song
