"""Verdicts as models write them, with what each must be read as: correct by step."""

from dataclasses import dataclass

Meaning = dict[int, bool | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictForm:
    """A reply to a question about BLOCK-2@3, BLOCK-3@4, BLOCK-5@6, BLOCK-3@8 and BLOCK-7@14.

    Attributes:
        means: what it says of the steps that it judges; empty where it must be refused.
        partial: whether its end is missing.
        says: words of the explanation of its last verdict.
        only: the one step that was asked about, where it was one.
    """

    name: str
    reply: str
    means: Meaning
    partial: bool = False
    says: str = ""
    only: int | None = None


FORMS = [
    VerdictForm(
        name="JSON lines as asked for",
        reply='{"block": "BLOCK-2@3", "correct": true, "explanation": "acc starts at 0"}\n'
        '{"block": "BLOCK-7@14", "correct": false, "explanation": "acc is 4, not 3"}',
        means={3: True, 14: False},
        says="acc is 4, not 3",
    ),
    VerdictForm(
        name="a fenced array with prose around it",
        reply="Here is my analysis of the blocks:\n\n```json\n[\n"
        '  {"block": "BLOCK-2@3", "correct": true, "explanation": "fine"},\n'
        '  {"block": "BLOCK-3@4", "correct": true, "explanation": "fine"},\n'
        '  {"block": "BLOCK-7@14", "correct": false, "explanation": "appends 4"}\n]\n```\nLet me know!',
        means={3: True, 4: True, 14: False},
        says="appends 4",
    ),
    VerdictForm(
        name="labels in bold with a word after a colon, the reason on the next line",
        reply="**[BLOCK-2@3]**: Correct\nInitialises acc to 0.\n\n"
        "**[BLOCK-7@14]**: Incorrect\nacc carries over from the row before.",
        means={3: True, 14: False},
        says="acc carries over",
    ),
    VerdictForm(
        name="Python dictionaries",
        reply="{'block': 'BLOCK-2@3', 'correct': True, 'explanation': \"it's right\"}\n"
        "{'block': 'BLOCK-7@14', 'correct': False, 'explanation': 'acc isn\\'t reset'}",
        means={3: True, 14: False},
        says="acc isn't reset",
    ),
    VerdictForm(
        name="trailing commas in an array of objects over several lines",
        reply='[\n  {\n    "block": "BLOCK-2@3",\n    "correct": true,\n    "explanation": "ok",\n  },\n'
        '  {\n    "block": "BLOCK-7@14",\n    "correct": false,\n    "explanation": "wrong sum",\n  },\n]',
        means={3: True, 14: False},
        says="wrong sum",
    ),
    VerdictForm(
        name="is_correct for correct",
        reply='{"block": "BLOCK-2@3", "is_correct": true, "explanation": "a"}\n'
        '{"block": "BLOCK-7@14", "is_correct": false, "explanation": "b"}',
        means={3: True, 14: False},
        says="b",
    ),
    VerdictForm(
        name="words with a full stop in quotes",
        reply='{"block": "BLOCK-2@3", "correct": "True.", "explanation": "a"}\n'
        '{"block": "BLOCK-7@14", "correct": "False.", "explanation": "b"}',
        means={3: True, 14: False},
    ),
    VerdictForm(
        name="not correct",
        reply='{"block": "BLOCK-7@14", "correct": "not correct", "explanation": "b"}',
        means={14: False},
    ),
    VerdictForm(
        name="a think block with drafts that the answer takes back",
        reply='<think>\nMaybe {"block": "BLOCK-7@14", "correct": true, "explanation": "looks ok"}? '
        "Hmm, wait: acc is 4. BLOCK-2@3: incorrect? No.\n</think>\n"
        '{"block": "BLOCK-7@14", "correct": false, "explanation": "acc is 4"}',
        means={14: False},
        says="acc is 4",
    ),
    VerdictForm(
        name="a think block whose opening tag the template kept",
        reply='The block looks right {"block": "BLOCK-7@14", "correct": true}\n</think>\n\n'
        '{"block": "BLOCK-7@14", "correct": false, "explanation": "acc is 4"}',
        means={14: False},
    ),
    VerdictForm(
        name="a think block that never ends",
        reply='<think>\nLet me look at the blocks. {"block": "BLOCK-7@14", "correct": true, "explanation": "x"} '
        "Next I should check",
        means={},
    ),
    VerdictForm(
        name="cut off inside the second object",
        reply='{"block": "BLOCK-2@3", "correct": true, "explanation": "fine"}\n'
        '{"block": "BLOCK-7@14", "correct": fal',
        means={3: True},
        partial=True,
    ),
    VerdictForm(
        name="a fenced array cut off inside an explanation",
        reply='```json\n[{"block": "BLOCK-2@3", "correct": true, "explanation": "fine"},\n'
        ' {"block": "BLOCK-3@4", "correct": true, "explanation": "takes the first r',
        means={3: True},
        partial=True,
    ),
    VerdictForm(
        name="null",
        reply='{"block": "BLOCK-2@3", "correct": null, "explanation": "cannot tell"}',
        means={3: None},
    ),
    VerdictForm(
        name="partially",
        reply='{"block": "BLOCK-2@3", "correct": "partially", "explanation": "only for positive rows"}',
        means={3: None},
    ),
    VerdictForm(
        name="partially correct",
        reply='{"block": "BLOCK-2@3", "correct": "Partially correct", "explanation": "only for '
        'positive rows"}',
        means={3: None},
    ),
    VerdictForm(
        name="unclear in a line of its own",
        reply="[BLOCK-2@3]: Unclear - the task does not say.\n[BLOCK-7@14]: Incorrect - acc is 4.",
        means={3: None, 14: False},
    ),
    VerdictForm(
        name="an object whose keys are the labels",
        reply='{\n "BLOCK-2@3": {"correct": true, "explanation": "a"},\n'
        ' "BLOCK-7@14": {"correct": false, "explanation": "acc is 4"}\n}',
        means={3: True, 14: False},
        says="acc is 4",
    ),
    VerdictForm(
        name="labels mapped to booleans",
        reply='{"BLOCK-2@3": true, "BLOCK-3@4": true, "BLOCK-7@14": false}',
        means={3: True, 4: True, 14: False},
    ),
    VerdictForm(
        name="a wrapper with a list in it",
        reply='{"verdicts": [{"block": "BLOCK-2@3", "correct": true, "explanation": "a"}, '
        '{"block": "BLOCK-7@14", "correct": false, "explanation": "b"}]}',
        means={3: True, 14: False},
    ),
    VerdictForm(
        name="capital keys and words",
        reply='{"Block": "BLOCK-2@3", "Correct": "TRUE", "Explanation": "a"}\n'
        '{"BLOCK": "BLOCK-7@14", "CORRECT": "FALSE", "EXPLANATION": "b"}',
        means={3: True, 14: False},
        says="b",
    ),
    VerdictForm(
        name="curly quotation marks",
        reply="{“block”: “BLOCK-7@14”, “correct”: false, “explanation”: “acc is 4”}",
        means={14: False},
        says="acc is 4",
    ),
    VerdictForm(
        name="YAML",
        reply="- block: BLOCK-2@3\n  correct: true\n  explanation: fine\n"
        "- block: BLOCK-7@14\n  correct: false\n  explanation: acc is 4, so the sum is wrong",
        means={3: True, 14: False},
        says="acc is 4, so the sum is wrong",
    ),
    VerdictForm(
        name="a Markdown table",
        reply="| Block | Correct | Explanation |\n|---|---|---|\n| BLOCK-2@3 | true | fine |\n"
        "| BLOCK-7@14 | false | acc is 4 |",
        means={3: True, 14: False},
        says="acc is 4",
    ),
    VerdictForm(
        name="unescaped quotation marks in an explanation",
        reply='{"block": "BLOCK-7@14", "correct": false, "explanation": "acc is "4" and not "3", so wrong"}',
        means={14: False},
        says='acc is "4" and not "3", so wrong',
    ),
    VerdictForm(
        name="sets, f-strings and dictionaries in prose before the answer",
        reply='The set {1, 2} and f"{acc}" and {[1]: 2} and {} do not matter, nor does `{n for n in row}`.\n'
        '{"block": "BLOCK-7@14", "correct": false, "explanation": "seen is {1, 2}"}',
        means={14: False},
        says="seen is {1, 2}",
    ),
    VerdictForm(
        name="line breaks inside an explanation",
        reply='{"block": "BLOCK-7@14", "correct": false, "explanation": "acc is 4\nand must be 3"}',
        means={14: False},
        says="must be 3",
    ),
    VerdictForm(
        name="a bare number for the block",
        reply='{"block": 2, "correct": true, "explanation": "a"}\n{"block": 3, "correct": true, "explanation": "b"}\n'
        '{"block": 3, "correct": false, "explanation": "c"}',
        means={3: True, 4: True, 8: False},
    ),
    VerdictForm(
        name="verdict for correct",
        reply='{"block": "BLOCK-2@3", "verdict": "correct", "explanation": "a"}\n'
        '{"block": "BLOCK-7@14", "verdict": "incorrect", "explanation": "b"}',
        means={3: True, 14: False},
    ),
    VerdictForm(
        name="ticks and crosses",
        reply="✅ BLOCK-2@3: initialises acc\n❌ BLOCK-7@14: acc is 4 where 3 is expected",
        means={3: True, 14: False},
        says="acc is 4",
    ),
    VerdictForm(
        name="a numbered list with dashes",
        reply="1. BLOCK-2@3 — correct: starts at 0\n2. BLOCK-7@14 — incorrect: acc is 4",
        means={3: True, 14: False},
        says="acc is 4",
    ),
    VerdictForm(
        name="the asked form is repeated before the answer",
        reply='The format is {"block": "<label>", "correct": true/false, "explanation": "..."}.\n\n'
        '{"block": "BLOCK-7@14", "correct": false, "explanation": "acc is 4"}',
        means={14: False},
    ),
    VerdictForm(
        name="the same label twice: the last word counts",
        reply='{"block": "BLOCK-7@14", "correct": true, "explanation": "adds n"}\n'
        "Wait, acc should have been reset.\n"
        '{"block": "BLOCK-7@14", "correct": false, "explanation": "acc is 4"}',
        means={14: False},
    ),
    VerdictForm(name="nothing", reply="", means={}),
    VerdictForm(name="white space", reply="\n \n", means={}),
    VerdictForm(name="a refusal", reply="I'm sorry, but I can't help with that.", means={}),
    VerdictForm(
        name="prose that names no block",
        reply="The program computes running sums. It is correct that acc starts at 0.",
        means={},
    ),
    VerdictForm(
        name="one word where one block was asked about",
        reply="Incorrect. acc is never reset, so it is 4.",
        means={14: False},
        only=14,
    ),
    VerdictForm(
        name="a sentence where one block was asked about",
        reply="The block BLOCK-7@14 is correct: it appends acc.",
        means={14: True},
        only=14,
    ),
    VerdictForm(
        name="keys without quotation marks",
        reply="{block: BLOCK-2@3, correct: true, explanation: fine}\n"
        "{block: BLOCK-7@14, correct: false, explanation: acc is 4}",
        means={3: True, 14: False},
    ),
    VerdictForm(
        name="comments in the JSON",
        reply='[\n  // the first block\n  {"block": "BLOCK-2@3", "correct": true, "explanation": "a"},\n'
        '  # the last one\n  {"block": "BLOCK-7@14", "correct": false, /* sure */ "explanation": "b"}\n]',
        means={3: True, 14: False},
    ),
    VerdictForm(
        name="JSON written as a string",
        reply='"{\\"block\\": \\"BLOCK-7@14\\", \\"correct\\": false, \\"explanation\\": \\"acc is 4\\"}"',
        means={14: False},
    ),
    VerdictForm(
        name="block numbers with B",
        reply='{"block": "B7@14", "correct": false, "explanation": "b"}\n{"block": "b2@3", "correct": true}',
        means={3: True, 14: False},
    ),
    VerdictForm(
        name="headings with a line for the verdict",
        reply="### BLOCK-2@3\n- **Correct:** true\n- **Explanation:** acc is 0\n\n"
        "### BLOCK-7@14\n- **Correct:** false\n- **Explanation:** acc is 4",
        means={3: True, 14: False},
        says="acc is 4",
    ),
    VerdictForm(
        name="Windows line ends and a byte order mark",
        reply='\ufeff{"block": "BLOCK-2@3", "correct": true, "explanation": "a"}\r\n'
        '{"block": "BLOCK-7@14", "correct": false, "explanation": "b"}\r\n',
        means={3: True, 14: False},
    ),
    VerdictForm(
        name="numbers for truth",
        reply='{"block": "BLOCK-2@3", "correct": 1, "explanation": "a"}\n'
        '{"block": "BLOCK-7@14", "correct": 0, "explanation": "b"}',
        means={3: True, 14: False},
    ),
    VerdictForm(
        name="a verdict with its reason in the same string",
        reply='{"block": "BLOCK-7@14", "correct": "No, acc is carried over", "explanation": "b"}\n'
        '{"block": "BLOCK-2@3", "correct": "yes - it starts at 0", "explanation": "a"}',
        means={3: True, 14: False},
    ),
    VerdictForm(
        name="labels of steps that nobody asked about",
        reply='{"block": "BLOCK-9@99", "correct": false, "explanation": "z"}\n'
        '{"block": "BLOCK-2@3", "correct": true, "explanation": "a"}',
        means={3: True},
    ),
    VerdictForm(
        name="only a step that nobody asked about",
        reply='{"block": "BLOCK-9@99", "correct": false, "explanation": "z"}',
        means={},
    ),
    VerdictForm(
        name="no labels, in the order asked",
        reply='{"correct": true, "explanation": "a"}\n{"correct": false, "explanation": "b"}',
        means={3: True, 4: False},
    ),
    VerdictForm(
        name="the label in brackets and the key in capitals with spaces",
        reply='{ "block" : "[BLOCK-7@14]" , "Is Correct" : false , "Reason" : "acc is 4" }',
        means={14: False},
        says="acc is 4",
    ),
    VerdictForm(
        name="a label as a line, then an object without it",
        reply='[BLOCK-2@3]\n{"correct": true, "explanation": "a"}\n\n'
        '[BLOCK-7@14]\n{"correct": false, "explanation": "acc is 4"}',
        means={3: True, 14: False},
    ),
    VerdictForm(
        name="is not correct, in a sentence",
        reply="BLOCK-2@3 is correct because acc starts at 0.\n"
        "BLOCK-7@14 is not correct: the correct value of acc would be 3.",
        means={3: True, 14: False},
        says="acc would be 3",
    ),
    VerdictForm(
        name="a single object over one line with an array as the reason",
        reply='{"block": "BLOCK-7@14", "correct": false, "explanation": ["acc is 4.", "It must be 3."]}',
        means={14: False},
        says="It must be 3.",
    ),
    VerdictForm(
        name="unknown words are no verdict",
        reply='{"block": "BLOCK-2@3", "correct": "mostly", "explanation": "a"}\n'
        '{"block": "BLOCK-3@4", "correct": "", "explanation": "b"}\n'
        '{"block": "BLOCK-7@14", "correct": "true or false", "explanation": "c"}',
        means={3: None, 4: None, 14: None},
    ),
    VerdictForm(
        name="missing commas between keys",
        reply='{"block": "BLOCK-7@14" "correct": false "explanation": "acc is 4"}',
        means={14: False},
    ),
    VerdictForm(
        name="cut off before the first object ends",
        reply='{"block": "BLOCK-2@3", "correct": true, "explanation": "acc sta',
        means={},
    ),
    VerdictForm(
        name="lines cut off in a label",
        reply="BLOCK-2@3: correct, acc is 0\nBLOCK-7@1",
        means={3: True},
        partial=False,
    ),
    VerdictForm(
        name="yaml list",
        reply="- block: BLOCK-2@3\n"
        "  correct: true\n"
        "  explanation: starts at 0\n"
        "- block: BLOCK-7@14\n"
        "  correct: false\n"
        "  explanation: acc is not reset",
        means={3: True, 14: False},
        says="not reset",
    ),
    VerdictForm(
        name="yaml mapping by label",
        reply="BLOCK-2@3:\n"
        "  correct: yes\n"
        "  explanation: fine\n"
        "BLOCK-7@14:\n"
        "  correct: no\n"
        "  explanation: acc carries over",
        means={3: True, 14: False},
        says="carries over",
    ),
    VerdictForm(
        name="xml tags",
        reply="<verdict><block>BLOCK-2@3</block><correct>true</correct><explanation>ok</explanation>"
        "</verdict>\n"
        "<verdict><block>BLOCK-7@14</block><correct>false</correct><explanation>acc is "
        "kept</explanation></verdict>",
        means={3: True, 14: False},
        says="acc is kept",
    ),
    VerdictForm(
        name="xml attributes",
        reply='<block id="BLOCK-2@3" correct="true">ok</block>\n'
        '<block id="BLOCK-7@14" correct="false">acc is kept</block>',
        means={3: True, 14: False},
        says="acc is kept",
    ),
    VerdictForm(
        name="emoji ticks",
        reply="BLOCK-2@3 ✅ initialises acc\nBLOCK-7@14 ❌ appends the wrong sum",
        means={3: True, 14: False},
        says="wrong sum",
    ),
    VerdictForm(
        name="emoji ticks before",
        reply="✅ BLOCK-2@3: initialises acc\n❌ BLOCK-7@14: appends the wrong sum",
        means={3: True, 14: False},
        says="wrong sum",
    ),
    VerdictForm(
        name="numbered list bold",
        reply="1. **BLOCK-2@3** — Correct. Sets acc to 0.\n"
        "2. **BLOCK-7@14** — Incorrect. Appends 4 where 3 is expected.",
        means={3: True, 14: False},
        says="Appends 4",
    ),
    VerdictForm(
        name="headings",
        reply="### BLOCK-2@3\n"
        "**Verdict:** Correct\n"
        "**Explanation:** sets acc\n"
        "\n"
        "### BLOCK-7@14\n"
        "**Verdict:** Incorrect\n"
        "**Explanation:** sum of both rows",
        means={3: True, 14: False},
        says="sum of both",
    ),
    VerdictForm(
        name="table",
        reply="| Block | Correct? | Why |\n"
        "|---|---|---|\n"
        "| BLOCK-2@3 | Yes | sets acc |\n"
        "| BLOCK-7@14 | No | appends 4 |",
        means={3: True, 14: False},
        says="appends 4",
    ),
    VerdictForm(
        name="table with ticks",
        reply="| Block | ✓/✗ | Explanation |\n"
        "|:--|:-:|:--|\n"
        "| `BLOCK-2@3` | ✓ | sets acc |\n"
        "| `BLOCK-7@14` | ✗ | appends 4 |",
        means={3: True, 14: False},
        says="appends 4",
    ),
    VerdictForm(
        name="object keyed by label",
        reply='{"BLOCK-2@3": {"correct": true, "explanation": "a"}, "BLOCK-7@14": {"correct": '
        'false, "explanation": "b wrong"}}',
        means={3: True, 14: False},
        says="b wrong",
    ),
    VerdictForm(
        name="object keyed by label, bools",
        reply='{"BLOCK-2@3": true, "BLOCK-7@14": false}',
        means={3: True, 14: False},
    ),
    VerdictForm(
        name="nested verdicts key",
        reply='{"verdicts": [{"block": "BLOCK-2@3", "correct": true, "explanation": "x"}, {"block": '
        '"BLOCK-7@14", "correct": false, "explanation": "y bad"}], "summary": "one wrong"}',
        means={3: True, 14: False},
        says="y bad",
    ),
    VerdictForm(
        name="label without brackets lower",
        reply='{"block": "block-2@3", "correct": true, "explanation": "x"}\n'
        '{"block": "block-7@14", "correct": false, "explanation": "q"}',
        means={3: True, 14: False},
        says="q",
    ),
    VerdictForm(
        name="step only",
        reply='{"step": 3, "correct": true, "explanation": "x"}\n'
        '{"step": 14, "correct": false, "explanation": "z"}',
        means={3: True, 14: False},
        says="z",
    ),
    VerdictForm(
        name="is_correct string",
        reply='{"block": "BLOCK-2@3", "is_correct": "Yes", "reason": "x"}\n'
        '{"block": "BLOCK-7@14", "is_correct": "No", "reason": "not reset"}',
        means={3: True, 14: False},
        says="not reset",
    ),
    VerdictForm(
        name="verdict words",
        reply='{"block": "BLOCK-2@3", "verdict": "right", "explanation": "x"}\n'
        '{"block": "BLOCK-7@14", "verdict": "wrong", "explanation": "kept"}',
        means={3: True, 14: False},
        says="kept",
    ),
    VerdictForm(
        name="PASS FAIL",
        reply="BLOCK-2@3: PASS - sets acc\nBLOCK-7@14: FAIL - sums rows",
        means={3: True, 14: False},
        says="sums rows",
    ),
    VerdictForm(
        name="buggy",
        reply='{"block": "BLOCK-7@14", "buggy": true, "explanation": "sums rows"}',
        means={14: False},
        says="sums rows",
    ),
    VerdictForm(
        name="correction at the end",
        reply='{"block": "BLOCK-7@14", "correct": true, "explanation": "fine"}\n'
        "Wait, actually acc was never reset:\n"
        '{"block": "BLOCK-7@14", "correct": false, "explanation": "acc never reset"}',
        means={14: False},
        says="never reset",
    ),
    VerdictForm(
        name="unclear",
        reply='{"block": "BLOCK-2@3", "correct": null, "explanation": "cannot tell"}\n'
        '{"block": "BLOCK-7@14", "correct": false, "explanation": "bad"}',
        means={3: None, 14: False},
        says="bad",
    ),
    VerdictForm(
        name="partially",
        reply="BLOCK-2@3: partially correct\nBLOCK-7@14: incorrect, appends 4",
        means={3: None, 14: False},
        says="appends 4",
    ),
    VerdictForm(name="refusal", reply="I'm sorry, but I can't help with debugging this code.", means={}),
    VerdictForm(name="empty", reply="   \n", means={}),
    VerdictForm(name="all right in prose", reply="All blocks look correct to me.", means={}),
    VerdictForm(
        name="single prose incorrect",
        reply="This block is incorrect: acc should be reset for each row.",
        means={14: False},
        says="acc should",
        only=14,
    ),
    VerdictForm(
        name="single just no", reply="No. acc is not reset.", means={14: False}, says="acc is not", only=14
    ),
    VerdictForm(name="single yes", reply="Correct", means={14: True}, only=14),
    VerdictForm(
        name="single json without label",
        reply='{"correct": false, "explanation": "kept over rows"}',
        means={14: False},
        says="kept over",
        only=14,
    ),
    VerdictForm(
        name="single not correct",
        reply="The block is not correct because acc keeps its value.",
        means={14: False},
        only=14,
    ),
    VerdictForm(
        name="single nothing wrong",
        reply="There is nothing wrong with this block.",
        means={14: True},
        only=14,
    ),
    VerdictForm(
        name="think then json",
        reply='<think>BLOCK-2@3 is incorrect? hmm no. {"correct": false}</think>\n'
        '{"block": "BLOCK-2@3", "correct": true, "explanation": "fine"}',
        means={3: True},
        says="fine",
    ),
    VerdictForm(name="unclosed think", reply="<think>I think BLOCK-2@3 is incorrect", means={}),
    VerdictForm(
        name="cut json",
        reply='{"block": "BLOCK-2@3", "correct": true, "explanation": "fine"}\n'
        '{"block": "BLOCK-7@14", "correct": fal',
        means={3: True},
        partial=True,
    ),
    VerdictForm(
        name="cut inside explanation",
        reply='{"block": "BLOCK-7@14", "correct": false, "explanation": "acc is ke',
        means={},
    ),
    VerdictForm(
        name="german",
        reply='{"block": "BLOCK-7@14", "correct": false, "explanation": "acc wird nicht zurückgesetzt"}',
        means={14: False},
        says="zurückgesetzt",
    ),
    VerdictForm(
        name="unquoted keys",
        reply='{block: "BLOCK-7@14", correct: false, explanation: "kept"}',
        means={14: False},
        says="kept",
    ),
    VerdictForm(
        name="comments in json",
        reply="[\n"
        " // first\n"
        ' {"block": "BLOCK-2@3", "correct": true, "explanation": "ok"}, /* next */\n'
        ' {"block": "BLOCK-7@14", "correct": false, "explanation": "kept"}\n'
        "]",
        means={3: True, 14: False},
        says="kept",
    ),
    VerdictForm(
        name="newline in string",
        reply='{"block": "BLOCK-7@14", "correct": false, "explanation": "kept\nover rows"}',
        means={14: False},
        says="over rows",
    ),
    VerdictForm(
        name="quotes in string",
        reply='{"block": "BLOCK-7@14", "correct": false, "explanation": "it says "acc" but keeps it"}',
        means={14: False},
        says="keeps it",
    ),
    VerdictForm(
        name="arrow",
        reply="BLOCK-2@3 -> correct\nBLOCK-7@14 -> incorrect (acc kept)",
        means={3: True, 14: False},
        says="acc kept",
    ),
    VerdictForm(
        name="equals",
        reply="BLOCK-2@3 = True\nBLOCK-7@14 = False  # acc kept",
        means={3: True, 14: False},
        says="acc kept",
    ),
    VerdictForm(
        name="feedback LDB",
        reply="Feedback: On the block [BLOCK-2@3]: It is correct. It sets acc.\n"
        "Feedback: On the block [BLOCK-7@14]: It is incorrect. acc keeps its value.",
        means={3: True, 14: False},
        says="acc keeps",
    ),
    VerdictForm(
        name="csv",
        reply="block,correct,explanation\nBLOCK-2@3,true,sets acc\nBLOCK-7@14,false,keeps acc",
        means={3: True, 14: False},
        says="keeps acc",
    ),
    VerdictForm(
        name="toml",
        reply="[[verdict]]\n"
        'block = "BLOCK-2@3"\n'
        "correct = true\n"
        'explanation = "ok"\n'
        "\n"
        "[[verdict]]\n"
        'block = "BLOCK-7@14"\n'
        "correct = false\n"
        'explanation = "kept"',
        means={3: True, 14: False},
        says="kept",
    ),
    VerdictForm(
        name="block numbers in words",
        reply="Block 2 (step 3): correct.\nBlock 7 (step 14): incorrect, acc is kept.",
        means={3: True, 14: False},
        says="acc is kept",
    ),
    VerdictForm(
        name="unknown block", reply='{"block": "BLOCK-9@99", "correct": false, "explanation": "x"}', means={}
    ),
    VerdictForm(
        name="checkbox",
        reply="- [x] BLOCK-2@3 correct\n- [ ] BLOCK-7@14 incorrect: acc kept",
        means={3: True, 14: False},
        says="acc kept",
    ),
    VerdictForm(
        name="incorrect mention in reason",
        reply='{"block": "BLOCK-2@3", "correct": true, "explanation": "not incorrect: acc is 0"}',
        means={3: True},
        says="acc is 0",
    ),
    VerdictForm(
        name="double encoded",
        reply='"{\\"block\\": \\"BLOCK-7@14\\", \\"correct\\": false, \\"explanation\\": \\"kept\\"}"',
        means={14: False},
        says="kept",
    ),
    VerdictForm(
        name="tool call wrapper",
        reply='{"name": "verdict", "arguments": {"block": "BLOCK-7@14", "correct": false, '
        '"explanation": "kept"}}',
        means={14: False},
        says="kept",
    ),
    VerdictForm(
        name="harmony channel",
        reply="<|channel|>analysis<|message|>BLOCK-2@3 is "
        'wrong?<|end|><|channel|>final<|message|>{"block": "BLOCK-2@3", "correct": true, '
        '"explanation": "fine"}',
        means={3: True},
        says="fine",
    ),
    VerdictForm(
        name="confidence",
        reply='{"block": "BLOCK-7@14", "correct": false, "confidence": 0.9, "explanation": "kept"}',
        means={14: False},
        says="kept",
    ),
    VerdictForm(
        name="zero one",
        reply='{"block": "BLOCK-2@3", "correct": 1, "explanation": "ok"}\n'
        '{"block": "BLOCK-7@14", "correct": 0, "explanation": "kept"}',
        means={3: True, 14: False},
        says="kept",
    ),
    VerdictForm(
        name="True. False.",
        reply="[BLOCK-2@3]: True.\n[BLOCK-7@14]: False. acc kept",
        means={3: True, 14: False},
        says="acc kept",
    ),
    VerdictForm(
        name="status ok error",
        reply='{"block": "BLOCK-2@3", "status": "ok"}\n'
        '{"block": "BLOCK-7@14", "status": "error", "explanation": "kept"}',
        means={3: True, 14: None},
        says="kept",
    ),
]
