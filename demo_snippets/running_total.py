# task: sum the positive numbers of each row
# test: assert totals([[1, -2, 4]]) == [5]
# test: assert totals([[1, -2], [3]]) == [1, 3]
# test: assert totals([[2], [], [2, 2]]) == [2, 0, 4]
def totals(rows):
    out = []
    acc = 0
    for row in rows:
        for n in row:
            if n > 0:
                acc += n
        out.append(acc)
    return out

print(totals([[1, -2], [3]]))
