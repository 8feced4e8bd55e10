# task: the titles that are played within some minutes: skipped ones left out, no artist twice in a row
# test: assert played([("x", "A", 3), ("y", "A", 2), ("z", "B", 4)], 8) == ["x", "z"]
# test: assert played([("x", "A", 3), ("z", "B", 4), ("w", "A", 3)], 9) == ["x", "z"]


class Player:
    def __init__(self, minutes):
        self.left = minutes
        self.last = None
        self.titles = []

    def play(self, title, artist, length):
        if artist == self.last or length > self.left:
            return
        self.left -= length
        self.last = artist  #!
        self.titles.append(title)


def played(songs, minutes):
    player = Player(minutes)
    for title, artist, length in songs:
        player.play(title, artist, length)
    return player.titles
