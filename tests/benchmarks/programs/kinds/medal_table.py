# task: countries by gold medals, then silver, then bronze, most first, equals by name; and the country that leads
# test: assert table({"Norway": [1, 0, 0], "Chile": [2, 0, 0]}) == ["Chile", "Norway"]
# test: assert table({"Norway": [1, 3, 0], "Chile": [1, 2, 9]}) == ["Norway", "Chile"]
# test: assert table({"Peru": [0, 0, 1], "Fiji": [0, 0, 1]}) == ["Fiji", "Peru"]
# hidden: assert table({"a": [1, 0, 5], "b": [1, 1, 0], "c": [1, 0, 6]}) == ["b", "c", "a"]
# hidden: assert table({}) == []
# hidden: assert table({"x": [0, 1, 0], "y": [0, 0, 8], "z": [1, 0, 0]}) == ["z", "x", "y"]
# hidden: assert leader({"x": [0, 4, 0], "y": [0, 5, 0]}) == "y"


def table(medals):
    def place(country):
        gold, silver, bronze = medals[country]
        return (-gold, -silver, -bronze, country)  #! return (-gold, -bronze, -silver, country)

    return sorted(medals, key=place)


def leader(medals):
    ranking = table(medals)
    return ranking[0] if ranking else None
