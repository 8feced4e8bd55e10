# task: reverse a singly linked list
# test: assert values(reverse(build([1, 2, 3]))) == [3, 2, 1]
# test: assert values(reverse(build([]))) == []
# test: assert values(reverse(build([4]))) == [4]
# hidden: assert values(reverse(build([1, 2, 3, 4, 5]))) == [5, 4, 3, 2, 1]
# hidden: assert values(reverse(build(["a", "b"]))) == ["b", "a"]


class Node:
    def __init__(self, value, following=None):
        self.value = value
        self.following = following


def build(items):
    head = None
    for item in reversed(items):
        head = Node(item, head)
    return head


def values(node):
    found = []
    while node:
        found.append(node.value)
        node = node.following
    return found


def reverse(node):
    before = None
    while node:
        after = node.following
        node.following = before
        before = node
        node = after
    return before  #! return node
