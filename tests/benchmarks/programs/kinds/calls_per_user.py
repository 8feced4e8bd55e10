# task: calls as pairs of a user and minutes; users with their minutes, most first, by name where equal
# test: assert ranking([("a", 1), ("b", 5)]) == [("b", 5), ("a", 1)]
# test: assert ranking([("b", 2), ("a", 1), ("a", 1)]) == [("a", 2), ("b", 2)]
# hidden: assert ranking([]) == []
# hidden: assert ranking([("z", 3), ("y", 3), ("x", 9)]) == [("x", 9), ("y", 3), ("z", 3)]


def ranking(calls):
    minutes = {}
    for user, count in calls:
        minutes[user] = minutes.get(user, 0) + count
    return sorted(minutes.items(), key=lambda row: (-row[1], row[0]))  #! return sorted(minutes.items(), key=lambda row: row[1], reverse=True)
