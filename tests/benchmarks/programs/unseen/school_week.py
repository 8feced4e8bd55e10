# task: the week of a term, from 1, in which a date lies, with weeks that begin on the term's first day; 0 before the term
# test: assert week_of("2024-09-02", "2024-09-02") == 1
# test: assert week_of("2024-09-02", "2024-09-11") == 2
# test: assert week_of("2024-09-02", "2024-09-01") == 0
# hidden: assert week_of("2024-09-02", "2024-09-08") == 1
# hidden: assert week_of("2024-09-02", "2024-09-09") == 2
# hidden: assert week_of("2024-02-26", "2024-03-04") == 2
# hidden: assert week_of("2024-09-02", "2024-12-20") == 16
from datetime import date


def week_of(first_day, day):
    start = date.fromisoformat(first_day)
    wanted = date.fromisoformat(day)
    if wanted < start:
        return 0
    passed = (wanted - start).days
    return passed // 7 + 1  #! return passed // 7
