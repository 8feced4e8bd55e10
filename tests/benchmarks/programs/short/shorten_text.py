# task: cut a text to a width, with three dots where something was left out
# test: assert shorten("hello world", 8) == "hello..."
# test: assert shorten("short", 10) == "short"
# test: assert shorten("exact", 5) == "exact"
# hidden: assert shorten("abcdefgh", 7) == "abcd..."
# hidden: assert shorten("", 4) == ""


def shorten(text, width):
    if len(text) <= width:
        return text
    return text[: width - 3] + "..."  #! return text[:width] + "..."
