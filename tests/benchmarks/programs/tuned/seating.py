# task: guests at tables of a given size, friends of a guest who is placed come next to her
# test: assert placed(["a", "b", "c", "d"], {"a": ["d"]}, 2) == [["a", "d"], ["b", "c"]]
# test: assert placed(["a"], {}, 3) == [["a"]]


def order(guests, friends):
    done = []
    for guest in guests:
        if guest not in done:
            done.append(guest)
        for friend in friends.get(guest, []):
            if friend not in done:
                done.append(friend)
    return done


def tables(names, size):
    found = []
    for name in names:
        if not found or len(found[-1]) == size:
            found.append([])  #!
        found[-1].append(name)
    return found


def placed(guests, friends, size):
    return tables(order(guests, friends), size)
