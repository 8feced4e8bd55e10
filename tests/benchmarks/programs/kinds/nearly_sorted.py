# task: numbers in order, when none is more than some places from where it belongs
# test: assert arrange([2, 1, 3], 1) == [1, 2, 3]
# test: assert arrange([3, 2, 1, 5, 4], 2) == [1, 2, 3, 4, 5]
# hidden: assert arrange([1, 2, 3, 4], 0) == [1, 2, 3, 4]
# hidden: assert arrange([2, 1, 4, 3, 6, 5], 1) == [1, 2, 3, 4, 5, 6]
# hidden: assert arrange([7], 3) == [7]
import heapq


def arrange(numbers, places):
    heap = list(numbers[: places + 1])
    heapq.heapify(heap)
    result = []
    for number in numbers[places + 1 :]:  #! for number in numbers:
        result.append(heapq.heappop(heap))
        heapq.heappush(heap, number)
    while heap:
        result.append(heapq.heappop(heap))
    return result
