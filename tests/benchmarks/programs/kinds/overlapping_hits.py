# task: at which positions a motif stands in a DNA string, overlapping ones too, counted from 1
# test: assert positions("ATATAG", "ATA") == [1, 3]
# test: assert positions("GGCAT", "CAT") == [3]
# hidden: assert positions("AAAA", "AA") == [1, 2, 3]
# hidden: assert positions("ACGT", "ACGT") == [1]
# hidden: assert positions("AC", "ACG") == []
# hidden: assert positions("CATCAT", "CAT") == [1, 4]


def positions(dna, motif):
    hits = []
    last_start = len(dna) - len(motif) + 1  #! last_start = len(dna) - len(motif)
    for start in range(last_start):
        matches = True
        for offset, base in enumerate(motif):
            if dna[start + offset] != base:
                matches = False
                break
        if matches:
            hits.append(start + 1)
    return hits
