# task: the order in which jobs (name, ready, length, priority) run, one at a time; of those ready the lowest priority first
# test: assert order([("a", 0, 3, 2), ("b", 1, 1, 3), ("c", 2, 1, 1)]) == [("a", 0), ("c", 3), ("b", 4)]
# test: assert order([("x", 5, 1, 1)]) == [("x", 5)]

import heapq


def order(jobs):
    waiting = sorted(jobs, key=lambda job: job[1])
    heap, out, now = [], [], 0
    while waiting or heap:
        if not heap and waiting[0][1] > now:
            now = waiting[0][1]
        while waiting and waiting[0][1] <= now:
            name, ready, length, priority = waiting.pop(0)
            heapq.heappush(heap, (priority, name, length))  #! heapq.heappush(heap, (length, name, priority))
        _, name, length = heapq.heappop(heap)
        out.append((name, now))
        now += length
    return out
