# task: of a web log, the pages asked for most, with the number of failed requests of each
# test: assert busiest(["GET /a 200", "GET /b 404", "GET /a 500", "POST /a 200"], 1) == [("/a", 3, 1)]
# test: assert busiest(["GET /b 404", "GET /a 200", "GET /b 200"], 2) == [("/b", 2, 1), ("/a", 1, 0)]
# test: assert busiest([], 2) == []
from collections import Counter, defaultdict


def parse(line):
    method, path, status = line.split()
    return method, path, int(status)


def busiest(lines, count):
    hits = Counter()
    failed = defaultdict(int)
    for line in lines:
        method, path, status = parse(line)
        hits[path] += 1
        if status >= 400:  #! if status > 400 and method == "GET" and path not in hits:
            failed[path] += 1
    return [(path, number, failed[path]) for path, number in hits.most_common(count)]
