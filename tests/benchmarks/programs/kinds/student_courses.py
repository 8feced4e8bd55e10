# task: students with a name and their own list of courses; a list that is handed in stays as it is
# test: s = Student("Ann"); s.enrol("Art"); assert s.courses == ["Art"]
# test: a = Student("Ann"); a.enrol("Art"); b = Student("Bob"); assert b.courses == []
# hidden: a = Student("A"); b = Student("B"); a.enrol("x"); b.enrol("y"); assert (a.courses, b.courses) == (["x"], ["y"])
# hidden: base = ["Maths"]; a = Student("A", base); a.enrol("Art"); assert base == ["Maths"]
# hidden: base = ["Maths"]; a = Student("A", base); a.enrol("Art"); assert a.courses == ["Maths", "Art"]
# hidden: a = Student("A"); a.enrol("x"); a.enrol("x"); assert a.courses == ["x"]
class Student:
    def __init__(self, name, courses=[]):
        self.name = name
        self.courses = list(courses)  #! self.courses = courses

    def enrol(self, course):
        if course not in self.courses:
            self.courses.append(course)

    def __str__(self):
        return f"{self.name}: {', '.join(self.courses)}"
