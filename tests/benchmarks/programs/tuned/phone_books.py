# task: several phone books as one, with all numbers of each name, without doubles
# test: assert merged([{"ann": ["1"]}, {"ann": ["2", "1"], "bob": ["3"]}]) == {"ann": ["1", "2"], "bob": ["3"]}
# test: assert merged([]) == {}


def tidy(number):
    return number.replace(" ", "").lstrip("0") or "0"


def merged(books):
    result = {}
    for book in books:
        for name, numbers in book.items():
            if name not in result:
                result[name] = []
            for number in numbers:
                short = tidy(number)
                if short in result[name]:
                    continue
                result[name].append(short)  #! result[name] = [short]
    return result


def lines(books):
    return [f"{name}: {' '.join(numbers)}" for name, numbers in sorted(merged(books).items())]
