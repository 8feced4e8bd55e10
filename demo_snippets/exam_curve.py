# task: the points of those who took the exam as percentages of the best result, rounded, in the given order
# test: assert curve([]) == []
# test: assert curve(["-", "-"]) == []
# test: assert curve(["20", "40"]) == [50, 100]
# test: assert curve(["18", "-", "30"]) == [60, 100]
def curve(results):
    points = (int(text) for text in results if text != "-")
    best = max(points, default=0)
    if best == 0:
        return []
    percentages = []
    for value in points:
        percentages.append(round(100 * value / best))
    return percentages


print(curve(["18", "-", "30", "27"]))
