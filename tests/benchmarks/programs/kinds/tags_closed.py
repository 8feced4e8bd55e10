# task: whether each opened tag is closed, in order
# test: assert closed(["b", "/b"])
# test: assert not closed(["b", "i", "/b", "/i"])
# test: assert not closed(["b", "i", "/i"])
# hidden: assert closed([])
# hidden: assert not closed(["p"])
# hidden: assert not closed(["/p"])
# hidden: assert closed(["p", "b", "/b", "i", "/i", "/p"])


def closed(tags):
    opened = []
    for tag in tags:
        if tag.startswith("/"):
            if not opened or opened.pop() != tag[1:]:
                return False
        else:
            opened.append(tag)
    return not opened  #! return True
