# task: compare dotted version numbers: -1, 0 or 1
# test: assert compare("1.2", "1.10") == -1
# test: assert compare("2.0", "2.0") == 0
# test: assert compare("3.1", "3.0") == 1
# hidden: assert compare("1.0", "1.0.0") == 0
# hidden: assert compare("1.0.1", "1.0") == 1
# hidden: assert compare("0.9", "0.10") == -1


def parts(version):
    return [int(part) for part in version.split(".")]  #! return [part for part in version.split(".")]


def compare(a, b):
    left, right = parts(a), parts(b)
    while len(left) < len(right):
        left.append(0)
    while len(right) < len(left):
        right.append(0)
    if left == right:
        return 0
    return -1 if left < right else 1
