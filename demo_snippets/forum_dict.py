# task: join two lists into a dictionary and log each pair; of a key that appears twice the last value counts
# (pasted from a forum: its imports and data are missing)
# test: assert set(merged) == set(keys)
# test: assert merged == dict(zip(keys, values))
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
