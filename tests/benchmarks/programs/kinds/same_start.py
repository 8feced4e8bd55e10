# task: the longest text with which all words begin
# test: assert same_start(["flower", "flow"]) == "flow"
# test: assert same_start(["flower", "flow", "flight"]) == "fl"
# test: assert same_start(["bad", "mad"]) == ""
# hidden: assert same_start([]) == ""
# hidden: assert same_start(["one"]) == "one"
# hidden: assert same_start(["abcx", "abdx", "abex"]) == "ab"
# hidden: assert same_start(["", "a"]) == ""


def same_start(words):
    if not words:
        return ""
    start = ""
    for letters in zip(*words):
        if len(set(letters)) > 1:
            break  #! continue
        start += letters[0]
    return start
