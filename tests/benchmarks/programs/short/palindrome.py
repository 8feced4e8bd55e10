# task: whether a phrase reads the same backwards, counting letters and digits only
# test: assert is_palindrome("A man, a plan, a canal: Panama")
# test: assert not is_palindrome("hello")
# test: assert is_palindrome("")
# hidden: assert not is_palindrome("ab")
# hidden: assert is_palindrome("No lemon, no melon")
# hidden: assert is_palindrome("12 21")


def is_palindrome(phrase):
    letters = []
    for mark in phrase:
        if mark.isalnum():
            letters.append(mark.lower())  #! letters.append(mark)
    return letters == letters[::-1]
