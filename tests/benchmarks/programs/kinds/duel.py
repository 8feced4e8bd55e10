# task: a duel in which the first knight strikes first, then both in turn; who wins, and the health that is left to him
# test: assert duel(("Ivo", 10, 4), ("Max", 8, 3)) == ("Ivo", 7)
# test: assert duel(("A", 5, 1), ("B", 5, 5)) == ("B", 4)
# hidden: assert duel(("A", 1, 9), ("B", 9, 9)) == ("A", 1)
# hidden: assert duel(("Tom", 20, 2), ("Udo", 6, 7)) == ("Tom", 6)
# hidden: assert duel(("A", 6, 2), ("B", 7, 3)) == ("B", 3)


def duel(first, second):
    """Knights are tuples of a name, a health and the strength of a strike."""
    first_name, first_health, first_strength = first
    second_name, second_health, second_strength = second
    while True:
        second_health -= first_strength  #! second_health -= second_strength
        if second_health <= 0:
            return first_name, first_health
        first_health -= second_strength
        if first_health <= 0:
            return second_name, second_health
