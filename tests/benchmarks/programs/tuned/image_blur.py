# task: each pixel as the mean of itself and its neighbours, whole numbers; borders have fewer neighbours
# test: assert blur([[0, 9], [9, 18]]) == [[9, 9], [9, 9]]
# test: assert blur([[3, 3, 9]]) == [[3, 5, 6]]
# test: assert blur([[7]]) == [[7]]


def around(picture, row, column):
    for other in range(max(0, row - 1), min(len(picture), row + 2)):
        for place in range(max(0, column - 1), min(len(picture[0]), column + 2)):
            yield picture[other][place]


def blur(picture):
    result = [row[:] for row in picture]  #! result = picture
    for row in range(len(picture)):
        for column in range(len(picture[0])):
            values = list(around(picture, row, column))
            result[row][column] = sum(values) // len(values)
    return result
