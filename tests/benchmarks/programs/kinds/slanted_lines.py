# task: the slanted lines of a table of letters, each from upper right to lower left, from the upper left corner on
# test: assert slanted(["ab", "cd"]) == ["a", "bc", "d"]
# test: assert slanted(["xyz"]) == ["x", "y", "z"]
# hidden: assert slanted(["q"]) == ["q"]
# hidden: assert slanted(["a", "b"]) == ["a", "b"]
# hidden: assert slanted(["abc", "def", "ghi"]) == ["a", "bd", "ceg", "fh", "i"]
# hidden: assert slanted(["abcd", "efgh"]) == ["a", "be", "cf", "dg", "h"]


def slanted(table):
    rows = len(table)
    columns = len(table[0])
    words = []
    for total in range(rows + columns - 1):  #! for total in range(rows + columns - 2):
        word = ""
        for row in range(rows):
            column = total - row
            if 0 <= column < columns:
                word += table[row][column]
        words.append(word)
    return words
