# task: join two lists into a dictionary and log each pair (pasted from a forum: its imports and data are missing)
# test: assert list(merged) == list(keys)
# test: assert len(merged) == len(keys)
merged = {}
for position, key in enumerate(keys):
    value = values[position]
    if key in merged:
        logger.warning("%s appears twice", key)
        continue
    merged[key] = value
    logger.info("%s is %r", key, value)

for key in sorted(merged):
    print(key, "=>", merged[key])
