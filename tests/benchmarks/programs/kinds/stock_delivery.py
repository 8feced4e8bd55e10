# task: the stock after deliveries: dictionaries with "code", "supplier" and "pieces"; the stock maps a code to its pieces
# test: assert delivered({}, [{"code": "N7", "supplier": "Hall", "pieces": 5}]) == {"N7": 5}
# test: assert delivered({"N7": 1}, []) == {"N7": 1}
# hidden: assert delivered({"N7": 1}, [{"code": "N7", "supplier": "Hall", "pieces": 4}]) == {"N7": 5}
# hidden: assert delivered({}, [{"code": "a", "supplier": "s", "pieces": 1}, {"code": "b", "supplier": "s", "pieces": 2}]) == {"a": 1, "b": 2}
# hidden: assert delivered({"q": 9}, [{"code": "q", "supplier": "s", "pieces": 1}, {"code": "q", "supplier": "t", "pieces": 1}]) == {"q": 11}


def delivered(stock, deliveries):
    result = dict(stock)
    for delivery in deliveries:
        code = delivery["code"]  #! code = delivery["supplier"]
        if code not in result:
            result[code] = 0
        result[code] += delivery["pieces"]
    return result
