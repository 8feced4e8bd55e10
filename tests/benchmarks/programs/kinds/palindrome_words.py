# task: whether a text reads the same from both ends, of its letters only, case does not matter
# test: assert is_palindrome("level")
# test: assert is_palindrome("Never odd, or even")
# test: assert not is_palindrome("ab")
# hidden: assert is_palindrome("Aa")
# hidden: assert not is_palindrome("Hello, olle")
# hidden: assert is_palindrome("")
# hidden: assert is_palindrome("A man, a plan, a canal: Panama")


def is_palindrome(text):
    letters = [char.lower() for char in text if char.isalpha()]  #! letters = [char for char in text if char.isalpha()]
    return letters == letters[::-1]
