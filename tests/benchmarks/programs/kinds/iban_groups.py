# task: an account number without its spaces, in capitals, with a space after every four characters but not at the end
# test: assert pretty("de4412") == "DE44 12"
# test: assert pretty("AT") == "AT"
# hidden: assert pretty("GB 29N WBK6 0") == "GB29 NWBK 60"
# hidden: assert pretty("nl91abna") == "NL91 ABNA"
# hidden: assert pretty("") == ""
# hidden: assert pretty("abcdefghijklm") == "ABCD EFGH IJKL M"


def pretty(account):
    left = account.replace(" ", "").upper()
    groups = []
    while left:
        groups.append(left[:4])
        left = left[4:]  #! left = left[:-4]
    return " ".join(groups)


def same_account(one, other):
    return pretty(one) == pretty(other)
