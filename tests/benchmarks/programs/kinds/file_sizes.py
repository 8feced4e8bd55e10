# task: sizes in bytes as texts: below 1024 "n B", then "n KB", then "n MB", rounded down
# test: assert shown(10) == "10 B"
# test: assert shown(1024) == "1 KB"
# test: assert shown(3 * 1024 * 1024) == "3 MB"
# hidden: assert shown(1023) == "1023 B"
# hidden: assert shown(2048) == "2 KB"
# hidden: assert shown(1024 * 1024 - 1) == "1023 KB"

UNITS = ["B", "KB", "MB"]


def shown(size):
    unit = 0
    while size >= 1024 and unit < len(UNITS) - 1:  #! while size > 1024 and unit < len(UNITS) - 1:
        size //= 1024
        unit += 1
    return f"{size} {UNITS[unit]}"
