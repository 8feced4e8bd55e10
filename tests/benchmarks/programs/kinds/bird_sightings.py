# task: how many of each bird were seen, from notes such as "3 crane" or just "crane" for a single one, most first
# test: assert totals(["3 crane", "owl", "2 crane"]) == [("crane", 5), ("owl", 1)]
# test: assert totals(["owl"]) == [("owl", 1)]
# hidden: assert totals([]) == []
# hidden: assert totals(["wren", "wren", "2 robin", "wren"]) == [("wren", 3), ("robin", 2)]
# hidden: assert totals(["10 gull", "4 tern", "8 tern"]) == [("tern", 12), ("gull", 10)]


def read_note(note):
    count, _, bird = note.rpartition(" ")
    return bird, int(count or 1)


def totals(notes):
    seen = {}
    for note in notes:
        bird, count = read_note(note)
        seen[bird] = seen.get(bird, 0) + count  #! seen[bird] = count
    return sorted(seen.items(), key=lambda entry: -entry[1])
