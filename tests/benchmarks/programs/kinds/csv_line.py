# task: split a line at commas, but not at those within double quotes; the quotes are dropped
# test: assert fields("a,b") == ["a", "b"]
# test: assert fields('"x,y",z') == ["x,y", "z"]
# hidden: assert fields("") == [""]
# hidden: assert fields('a,"b,c,d",e') == ["a", "b,c,d", "e"]
# hidden: assert fields("1,,2") == ["1", "", "2"]


def fields(line):
    found = []
    field = ""
    quoted = False
    for char in line:
        if char == '"':
            quoted = not quoted
        elif char == "," and not quoted:  #! elif char == ",":
            found.append(field)
            field = ""
        else:
            field += char
    found.append(field)
    return found
