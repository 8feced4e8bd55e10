# task: labels to print: each name as often as there are copies of it, numbered from 1 within the name
# test: assert labels(["jam"], [1]) == ["jam 1/1"]
# test: assert labels(["tea", "jam"], [2, 1]) == ["tea 1/2", "tea 2/2", "jam 1/1"]
# test: assert labels(["tea", "jam"], [1, 2]) == ["tea 1/1", "jam 1/2", "jam 2/2"]
# hidden: assert labels([], []) == []
# hidden: assert labels(["a", "b", "c"], [0, 1, 3]) == ["b 1/1", "c 1/3", "c 2/3", "c 3/3"]
# hidden: assert labels(["a", "b"], [3, 2]) == ["a 1/3", "a 2/3", "a 3/3", "b 1/2", "b 2/2"]


def labels(names, copies):
    printed = []
    for i in range(len(names)):
        number = 1
        for _ in range(copies[i]):  #! for i in range(copies[i]):
            printed.append(f"{names[i]} {number}/{copies[i]}")
            number += 1
    return printed
