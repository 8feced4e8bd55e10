# task: posts with the most likes for each topic; of equal ones the first
# test: assert best([("py", "a", 3), ("js", "b", 1), ("py", "c", 5)]) == {"py": "c", "js": "b"}
# test: assert best([("py", "a", 2), ("py", "b", 2)]) == {"py": "a"}


class Topic:
    def __init__(self):
        self.title = None
        self.likes = -1

    def offer(self, title, likes):
        if likes > self.likes:
            self.title = title
            self.likes = likes


def best(posts):
    topics = {}
    for name, title, likes in posts:
        if name not in topics:  #! if name not in topics or likes > 1:
            topics[name] = Topic()
        topics[name].offer(title, likes)
    return {name: topic.title for name, topic in topics.items()}
