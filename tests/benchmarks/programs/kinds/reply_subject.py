# task: the subject of an answer to a mail: one "re: " before the subject, however many it had
# test: assert reply("lunch") == "re: lunch"
# test: assert reply("re: lunch") == "re: lunch"
# test: assert reply("re: report") == "re: report"
# hidden: assert reply("re: re: error") == "re: error"
# hidden: assert reply("") == "re: "
# hidden: assert reply("re: every day") == "re: every day"
# hidden: assert reply("re: re: re: car") == "re: car"

PREFIX = "re: "


def bare(subject):
    while subject.startswith(PREFIX):
        subject = subject.removeprefix(PREFIX)  #! subject = subject.lstrip(PREFIX)
    return subject


def reply(subject):
    return PREFIX + bare(subject)
