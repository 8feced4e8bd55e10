# task: call until it works, at most three times; the number of tries, or None
# test: assert tries([False, True]) == 2
# test: assert tries([False, False, False, True]) is None
def tries(results):
    waiting = iter(results)
    def call():
        if not next(waiting):
            raise ValueError("not yet")
    for number in range(1, 4):  #! for number in range(1, 3 + 2):
        try:
            call()
        except ValueError:
            continue  #! return None
        return number  #! return number - 1
    return None
