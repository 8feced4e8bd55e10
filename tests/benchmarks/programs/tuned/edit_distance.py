# task: how many letters must be put in, taken out or replaced to make one word of another
# test: assert distance("kitten", "sitting") == 3
# test: assert distance("", "abc") == 3
# test: assert distance("flaw", "lawn") == 2


def row_after(before, letter, other):
    row = [before[0] + 1]
    for j, wanted in enumerate(other, 1):
        same = 0 if letter == wanted else 1
        row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + same))  #! row.append(min(before[j] + 1, row[j - 1] + 1, before[j] + same))
    return row


def distance(word, other):
    row = list(range(len(other) + 1))
    for letter in word:
        row = row_after(row, letter, other)
    return row[-1]
