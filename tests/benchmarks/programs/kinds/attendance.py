# task: for every pupil a list with a 1 for each day of a week (0 to 4) on which the pupil came, and a 0 for the others
# test: assert attendance(["Kim"], [("Kim", 0), ("Kim", 4)]) == {"Kim": [1, 0, 0, 0, 1]}
# test: assert attendance(["Kim", "Lea"], [("Lea", 1)]) == {"Kim": [0, 0, 0, 0, 0], "Lea": [0, 1, 0, 0, 0]}
# hidden: assert attendance([], []) == {}
# hidden: assert attendance(["a", "b"], [("a", 2), ("b", 3)]) == {"a": [0, 0, 1, 0, 0], "b": [0, 0, 0, 1, 0]}
# hidden: assert attendance(["a"], [("a", 2), ("a", 2), ("zoe", 1)]) == {"a": [0, 0, 1, 0, 0]}

DAYS = 5


def attendance(pupils, entries):
    table = {pupil: [0] * DAYS for pupil in pupils}  #! table = dict.fromkeys(pupils, [0] * DAYS)
    for pupil, day in entries:
        if pupil in table:
            table[pupil][day] = 1
    return table


def days_missed(table, pupil):
    return table[pupil].count(0)
