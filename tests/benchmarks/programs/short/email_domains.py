# task: count addresses by domain, ignoring case and addresses without an at sign
# test: assert domains(["a@x.org", "b@X.org"]) == {"x.org": 2}
# test: assert domains(["nobody"]) == {}
# test: assert domains(["c@y.net"]) == {"y.net": 1}
# hidden: assert domains([]) == {}
# hidden: assert domains(["a@B.c", "@", "q@b.C"]) == {"b.c": 2, "": 1}


def domains(addresses):
    counts = {}
    for address in addresses:
        if "@" not in address:  #! if "@" in address:
            continue
        domain = address.split("@")[-1].lower()
        counts[domain] = counts.get(domain, 0) + 1
    return counts
