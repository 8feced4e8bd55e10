# task: print the warmest day of each city (cut out of a script: file, imports and helper are missing)
# test: assert set(warmest) == {row["city"] for row in csv.DictReader(open(path))}
with open(path, newline="") as file:
    reader = csv.DictReader(file)
    next(reader)  # the line with the names of the columns
    rows = [row for row in reader]

warmest = {}
for row in rows:
    city = row["city"]
    degrees = to_celsius(float(row["temperature"]))
    if city not in warmest or degrees > warmest[city][1]:
        warmest[city] = (row["date"], degrees)

for city, (date, degrees) in sorted(warmest.items()):
    print(f"{city}: {degrees:.1f} degrees on {date}")
if not warmest:
    sys.exit("no data in " + path)
