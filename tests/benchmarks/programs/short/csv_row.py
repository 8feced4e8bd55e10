# task: split a line at commas that are not inside double quotes
# test: assert fields("a,b") == ["a", "b"]
# test: assert fields('a,"b,c",d') == ["a", "b,c", "d"]
# test: assert fields("") == [""]
# hidden: assert fields('"x,y"') == ["x,y"]
# hidden: assert fields("a,,b") == ["a", "", "b"]
# hidden: assert fields('1,"2","3,4"') == ["1", "2", "3,4"]


def fields(line):
    found = []
    current = ""
    quoted = False
    for mark in line:
        if mark == '"':
            quoted = not quoted
        elif mark == "," and not quoted:  #! elif mark == ",":
            found.append(current)
            current = ""
        else:
            current += mark
    found.append(current)
    return found
