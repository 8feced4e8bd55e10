# task: the cheapest offer of each ware by the price of a kilogram; packs may be in grams
# test: assert cheapest(["rice 500g 150", "rice 1kg 280", "salt 1kg 50"]) == {"rice": 280.0, "salt": 50.0}
# test: assert cheapest(["tea 250g 300"]) == {"tea": 1200.0}


def kilograms(text):
    if text.endswith("kg"):
        return float(text[:-2])
    return float(text[:-1]) / 1000


def parse(line):
    ware, pack, price = line.split()
    return ware, int(price) / kilograms(pack)


def cheapest(lines):
    best = {}
    for line in lines:
        ware, price = parse(line)
        if ware not in best or price < best[ware]:  #! if ware not in best or price > best[ware]:
            best[ware] = price
    return best
