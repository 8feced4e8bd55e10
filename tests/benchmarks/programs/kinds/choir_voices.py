# task: the singers of each voice, in the order they came; every voice is there, also with nobody; singers are (name, voice)
# test: assert by_voice(["alto", "bass"], []) == {"alto": [], "bass": []}
# test: assert by_voice(["alto", "bass"], [("Ida", "alto"), ("Tim", "bass")]) == {"alto": ["Ida"], "bass": ["Tim"]}
# hidden: assert by_voice(["tenor"], [("x", "tenor"), ("a", "tenor")]) == {"tenor": ["x", "a"]}
# hidden: assert by_voice(["alto", "bass", "tenor"], [("x", "bass")]) == {"alto": [], "bass": ["x"], "tenor": []}
# hidden: assert by_voice(["p", "q"], [("x", "q"), ("y", "p"), ("z", "q")]) == {"p": ["y"], "q": ["x", "z"]}


def by_voice(voices, singers):
    choir = {voice: [] for voice in voices}  #! choir = dict.fromkeys(voices, [])
    for singer in singers:
        name, voice = singer
        if voice not in choir:
            raise ValueError(f"{name} sings {voice}, which the choir does not have")
        choir[voice].append(name)
    return choir
