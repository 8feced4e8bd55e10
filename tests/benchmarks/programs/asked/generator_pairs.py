# task: neighbouring pairs, and their differences
# test: assert differences([1, 4, 9]) == [3, 5]
# test: assert differences([5]) == []
def pairs(items):
    last = None
    for number, item in enumerate(items):
        if number:
            yield last, item  #! yield item, last
        last = item  #! last = number
def differences(items):
    return [right - left for left, right in pairs(items)]  #! return [left + right for left, right in pairs(items)]
