# task: all whole right triangles (a, b, c) with a < b < c where no side is longer than a limit, in order
# test: assert triples(4) == []
# test: assert triples(5) == [(3, 4, 5)]
# hidden: assert triples(10) == [(3, 4, 5), (6, 8, 10)]
# hidden: assert triples(13) == [(3, 4, 5), (5, 12, 13), (6, 8, 10)]
# hidden: assert triples(14) == [(3, 4, 5), (5, 12, 13), (6, 8, 10)]
# hidden: assert triples(0) == []


def triples(limit):
    found = []
    for a in range(1, limit + 1):
        for b in range(a + 1, limit + 1):
            for c in range(b + 1, limit + 1):  #! for c in range(b + 1, limit):
                if a * a + b * b == c * c:
                    found.append((a, b, c))
    return found
