# task: dates written as "31.12.2024" (day, month, year), sorted from early to late, as "2024-12-31"
# test: assert in_order(["05.05.2024", "04.04.2024"]) == ["2024-04-04", "2024-05-05"]
# test: assert in_order(["02.11.2023"]) == ["2023-11-02"]
# hidden: assert in_order([]) == []
# hidden: assert in_order(["31.12.2024", "01.01.2025", "30.06.2024"]) == ["2024-06-30", "2024-12-31", "2025-01-01"]
# hidden: assert in_order(["01.02.2024", "02.01.2024"]) == ["2024-01-02", "2024-02-01"]

import datetime


def in_order(texts):
    dates = []
    for text in texts:
        day, month, year = (int(part) for part in text.split("."))
        dates.append(datetime.date(year, month, day))  #! dates.append(datetime.date(year, day, month))
    dates.sort()
    return [when.isoformat() for when in dates]
