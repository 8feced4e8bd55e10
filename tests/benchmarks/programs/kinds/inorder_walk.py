# task: the numbers of a search tree in order, without recursion; a node is a tuple (left, number, right) or None
# test: assert in_order((None, 5, None)) == [5]
# test: assert in_order(((None, 1, None), 2, (None, 3, None))) == [1, 2, 3]
# hidden: assert in_order(None) == []
# hidden: assert in_order((None, 1, (None, 2, (None, 3, None)))) == [1, 2, 3]
# hidden: assert in_order((((None, 1, None), 2, None), 3, None)) == [1, 2, 3]
# hidden: assert in_order(((None, 1, (None, 2, None)), 4, ((None, 5, None), 6, None))) == [1, 2, 4, 5, 6]


def in_order(root):
    numbers = []
    stack = []
    node = root
    while stack or node:  #! while stack and node:
        while node:
            stack.append(node)
            node = node[0]
        node = stack.pop()
        numbers.append(node[1])
        node = node[2]
    return numbers
