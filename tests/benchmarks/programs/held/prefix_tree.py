# task: words in a tree of letters: those that begin with some letters, in order
# test: assert complete(["car", "cart", "dog", "ca"], "ca") == ["ca", "car", "cart"]
# test: assert complete(["dog"], "c") == []


class Node:
    def __init__(self):
        self.next = {}
        self.ends = False


class Tree:
    def __init__(self):
        self.root = Node()

    def add(self, word):
        node = self.root
        for letter in word:
            node = node.next.setdefault(letter, Node())
        node.ends = True

    def find(self, start):
        node = self.root
        for letter in start:
            if letter not in node.next:
                return None
            node = node.next[letter]
        return node

    def words(self, node, start):
        if node.ends:
            yield start
        for letter in sorted(node.next):
            yield from self.words(node.next[letter], start + letter)  #! yield from self.words(node.next[letter], letter)


def complete(words, start):
    tree = Tree()
    for word in words:
        tree.add(word)
    node = tree.find(start)
    return list(tree.words(node, start)) if node else []
