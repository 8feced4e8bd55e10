# task: put a name on a guest list, once only; without a list, a new one is begun; invite_all makes a list of many names
# test: assert invite("ann") == ["ann"]
# test: invite("ann"); assert invite("bob") == ["bob"]
# test: assert invite("bob", ["ann"]) == ["ann", "bob"]
# hidden: assert invite("cid", ["cid"]) == ["cid"]
# hidden: a = invite("x"); b = invite("y"); assert a == ["x"] and b == ["y"]
# hidden: a = invite("x"); assert invite("y", a) is a and a == ["x", "y"]
# hidden: assert invite_all(["p", "q", "p"]) == ["p", "q"]


def invite(name, guests=None):  #! def invite(name, guests=[]):
    if guests is None:
        guests = []
    if name not in guests:
        guests.append(name)
    return guests


def invite_all(names):
    guests = []
    for name in names:
        invite(name, guests)
    return guests
