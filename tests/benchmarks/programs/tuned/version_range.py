# task: the newest version that fits a range such as ">=1.2" and "<2"
# test: assert newest(["1.1", "1.10", "1.9", "2.0"], ">=1.2", "<2") == "1.10"
# test: assert newest(["1.0"], ">=2", "<3") is None


def numbers(text):
    return tuple(int(part) for part in text.split("."))


def fits(version, rule):
    if rule.startswith(">="):
        return numbers(version) >= numbers(rule[2:])
    return numbers(version) < numbers(rule[1:])


def newest(versions, *rules):
    best = None
    for version in versions:
        if all(fits(version, rule) for rule in rules):
            if best is None or numbers(version) > numbers(best):  #! if best is None or version > best:
                best = version
    return best
