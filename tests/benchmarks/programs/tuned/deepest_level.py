# task: how deep lists are nested, and the sum of what stands at the deepest level
# test: assert deepest([1, [2, [3, 4]], [5]]) == (3, 7)
# test: assert deepest([]) == (1, 0)


def walk(items, depth, sums):
    sums.setdefault(depth, 0)
    for item in items:
        if isinstance(item, list):
            walk(item, depth + 1, sums)
        else:
            sums[depth] += item  #! sums[len(sums)] += item
    return sums


def deepest(items):
    sums = walk(items, 1, {})
    level = max(sums)
    return level, sums[level]
