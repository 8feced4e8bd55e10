# task: the next larger order of the same digits; None after the last
# test: assert following([1, 2, 3]) == [1, 3, 2]
# test: assert following([3, 2, 1]) is None
# test: assert following([1, 3, 2]) == [2, 1, 3]
# hidden: assert following([1, 2, 4, 3]) == [1, 3, 2, 4]
# hidden: assert following([2, 3, 1]) == [3, 1, 2]
# hidden: assert following([1]) is None


def following(digits):
    for place in range(len(digits) - 2, -1, -1):
        if digits[place] < digits[place + 1]:
            for other in range(len(digits) - 1, place, -1):
                if digits[other] > digits[place]:  #! if digits[other] < digits[place]:
                    result = list(digits)
                    result[place], result[other] = digits[other], digits[place]
                    result[place + 1 :] = reversed(result[place + 1 :])
                    return result
    return None
