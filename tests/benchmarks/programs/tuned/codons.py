# task: the amino acids of a strand: read in threes from the first start, up to a stop
# test: assert protein("GGATGTTTGGCTAA") == "MFG"
# test: assert protein("ATGAAATAG") == "MK"
# test: assert protein("CCC") == ""

TABLE = {"ATG": "M", "TTT": "F", "GGC": "G", "AAA": "K", "TAA": "", "TAG": "", "CCC": "P"}


def begin(strand):
    at = strand.find("ATG")
    return at


def threes(strand, at):
    out = []
    while at + 3 <= len(strand):
        out.append(strand[at : at + 3])
        at += 3  #! at += 2
    return out


def protein(strand):
    at = begin(strand)
    if at < 0:
        return ""
    chain = ""
    for codon in threes(strand, at):
        letter = TABLE.get(codon, "?")
        if not letter:
            break
        chain += letter
    return chain
