text = "the quick brown fox jumps over the lazy dog and the other dog sleeps " * 1500
counts = {}
longest = ""
for word in text.split():
    if word in counts:
        counts[word] += 1
    else:
        counts[word] = 1
    if len(word) > len(longest):
        longest = word
order = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
print(order[:3], longest)
