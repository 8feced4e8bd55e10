# task: settings with defaults for each user; a change for one does not touch the others
# test: assert sizes([("ann", "size", 12), ("bob", "theme", "dark")]) == {"ann": 12, "bob": 10}
# test: assert sizes([("ann", "theme", "dark")]) == {"ann": 10}
DEFAULTS = {"size": 10, "theme": "light"}


class Settings:
    def __init__(self):
        self.users = {}

    def of(self, user):
        if user not in self.users:
            self.users[user] = dict(DEFAULTS)  #! self.users[user] = DEFAULTS
        return self.users[user]

    def change(self, user, key, value):
        self.of(user)[key] = value


def sizes(changes):
    settings = Settings()
    for user, key, value in changes:
        settings.change(user, key, value)
    return {user: settings.of(user)["size"] for user in settings.users}
