# task: the codons (three letters each) of a DNA string up to a stop codon (TAA, TAG, TGA); letters left over are dropped
# test: assert list(codons("ATG")) == ["ATG"]
# test: assert list(codons("ATGCCATAA")) == ["ATG", "CCA"]
# hidden: assert list(codons("")) == []
# hidden: assert list(codons("ATGCC")) == ["ATG"]
# hidden: assert list(codons("CCATAGATG")) == ["CCA"]
# hidden: assert list(codons("AAACCCGGGTT")) == ["AAA", "CCC", "GGG"]

STOPS = {"TAA", "TAG", "TGA"}


def codons(dna):
    for start in range(0, len(dna) - 2, 3):
        codon = dna[start:start + 3]  #! codon = dna[start:3]
        if codon in STOPS:
            return
        yield codon
