# task: what rows win in a lottery: by the number of right ones, with a joker that doubles
# test: assert prizes([([1, 2, 3], False), ([1, 9, 8], True), ([4, 5, 6], False)], [1, 2, 3]) == [100, 2, 0]
# test: assert prizes([([1, 2, 7], True)], [1, 2, 3]) == [20]
PRIZES = {0: 0, 1: 1, 2: 10, 3: 100}


def hits(row, drawn):
    return len(set(row) & set(drawn))  #! return len(set(row) | set(drawn)) - len(drawn)


def prize(row, joker, drawn):
    won = PRIZES[hits(row, drawn)]
    if joker:
        won *= 2
    return won


def prizes(rows, drawn):
    return [prize(row, joker, drawn) for row, joker in rows]
