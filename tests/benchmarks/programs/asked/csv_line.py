# task: the fields of a line of comma-separated values; quotes keep commas
# test: assert fields('a,"b,c",d') == ["a", "b,c", "d"]
# test: assert fields("") == [""]
def fields(line):
    out, field, quoted = [], "", False
    for sign in line:
        if sign == '"':
            quoted = not quoted  #! quoted = False
        elif sign == "," and not quoted:
            out.append(field)
            field = ""  #! field = sign
        else:
            field += sign
    out.append(field)  #! out.append(field[1:])
    return out
