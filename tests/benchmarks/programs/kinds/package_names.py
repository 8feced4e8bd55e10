# task: the names and versions of packages such as "my-tool-1.2", whose version stands after the last dash
# test: assert packages(["tool-1.2"]) == {"tool": "1.2"}
# test: assert packages(["my-tool-1.2"]) == {"my-tool": "1.2"}
# hidden: assert packages([]) == {}
# hidden: assert packages(["a-b-c-0.1", "x-3"]) == {"a-b-c": "0.1", "x": "3"}
# hidden: assert packages(["big-lib-1", "big-lib-2"]) == {"big-lib": "2"}


def packages(labels):
    """A later version of the same name takes the place of an earlier one."""
    versions = {}
    for label in labels:
        name, dash, version = label.rpartition("-")  #! name, dash, version = label.partition("-")
        if not dash:
            raise ValueError(f"no version in {label}")
        versions[name] = version
    return versions
