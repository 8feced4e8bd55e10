# task: the order in which jobs are done; a job that fails is put at the end, at most twice more
# test: assert done(["a", "b"], {"a": 1}) == ["b", "a"]
# test: assert done(["a", "b"], {"a": 9}) == ["b"]


class Job:
    def __init__(self, name, failures):
        self.name = name
        self.failures = failures
        self.tries = 0

    def run(self):
        self.tries += 1
        return self.tries > self.failures


def done(names, failing):
    queue = [Job(name, failing.get(name, 0)) for name in names]
    finished = []
    while queue:
        job = queue.pop(0)
        if job.run():
            finished.append(job.name)
        elif job.tries < 3:
            queue.append(job)  #! queue.insert(0, job)
    return finished
