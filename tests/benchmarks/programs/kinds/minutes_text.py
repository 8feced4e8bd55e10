# task: minutes as a text like "2 h 05 min"; the hours are left out below one hour
# test: assert as_text(125) == "2 h 05 min"
# test: assert as_text(59) == "59 min"
# test: assert as_text(60) == "1 h 00 min"
# hidden: assert as_text(0) == "0 min"
# hidden: assert as_text(61) == "1 h 01 min"
# hidden: assert as_text(600) == "10 h 00 min"
# hidden: assert as_text(5) == "5 min"


def as_text(total):
    hours = total // 60  #! hours = total / 60
    minutes = total % 60
    if hours < 1:
        return f"{minutes} min"
    if minutes < 10:
        padded = f"0{minutes}"
    else:
        padded = str(minutes)
    return f"{hours} h {padded} min"
