# task: how many bits a text takes in a Huffman code of its letters; one letter alone takes one bit each time
# test: assert bits("aaaabbc") == 10
# test: assert bits("aaa") == 3
# test: assert bits("abcd") == 8

import heapq


class Node:
    def __init__(self, weight, left=None, right=None):
        self.weight = weight
        self.left = left
        self.right = right

    def __lt__(self, other):
        return self.weight < other.weight


def tree(counts):
    heap = [Node(count) for count in counts]
    heapq.heapify(heap)
    while len(heap) > 1:
        one, two = heapq.heappop(heap), heapq.heappop(heap)
        heapq.heappush(heap, Node(one.weight + two.weight, one, two))
    return heap[0]


def cost(node, depth):
    if node.left is None:
        return node.weight * max(1, depth)
    return cost(node.left, depth + 1) + cost(node.right, depth + 1)  #! return cost(node.left, depth + 1) + cost(node.right, depth)


def bits(text):
    counts = [text.count(letter) for letter in sorted(set(text))]
    return cost(tree(counts), 0)
