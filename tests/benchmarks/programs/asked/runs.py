# task: the lengths of runs of equal neighbours
# test: assert run_lengths("aabccc") == [2, 1, 3]
# test: assert run_lengths("") == []
def run_lengths(items):
    out = []
    last, count = None, 0
    for item in items:
        if item == last:
            count += 1
        else:
            if count:
                out.append(count)
            last, count = item, 1  #! last, count = item, 0
    if count:
        out.append(count)  #! out.append(last)
    return out
