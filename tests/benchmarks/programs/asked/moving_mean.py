# task: the mean of each window of three, over many values
# test: assert means(list(range(200)))[-1] == 198
# test: assert means([1, 2, 3, 10]) == [2, 5]
def means(values):
    window, out = [], []
    for value in values:
        window.append(value)
        if len(window) > 3:
            window.pop(0)  #! window.pop()
        if len(window) == 3:
            out.append(sum(window) / 3)  #! out.append(sum(window) / 2)
    return out
