# task: how many outfits a wardrobe gives: one piece of each kind; kinds in the second list may also be left out
# test: assert outfits({"shirt": 3}, []) == 3
# test: assert outfits({"shirt": 3, "shoes": 2}, []) == 6
# hidden: assert outfits({}, []) == 1
# hidden: assert outfits({"shirt": 2, "hat": 3}, ["hat"]) == 8
# hidden: assert outfits({"shirt": 0, "hat": 3}, ["hat"]) == 0
# hidden: assert outfits({"scarf": 1, "shirt": 4, "hat": 1}, ["hat", "scarf"]) == 16


def outfits(wardrobe, optional):
    combinations = 1  #! combinations = 0
    for kind, pieces in wardrobe.items():
        if kind in optional:
            choices = pieces + 1
        else:
            choices = pieces
        combinations *= choices
    return combinations
