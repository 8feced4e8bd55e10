# task: the newest of some versions such as "1.10.2"
# test: assert newest(["1.2.0", "1.1.9"]) == "1.2.0"
# test: assert newest(["1.9.0", "1.10.0"]) == "1.10.0"
# hidden: assert newest(["2.0", "10.0", "9.9"]) == "10.0"
# hidden: assert newest(["0.1"]) == "0.1"


def parts(version):
    return [int(part) for part in version.split(".")]  #! return [part for part in version.split(".")]


def newest(versions):
    best = versions[0]
    for version in versions[1:]:
        if parts(version) > parts(best):
            best = version
    return best
