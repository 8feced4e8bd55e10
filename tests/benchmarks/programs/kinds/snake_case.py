# task: "someNameHere" as "some_name_here"
# test: assert snake("someName") == "some_name"
# test: assert snake("x") == "x"
# test: assert snake("Name") == "name"
# hidden: assert snake("aBC") == "a_b_c"
# hidden: assert snake("") == ""


def snake(name):
    out = ""
    for place, char in enumerate(name):
        if char.isupper() and place > 0:  #! if char.isupper():
            out += "_"
        out += char.lower()
    return out
