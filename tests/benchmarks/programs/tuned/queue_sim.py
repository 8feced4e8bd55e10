# task: minutes that each customer spends until served, one after the other
# test: assert serve([(0, 5), (1, 2), (3, 1)]) == [5, 6, 5]
# test: assert serve([(0, 1), (10, 1)]) == [1, 1]
# test: assert serve([]) == []


def serve(customers):
    free_at = 0
    waits = []
    for arrival, work in customers:
        start = max(free_at, arrival)
        end = start + work
        waits.append(end - arrival)
        free_at = end  #! free_at = start
    return waits
