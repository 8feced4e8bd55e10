# task: for each word the numbers, from 1, of the lines that it stands in, each once
# test: assert index(["a b", "b"]) == {"a": [1], "b": [1, 2]}
# test: assert index(["x x"]) == {"x": [1]}
# hidden: assert index([]) == {}
# hidden: assert index(["p q p", "", "q p"]) == {"p": [1, 3], "q": [1, 3]}
# hidden: assert index(["z", "z z", "z"]) == {"z": [1, 2, 3]}


def index(lines):
    places = {}
    for number, line in enumerate(lines, 1):
        for word in line.split():
            seen = places.setdefault(word, [])
            if number not in seen:  #! if word not in seen:
                seen.append(number)
    return places
