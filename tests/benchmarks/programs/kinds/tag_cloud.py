# task: how often each tag is used in notes whose tags are parted by commas, whatever the capitals and spaces
# test: assert tags(["red, blue"]) == {"red": 1, "blue": 1}
# test: assert tags(["Red,blue", "red"]) == {"red": 2, "blue": 1}
# hidden: assert tags([]) == {}
# hidden: assert tags(["  TEA ,tea,Tea  "]) == {"tea": 3}
# hidden: assert tags(["a,,b", ""]) == {"a": 1, "b": 1}
# hidden: assert tags(["New York, new york"]) == {"new york": 2}


def tags(notes):
    counts = {}
    for note in notes:
        for part in note.split(","):
            tag = part.strip().lower()  #! tag = part.strip()
            if tag:
                counts[tag] = counts.get(tag, 0) + 1
    return counts
