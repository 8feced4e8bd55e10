# task: how many words of a message are shouted, which means in capitals and longer than one letter; messages with more than one of them are rude
# test: assert shouted("please come HERE") == 1
# test: assert shouted("I am fine") == 0
# test: assert shouted("STOP THAT NOW") == 3
# hidden: assert shouted("") == 0
# hidden: assert shouted("A Big DOG") == 1
# hidden: assert shouted("Mixed CaSe words") == 0
# hidden: assert rude(["HEY YOU", "hello"]) == ["HEY YOU"]


def shouted(message):
    count = 0
    for word in message.split():
        if len(word) > 1 and word.isupper():  #! if len(word) > 1 and word.isupper:
            count += 1
    return count


def rude(messages):
    return [message for message in messages if shouted(message) > 1]
