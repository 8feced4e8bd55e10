# task: a path without . and .. parts
# test: assert normal("/a/b/../c/./d") == "/a/c/d"
# test: assert normal("/") == "/"
# test: assert normal("/a/../../b") == "/b"
# test: assert normal("/a/b") == "/a/b"


def normal(path):
    stack = []
    for part in path.split("/"):
        if part == "..":
            if stack:
                stack.pop()
        elif part and part != ".":  #! elif part:
            stack.append(part)
    return "/" + "/".join(stack)
