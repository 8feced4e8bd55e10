# task: numbers in a search tree, in order, and how deep it is
# test: assert sort([4, 2, 6, 1, 7]) == ([1, 2, 4, 6, 7], 3)
# test: assert sort([]) == ([], 0)


class Node:
    def __init__(self, value):
        self.value = value
        self.left = None
        self.right = None

    def insert(self, value):
        if value < self.value:
            if self.left is None:
                self.left = Node(value)
            else:
                self.left.insert(value)
        elif value > self.value:
            if self.right is None:
                self.right = Node(value)
            else:
                self.right.insert(value)  #! self.left.insert(value)

    def walk(self):
        if self.left is not None:
            yield from self.left.walk()
        yield self.value
        if self.right is not None:
            yield from self.right.walk()


def depth(node):
    return 0 if node is None else 1 + max(depth(node.left), depth(node.right))


def sort(values):
    root = None
    for value in values:
        if root is None:
            root = Node(value)
        else:
            root.insert(value)
    return (list(root.walk()) if root else []), depth(root)
