# task: the power of a square matrix by repeated squaring
# test: assert power([[1, 1], [1, 0]], 5) == [[8, 5], [5, 3]]
# test: assert power([[2]], 3) == [[8]]
# test: assert power([[1, 2], [3, 4]], 1) == [[1, 2], [3, 4]]


def identity(size):
    rows = []
    for row in range(size):
        rows.append([1 if row == column else 0 for column in range(size)])
    return rows


def multiply(left, right):
    size = len(left)
    product = [[0] * size for _ in range(size)]
    for row in range(size):
        for column in range(size):
            total = 0
            for inner in range(size):
                total += left[row][inner] * right[inner][column]  #! total += left[row][inner] * right[inner][row]
            product[row][column] = total
    return product


def power(matrix, exponent):
    result = identity(len(matrix))
    base = matrix
    while exponent:
        if exponent % 2:
            result = multiply(result, base)
        base = multiply(base, base)
        exponent //= 2
    return result
