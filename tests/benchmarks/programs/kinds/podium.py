# task: the best three of a race by time, the fastest first
# test: assert podium({"a": 9.5, "b": 8.1, "c": 7.7, "d": 9.9}) == ["c", "b", "a"]
# test: assert podium({"a": 1.0}) == ["a"]
# hidden: assert podium({}) == []
# hidden: assert podium({"x": 3, "y": 2, "z": 1}) == ["z", "y", "x"]
# hidden: assert podium({"p": 4, "q": 1, "r": 3, "s": 2, "t": 5}) == ["q", "s", "r"]


def podium(times):
    runners = sorted(times, key=times.get)  #! runners = sorted(times)
    return runners[:3]
