# task: the mean mark of each class, to one digit
# test: assert means({"a": [1, 2]}) == {"a": 1.5}
# test: assert means({"a": [2, 2], "b": [1, 1, 2]}) == {"a": 2.0, "b": 1.3}
# hidden: assert means({"x": []}) == {"x": None}
# hidden: assert means({"x": [1, 4]}) == {"x": 2.5}


def mean(marks):
    if not marks:
        return None
    return round(sum(marks) / len(marks), 1)  #! return round(sum(marks) // len(marks), 1)


def means(classes):
    return {name: mean(marks) for name, marks in classes.items()}
