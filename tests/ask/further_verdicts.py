"""Further verdicts as models of many kinds write them, each with its reading, written down before it was first read."""

from tests.ask.verdict_forms import Meaning, VerdictForm

BOTH: Meaning = {3: True, 14: False}


def many(name: str, reply: str, means: Meaning = BOTH, says: str = "", partial: bool = False) -> VerdictForm:
    """An answer about several visits."""
    return VerdictForm(name=name, reply=reply, means=means, says=says, partial=partial)


def one(name: str, reply: str, right: bool | None, says: str = "") -> VerdictForm:
    """An answer about BLOCK-7@14 alone that says right, wrong, or neither."""
    return VerdictForm(name=name, reply=reply, means={14: right}, says=says, only=14)


def none(name: str, reply: str) -> VerdictForm:
    """An answer about BLOCK-7@14 alone that holds no verdict."""
    return VerdictForm(name=name, reply=reply, means={}, only=14)


SEVERAL = [
    many(
        "a JSON array of pairs",
        '[["BLOCK-2@3", true, "sets acc"], ["BLOCK-7@14", false, "acc is kept"]]',
        says="acc is kept",
    ),
    many(
        "JSON pretty printed with the label nested",
        '{\n  "block": {"label": "BLOCK-7@14", "lines": [8, 9]},\n  "correct": false,\n'
        '  "explanation": "acc is kept"\n}',
        {14: False},
        "acc is kept",
    ),
    many(
        "a list under results with judgement",
        '{"results": [{"block_id": "BLOCK-2@3", "judgement": "Correct"}, '
        '{"block_id": "BLOCK-7@14", "judgement": "Incorrect", "rationale": "acc is kept"}]}',
        says="acc is kept",
    ),
    many(
        "visit for block",
        '{"visit": "BLOCK-2@3", "correct": true, "explanation": "a"}\n'
        '{"visit": "BLOCK-7@14", "correct": false, "explanation": "acc is kept"}',
        says="acc is kept",
    ),
    many(
        "block and step in two fields",
        '{"block": 2, "step": 3, "correct": true}\n{"block": 7, "step": 14, "correct": false, "explanation": "kept"}',
        says="kept",
    ),
    many(
        "is correct as a string with a tick",
        '{"block": "BLOCK-2@3", "correct": "✅"}\n{"block": "BLOCK-7@14", "correct": "❌", "explanation": "kept"}',
        says="kept",
    ),
    many(
        "valid and invalid",
        '{"block": "BLOCK-2@3", "valid": true, "explanation": "a"}\n'
        '{"block": "BLOCK-7@14", "valid": false, "explanation": "kept"}',
        says="kept",
    ),
    many(
        "result for correct",
        '{"block": "BLOCK-2@3", "result": "pass"}\n{"block": "BLOCK-7@14", "result": "fail", "reason": "kept"}',
        says="kept",
    ),
    many(
        "assessment with a long word",
        '{"block": "BLOCK-2@3", "assessment": "Looks good"}\n'
        '{"block": "BLOCK-7@14", "assessment": "Does not do what the task needs", "why": "kept"}',
        says="kept",
    ),
    many(
        "bold labels in a bullet list",
        "* **BLOCK-2@3**: ✔️ sets acc\n* **BLOCK-7@14**: ✖️ acc is kept over the rows",
        says="acc is kept",
    ),
    many(
        "headings with the verdict behind them",
        "#### BLOCK-2@3: Correct ✅\nSets acc.\n\n#### BLOCK-7@14: Incorrect ❌\nacc is kept.",
        says="acc is kept",
    ),
    many(
        "headings with the verdict in brackets",
        "## BLOCK-2@3 (correct)\nSets acc.\n\n## BLOCK-7@14 (incorrect)\nacc is kept.",
        says="acc is kept",
    ),
    many(
        "the verdict before the label",
        "Correct: BLOCK-2@3 sets acc.\nIncorrect: BLOCK-7@14 keeps acc.",
        says="keeps acc",
    ),
    many(
        "the verdict in brackets before the label",
        "[CORRECT] BLOCK-2@3 - sets acc\n[INCORRECT] BLOCK-7@14 - keeps acc",
        says="keeps acc",
    ),
    many(
        "two lists under headings",
        "### Correct\n- BLOCK-2@3: sets acc\n\n### Incorrect\n- BLOCK-7@14: keeps acc",
        says="keeps acc",
    ),
    many(
        "a summary after the verdicts",
        '{"block": "BLOCK-2@3", "correct": true, "explanation": "a"}\n'
        '{"block": "BLOCK-7@14", "correct": false, "explanation": "kept"}\n\n'
        "In summary, BLOCK-7@14 is where the program goes wrong; BLOCK-2@3 is correct.",
        says="kept",
    ),
    many(
        "prose in which an earlier answer is taken back",
        "BLOCK-2@3: correct\nBLOCK-7@14: correct\n\nOn reflection:\nBLOCK-7@14: incorrect, acc is kept",
        says="acc is kept",
    ),
    many("German", "BLOCK-2@3: richtig, setzt acc\nBLOCK-7@14: falsch, acc bleibt stehen", says="acc bleibt"),
    many("German yes and no", "BLOCK-2@3: Ja\nBLOCK-7@14: Nein, acc bleibt stehen", says="acc bleibt"),
    many("French", "BLOCK-2@3 : vrai\nBLOCK-7@14 : faux, acc n'est pas remis à 0", says="remis"),
    many("Spanish", "BLOCK-2@3: correcto\nBLOCK-7@14: incorrecto, acc no se reinicia", says="reinicia"),
    many("Portuguese", "BLOCK-2@3: correto.\nBLOCK-7@14: incorreto; acc fica", says="acc fica"),
    many("Italian", "BLOCK-2@3: corretto\nBLOCK-7@14: errato, acc resta", says="acc resta"),
    many("Chinese", "BLOCK-2@3：正确\nBLOCK-7@14：错误，acc 没有重置", says="acc 没有重置"),
    many("Japanese", "BLOCK-2@3: 正しい\nBLOCK-7@14: 間違い。acc が残る", says="acc が残る"),
    many("Russian", "BLOCK-2@3: верно\nBLOCK-7@14: неверно, acc не сброшен", says="acc не сброшен"),
    many(
        "Chinese in JSON with wide punctuation",
        '{"block"："BLOCK-2@3"，"correct"：true，"explanation"："设为 0"}\n'
        '{"block"："BLOCK-7@14"，"correct"：false，"explanation"："没有重置"}',
        says="没有重置",
    ),
    many(
        "YAML with a folded text",
        "verdicts:\n  - block: BLOCK-2@3\n    correct: true\n    explanation: >\n      sets acc\n"
        "  - block: BLOCK-7@14\n    correct: false\n    explanation: >\n      keeps acc\n      over the rows",
        says="over the rows",
    ),
    many(
        "YAML in a fence with quotes",
        '```yaml\n- block: "BLOCK-2@3"\n  correct: "yes"\n- block: "BLOCK-7@14"\n  correct: "no"\n'
        '  explanation: "keeps acc"\n```',
        says="keeps acc",
    ),
    many(
        "a table without outer bars",
        "Block | Correct | Explanation\n--- | --- | ---\nBLOCK-2@3 | yes | sets acc\nBLOCK-7@14 | no | keeps acc",
        says="keeps acc",
    ),
    many(
        "a table with the verdict last",
        "| Block | Explanation | Verdict |\n|---|---|---|\n| BLOCK-2@3 | sets acc | Correct |\n"
        "| BLOCK-7@14 | keeps acc | **Incorrect** |",
        says="keeps acc",
    ),
    many(
        "a table with numbers and lines",
        "| # | Visit | Lines | Correct? | Notes |\n|--|--|--|--|--|\n| 1 | BLOCK-2@3 | 4 | ✅ Yes | sets acc |\n"
        "| 2 | BLOCK-7@14 | 9 | ❌ No | keeps acc |",
        says="keeps acc",
    ),
    many(
        "an HTML table",
        "<table><tr><th>block</th><th>correct</th><th>explanation</th></tr>\n"
        "<tr><td>BLOCK-2@3</td><td>true</td><td>sets acc</td></tr>\n"
        "<tr><td>BLOCK-7@14</td><td>false</td><td>keeps acc</td></tr></table>",
        says="keeps acc",
    ),
    many(
        "an HTML list",
        "<ul>\n<li><b>BLOCK-2@3</b>: correct, sets acc</li>\n<li><b>BLOCK-7@14</b>: incorrect, keeps acc</li>\n</ul>",
        says="keeps acc",
    ),
    many(
        "XML over several lines",
        '<verdicts>\n  <verdict block="BLOCK-2@3">\n    <correct>true</correct>\n  </verdict>\n'
        '  <verdict block="BLOCK-7@14">\n    <correct>false</correct>\n    <explanation>keeps acc</explanation>\n'
        "  </verdict>\n</verdicts>",
        says="keeps acc",
    ),
    many("tab separated", "BLOCK-2@3\ttrue\tsets acc\nBLOCK-7@14\tfalse\tkeeps acc", says="keeps acc"),
    many("semicolons", "BLOCK-2@3; correct; sets acc\nBLOCK-7@14; incorrect; keeps acc", says="keeps acc"),
    many(
        "a Python list in a fence",
        "```python\nverdicts = [\n    {'block': 'BLOCK-2@3', 'correct': True, 'explanation': 'sets acc'},\n"
        "    {'block': 'BLOCK-7@14', 'correct': False, 'explanation': 'keeps acc'},\n]\n```",
        says="keeps acc",
    ),
    many(
        "Python tuples by label",
        "{'BLOCK-2@3': (True, 'sets acc'), 'BLOCK-7@14': (False, 'keeps acc')}",
        says="keeps acc",
    ),
    many(
        "lists by label",
        '{"BLOCK-2@3": [true, "sets acc"], "BLOCK-7@14": [false, "keeps acc"]}',
        says="keeps acc",
    ),
    many(
        "words by label",
        '{"BLOCK-2@3": "correct - sets acc", "BLOCK-7@14": "incorrect - keeps acc"}',
        says="keeps acc",
    ),
    many(
        "JSON after the words of a reasoner without tags",
        "Thinking: BLOCK-2@3 is incorrect? No, acc is 0 there.\n\nFinal answer:\n"
        '{"block": "BLOCK-2@3", "correct": true, "explanation": "acc is 0"}\n'
        '{"block": "BLOCK-7@14", "correct": false, "explanation": "keeps acc"}',
        says="keeps acc",
    ),
    many(
        "thoughts between the objects",
        '<think>first one</think>{"block": "BLOCK-2@3", "correct": true}\n<think>hm {"correct": true}</think>\n'
        '{"block": "BLOCK-7@14", "correct": false, "explanation": "keeps acc"}',
        says="keeps acc",
    ),
    many(
        "a reasoning tag in capitals",
        '<REASONING>\nBLOCK-7@14: correct\n</REASONING>\n{"block": "BLOCK-7@14", "correct": false}',
        {14: False},
    ),
    many(
        "an end of sequence token behind",
        '{"block": "BLOCK-2@3", "correct": true}\n{"block": "BLOCK-7@14", "correct": false}</s><|im_end|>',
    ),
    many(
        "a chat template before",
        '<|im_start|>assistant\n{"block": "BLOCK-2@3", "correct": true}\n{"block": "BLOCK-7@14", "correct": false}',
    ),
    many(
        "one object with all blocks as keys and a list of reasons",
        '{"BLOCK-2@3": {"verdict": "Correct", "reasons": ["sets acc"]}, '
        '"BLOCK-7@14": {"verdict": "Incorrect", "reasons": ["keeps acc"]}}',
    ),
    many(
        "LaTeX",
        "$\\text{BLOCK-2@3}$: \\textbf{correct}\n\n$\\text{BLOCK-7@14}$: \\textbf{incorrect}",
    ),
    many(
        "unclear, partially, null and a real verdict",
        '{"block": "BLOCK-2@3", "correct": "unclear"}\n{"block": "BLOCK-3@4", "correct": "partially"}\n'
        '{"block": "BLOCK-5@6", "correct": null}\n{"block": "BLOCK-7@14", "correct": "no"}',
        {3: None, 4: None, 6: None, 14: False},
    ),
    many(
        "words that decide nothing",
        "BLOCK-2@3: cannot be determined\nBLOCK-3@4: depends on the task\nBLOCK-5@6: N/A\nBLOCK-7@14: wrong",
        {3: None, 4: None, 6: None, 14: False},
    ),
    many(
        "probably, likely",
        "BLOCK-2@3: Likely correct\nBLOCK-7@14: Probably incorrect, keeps acc",
        says="keeps acc",
    ),
    many(
        "cut off in the third line of a table",
        "| Block | Correct | Why |\n|---|---|---|\n| BLOCK-2@3 | yes | sets acc |\n| BLOCK-7@14 | no | keeps acc |\n"
        "| BLOCK-5",
    ),
    many(
        "cut off in YAML before the verdict",
        "- block: BLOCK-2@3\n  correct: true\n- block: BLOCK-7@14\n  corr",
        {3: True},
    ),
    many(
        "cut off in a pretty printed object",
        '[\n  {\n    "block": "BLOCK-2@3",\n    "correct": true,\n    "explanation": "sets acc"\n  },\n  {\n'
        '    "block": "BLOCK-7@14",\n    "correct": false,\n    "explanation": "kee',
        {3: True},
        partial=True,
    ),
    many(
        "the question repeated",
        "Does each visit do what the task needs at that point of the run?\n\n[BLOCK-2@3] line 2: -> acc=0\nYes.\n\n"
        "[BLOCK-7@14] line 9: -> out=[4]\nNo. keeps acc",
        says="keeps acc",
    ),
    many(
        "a refusal with a block in it",
        "I cannot judge BLOCK-7@14 without the rest of the code.",
        {},
    ),
    many("another program is talked of", "Sure! Please paste the blocks that I should judge.", {}),
    many("JSON that says nothing", '{"status": "success", "data": []}', {}),
    many("an error of a gateway", '{"error": {"message": "model overloaded", "type": "server_error"}}', {}),
    many("an empty array", "```json\n[]\n```", {}),
    many(
        "escaped quotation marks and Unicode",
        '{"block": "BLOCK-7@14", "correct": false, "explanation": "says \\"acc\\" \\u2192 4"}',
        {14: False},
        'says "acc" → 4',
    ),
    many(
        "braces in an explanation",
        '{"block": "BLOCK-7@14", "correct": false, "explanation": "gives {1: 4} where {1: 3} is due"}',
        {14: False},
        "where {1: 3} is due",
    ),
    many(
        "JSON5 with plus signs and hash comments",
        "{block: 'BLOCK-2@3', correct: +1}, # first\n{block: 'BLOCK-7@14', correct: false, explanation: 'keeps acc'}",
        {3: None, 14: False},
        "keeps acc",
    ),
    many(
        "a label with blanks and a small word",
        "Block 2 @ step 3 - OK\nBlock 7 @ step 14 - NOT OK: keeps acc",
        says="keeps acc",
    ),
    many("labels alone as a list of the wrong ones", "Incorrect blocks: BLOCK-7@14", {14: False}),
    many(
        "steps in words",
        "Step 3: correct. Step 3 sets acc.\nStep 14: incorrect. It keeps acc.",
        says="keeps acc",
    ),
    many(
        "quotation marks of another kind",
        "{«block»: «BLOCK-2@3», «correct»: true}\n{«block»: «BLOCK-7@14», «correct»: false}",
    ),
]

ALONE = [
    one("right with its reason", "right: acc begins at 0", True, "acc begins at 0"),
    one("wrong with its reason", "wrong: acc is kept", False, "acc is kept"),
    one("in capitals with a full stop", "WRONG.", False),
    one("in bold", "**wrong**: acc is kept", False, "acc is kept"),
    one("in a fence", "```\nwrong: acc is kept\n```", False, "acc is kept"),
    one("in a fence of text", "```text\nright: fine\n```", True),
    one("in backticks", "`wrong: acc is kept`", False, "acc is kept"),
    one("in quotation marks", '"wrong: acc is kept"', False, "acc is kept"),
    one("after Answer", "Answer: wrong: acc is kept", False, "acc is kept"),
    one("after Answer on the line before", "Answer:\nwrong: acc is kept", False, "acc is kept"),
    one("after A", "A: wrong\nacc is kept", False, "acc is kept"),
    one("after the question", "Is this part right for the task?\n\nwrong: acc is kept", False, "acc is kept"),
    one(
        "after the question on its line",
        "Is this part right for the task? No, acc is kept.",
        False,
        "acc is kept",
    ),
    one(
        "after a copy of the form",
        "right: REASON\nor\nwrong: REASON\n\nwrong: acc is kept over the rows",
        False,
        "acc is kept",
    ),
    none("a copy of the form alone", "right: REASON\nor\nwrong: REASON"),
    none("a copy of the form in brackets", "right: <reason>\nwrong: <reason>"),
    one(
        "after thoughts in lines",
        "acc is 1 before.\nn is 3.\nSo acc becomes 4 but the task needs 3.\n\nwrong: acc is kept",
        False,
        "acc is kept",
    ),
    one("with therefore", "acc is 4 and the task needs 3. Therefore, this part is wrong.", False),
    one("with so", "The sum of the row is 3.\nSo the block is incorrect.", False),
    one("final answer", "acc is 4, not 3.\n\nFinal answer: wrong", False),
    one("boxed", "acc is 4, so\n\n$\\boxed{\\text{wrong}}$", False),
    one("boxed without text", "\\boxed{incorrect}", False),
    one(
        "taken back",
        "right: acc is a sum\n\nWait, acc was not reset.\nwrong: acc is kept",
        False,
        "acc is kept",
    ),
    one("both at once", "right and wrong", None),
    one("either", "It could be right or wrong, depending on the task.", None),
    one("partially", "partially right: only for the first row", None),
    one("unclear", "unclear: the task does not say", None),
    one("not sure", "I'm not sure whether this is right.", None),
    one("cannot determine", "Cannot be determined from the values.", None),
    one("looks good to me", "Looks good to me!", True),
    one("LGTM", "LGTM", True),
    one("no bug", "No bug here: acc is 0.", True),
    one("there is no error", "There is no error in this part.", True),
    one("there is a bug", "There is a bug: acc is never reset.", False),
    one("contains a bug", "This part contains a bug. acc is kept.", False),
    one("is buggy", "The code is buggy because acc is kept.", False),
    one("does what the task needs", "This part does what the task needs.", True),
    one("does not do what the task needs", "This part does not do what the task needs: acc is kept.", False),
    one("it does not", "No, it doesn't. acc is kept.", False),
    one("yes it does", "Yes, it does.", True),
    one("not right", "not right: acc is kept", False, "acc is kept"),
    one("isn't right", "This isn't right, as acc is kept.", False),
    one("is incorrectly", "The block incorrectly keeps acc.", False),
    one("a key with a blank", "Correct : False", False),
    one("an object with answer", '{"answer": "wrong", "reason": "acc is kept"}', False, "acc is kept"),
    one("an object with right", '{"right": false, "reason": "acc is kept"}', False, "acc is kept"),
    one("an object keyed by the word", '{"wrong": "acc is kept"}', False, "acc is kept"),
    one("an object with the verdict alone", '{"verdict": "wrong"}', False),
    one("German", "falsch: acc wird nicht zurückgesetzt", False, "zurückgesetzt"),
    one("French no", "Non, acc n'est pas remis à zéro.", False),
    one("Spanish yes", "Sí, es correcto.", True),
    one("Chinese", "错误：acc 没有重置", False, "没有重置"),
    one("Chinese sentence", "这段代码是正确的。", True),
    one("a cross", "❌ acc is kept", False, "acc is kept"),
    one("a thumb", "👍", True),
    one("a tick and a word", "✅ right: acc is 0", True, "acc is 0"),
    none("a rating", "Rating: 3/5"),
    none("a refusal", "I cannot assist with that request."),
    none("a question back", "Could you share the task?"),
    none("code alone", "```python\nacc = 0\nfor n in row:\n    acc += n\n```"),
    none("within its thoughts", "<think>\nwrong, as acc"),
    one("thoughts, then a word", "<think>\nright? no.\n</think>\n\nwrong", False),
    one(
        "numbered reasons first",
        "1. acc is 1 before.\n2. n is 3.\n3. acc is 4 after.\n\nwrong: acc is kept",
        False,
    ),
    one("a heading", "## Verdict\n\n**Wrong**\n\nacc is kept", False, "acc is kept"),
    one(
        "verdict in bold with colon inside",
        "**Verdict:** wrong\n**Reason:** acc is kept",
        False,
        "acc is kept",
    ),
    one(
        "right in prose that is no verdict",
        "The right side of the assignment is acc + n.\nwrong: acc is kept",
        False,
    ),
]

FORMS = SEVERAL + ALONE
