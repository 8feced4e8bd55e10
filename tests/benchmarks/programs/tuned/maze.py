# task: the length of the shortest way through a maze from its top left to its bottom right cell
# test: assert shortest(["..#", "#..", "..."]) == 4
# test: assert shortest([".."]) == 1
# test: assert shortest([".#", "#."]) is None


from collections import deque


def neighbours(maze, x, y):
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        nx, ny = x + dx, y + dy
        if 0 <= ny < len(maze) and 0 <= nx < len(maze[0]):
            if maze[ny][nx] == ".":
                yield nx, ny


def shortest(maze):
    goal = (len(maze[0]) - 1, len(maze) - 1)
    queue = deque([(0, 0)])
    far = {(0, 0): 0}
    while queue:
        here = queue.popleft()
        if here == goal:
            return far[here]
        for cell in neighbours(maze, *here):
            if cell not in far:
                far[cell] = far[here] + 1  #! far[cell] = len(far)
                queue.append(cell)
    return None
