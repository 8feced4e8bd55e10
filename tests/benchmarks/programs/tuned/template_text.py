# task: a text with {name} replaced by values; {{ and }} stand for braces
# test: assert fill("hi {who}!", {"who": "ann"}) == "hi ann!"
# test: assert fill("{{x}} {x}", {"x": "1"}) == "{x} 1"
# test: assert fill("{a}{b}", {"a": "1", "b": "2"}) == "12"


def fill(text, values):
    out = []
    at = 0
    while at < len(text):
        two = text[at : at + 2]
        if two in ("{{", "}}"):
            out.append(two[0])
            at += 2
        elif text[at] == "{":
            end = text.index("}", at)
            out.append(values[text[at + 1 : end]])
            at = end + 1  #! at = end
        else:
            out.append(text[at])
            at += 1
    return "".join(out)
