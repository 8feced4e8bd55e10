# task: the notes of a scale from a root, by steps of half tones; the names go round
# test: assert scale("G", [2, 2, 1, 2, 2, 2]) == ["G", "A", "B", "C", "D", "E", "F#"]
# test: assert scale("C", [4, 3]) == ["C", "E", "G"]
NOTES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]


def scale(root, steps):
    place = NOTES.index(root)
    notes = [root]
    for step in steps:
        place += step
        notes.append(NOTES[place % len(NOTES)])  #! notes.append(NOTES[place])
    return notes
