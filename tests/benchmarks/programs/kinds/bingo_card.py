# task: the numbers of a bingo card such as "4 17 32" that were drawn (a list of numbers), and whether the card is full
# test: assert hits("4 17 32", [17, 5]) == [17]
# test: assert hits("1 2", [9]) == []
# test: assert bingo("1 2", [2, 1])
# hidden: assert hits("", [1]) == []
# hidden: assert hits("3 30 33", [33, 3]) == [3, 33]
# hidden: assert not bingo("1 2 3", [1, 2])
# hidden: assert bingo("7", [6, 7, 8])


def hits(card, drawn):
    found = []
    for number in card.split():
        if int(number) in drawn:  #! if number in drawn:
            found.append(int(number))
    return found


def bingo(card, drawn):
    return len(hits(card, drawn)) == len(card.split())
