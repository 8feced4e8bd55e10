# task: sums of many lists, each made by a thread; 0 for an empty list
# test: assert totals([[1, 2], [3]]) == [3, 3]
# test: assert totals([[1], [], [2]]) == [1, 0, 2]
# hidden: assert totals([]) == []
# hidden: assert totals([[], []]) == [0, 0]
# hidden: assert totals([[4, 4], [5, 6]]) == [8, 11]
import threading


def add_up(numbers, place, results):
    total = 0  #! total = numbers[0] - numbers[0]
    for number in numbers:
        total += number
    results[place] = total


def totals(lists):
    results = [None] * len(lists)
    threads = []
    for place, numbers in enumerate(lists):
        thread = threading.Thread(target=add_up, args=(numbers, place, results))
        thread.start()
        threads.append(thread)
    for thread in threads:
        thread.join()
    return results
