# task: pictures of a ball that rolls along a strip, from its first to its last place, as a list of lists of "." and "o"
# test: assert frames(2) == [["o", "."], [".", "o"]]
# test: assert as_lines(frames(3)) == "o..\n.o.\n..o"
# hidden: assert frames(1) == [["o"]]
# hidden: assert frames(0) == []
# hidden: assert as_lines(frames(4)) == "o...\n.o..\n..o.\n...o"


def frames(length):
    strip = ["."] * length
    pictures = []
    for place in range(length):
        strip[place] = "o"
        pictures.append(strip[:])  #! pictures.append(strip)
        strip[place] = "."
    return pictures


def as_lines(pictures):
    return "\n".join("".join(picture) for picture in pictures)
