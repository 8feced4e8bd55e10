# task: a binary search tree: insert, in order, depth
# test: assert in_order(build([5, 2, 8, 1])) == [1, 2, 5, 8]
# test: assert depth(build([5, 2, 8, 1])) == 3
class Node:
    def __init__(self, value):
        self.value, self.left, self.right = value, None, None
def insert(node, value):
    if node is None:
        return Node(value)
    if value < node.value:
        node.left = insert(node.left, value)  #! node.left = insert(node.right, value)
    else:
        node.right = insert(node.right, value)
    return node
def build(values):
    root = None
    for value in values:
        root = insert(root, value)
    return root
def in_order(node):
    if node is None:
        return []
    return in_order(node.left) + [node.value] + in_order(node.right)  #! return [node.value] + in_order(node.left) + in_order(node.right)
def depth(node):
    if node is None:
        return 0
    return 1 + max(depth(node.left), depth(node.right))  #! return 1 + min(depth(node.left), depth(node.right))
