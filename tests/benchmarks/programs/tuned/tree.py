# task: a binary search tree's values in order, and its depth; an empty tree has depth 0
# test: assert in_order(build([4, 2, 6, 1, 3])) == [1, 2, 3, 4, 6]
# test: assert in_order(build([])) == []
# test: assert depth(build([1, 2, 3, 4])) == 4
# test: assert depth(build([2, 1, 3])) == 2


class Node:
    def __init__(self, value):
        self.value = value
        self.left = None
        self.right = None


def insert(root, value):
    if root is None:
        return Node(value)
    if value < root.value:
        root.left = insert(root.left, value)
    else:
        root.right = insert(root.right, value)
    return root


def build(values):
    root = None
    for value in values:
        root = insert(root, value)
    return root


def in_order(root):
    if root is None:
        return []
    return in_order(root.left) + [root.value] + in_order(root.right)


def depth(root):
    if root is None:
        return 0  #! return 1
    return 1 + max(depth(root.left), depth(root.right))
