# task: all matches, numbered from 1, of a tournament where each two players meet once, in the order of the players
# test: assert fixtures(["ann", "bob"]) == ["1: ann - bob"]
# test: assert fixtures(["ann", "bob", "cid"]) == ["1: ann - bob", "2: ann - cid", "3: bob - cid"]
# hidden: assert fixtures([]) == []
# hidden: assert fixtures(["ann"]) == []
# hidden: assert fixtures(["d", "a", "c"]) == ["1: d - a", "2: d - c", "3: a - c"]
# hidden: assert len(fixtures(list("abcdef"))) == 15


def fixtures(players):
    matches = []
    number = 1
    count = len(players)
    for i in range(count):
        for j in range(i + 1, count):  #! for j in range(i, count):
            matches.append(f"{number}: {players[i]} - {players[j]}")
            number += 1
    return matches
