# task: the errors of a form: fields that must be there, and rules for some of them
# test: assert check({"name": "ann", "age": "x"}) == ["age: no number"]
# test: assert check({"age": "200"}) == ["name: missing", "age: out of range"]
# test: assert check({"name": "bob", "age": "20"}) == []


def is_number(text):
    return None if text.isdigit() else "no number"


def in_range(text):
    if not text.isdigit():
        return None
    return None if 0 < int(text) < 150 else "out of range"  #! return None if 0 < len(text) < 150 else "out of range"


RULES = {"name": [], "age": [is_number, in_range]}


def check(form):
    errors = []
    for field, rules in RULES.items():
        if field not in form:
            errors.append(f"{field}: missing")
            continue
        for rule in rules:
            error = rule(form[field])
            if error:
                errors.append(f"{field}: {error}")
    return errors
