# task: the length of each user's longest visit; a pause of more than 30 ends a visit
# test: assert longest([("u", 0), ("u", 20), ("u", 100), ("u", 110)]) == {"u": 20}
# test: assert longest([("u", 0), ("v", 5), ("u", 25), ("u", 50), ("v", 6)]) == {"u": 50, "v": 1}

PAUSE = 30


class Visit:
    def __init__(self, begin):
        self.begin = begin
        self.end = begin

    def length(self):
        return self.end - self.begin


def visits(events):
    by_user = {}
    for user, at in events:
        rows = by_user.setdefault(user, [])
        if not rows or at - rows[-1].end > PAUSE:  #! if not rows or at - rows[-1].begin > PAUSE:
            rows.append(Visit(at))
        rows[-1].end = at
    return by_user


def longest(events):
    out = {}
    for user, rows in visits(events).items():
        out[user] = max(visit.length() for visit in rows)
    return out
