# task: customers (name, arrival, minutes) are served one after the other; return the end times
# test: assert serve([("a", 0, 3), ("b", 1, 2)]) == {"a": 3, "b": 5}
# test: assert serve([("a", 0, 1), ("b", 10, 2)]) == {"a": 1, "b": 12}
# test: assert serve([]) == {}
# hidden: assert serve([("x", 5, 5)]) == {"x": 10}
# hidden: assert serve([("x", 0, 4), ("y", 2, 1), ("z", 9, 1)]) == {"x": 4, "y": 5, "z": 10}


def serve(customers):
    free_at = 0
    ends = {}
    for name, arrival, minutes in customers:
        begin = max(free_at, arrival)  #! begin = free_at
        free_at = begin + minutes
        ends[name] = free_at
    return ends
