# task: names by age group: child under 13, teen under 20, adult from 20
# test: assert groups([("Ann", 12), ("Bob", 13)]) == {"child": ["Ann"], "teen": ["Bob"]}
# test: assert groups([("Cy", 20)]) == {"adult": ["Cy"]}
# test: assert groups([("Di", 5), ("Ed", 6)]) == {"child": ["Di", "Ed"]}
# hidden: assert groups([("Fay", 19)]) == {"teen": ["Fay"]}
# hidden: assert groups([("G", 40), ("H", 41)]) == {"adult": ["G", "H"]}


def age_group(age):
    if age < 13:
        return "child"
    if age < 20:
        return "teen"
    return "adult"


def groups(people):
    found = {}
    for name, age in people:
        found.setdefault(age_group(age), []).append(name)  #! found[age_group(age)] = [name]
    return found
