# task: a black and white picture written as runs: "2w3b" for each row, rows turned by a quarter to the right first
# test: assert coded(["bw", "bb"]) == ["2b", "1b1w"]
# test: assert coded(["b", "w", "w"]) == ["2w1b"]


def turned(rows):
    out = []
    for column in range(len(rows[0])):
        out.append("".join(row[column] for row in reversed(rows)))  #! out.append("".join(row[column] for row in rows))
    return out


def runs(row):
    text = ""
    count = 0
    for place, pixel in enumerate(row):
        count += 1
        if place + 1 == len(row) or row[place + 1] != pixel:
            text += f"{count}{pixel}"
            count = 0
    return text


def coded(rows):
    return [runs(row) for row in turned(rows)]
