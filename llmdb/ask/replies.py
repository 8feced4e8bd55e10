"""Reads what models write: the answer without its thoughts, its fences, its objects, its words for right and wrong.

Every reader of a reply goes through this module. Whatever the text is, it is read in one pass, so the time grows with
its length alone; what is missing at its end is said, and what is no answer is refused in one line.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import field

from llmdb.errors import BadAnswer
from llmdb.values import dataclass

MOST_CHARACTERS = 400_000
"""Of a longer answer the rest is not read."""

_TAG = re.compile(r"<(?P<end>/)?(?:think|thinking|thought|thoughts|reasoning)>", re.IGNORECASE)
_CHANNEL = re.compile(r"<\|channel\|>\s*final\s*<\|message\|>", re.IGNORECASE)
_FIRST_TOKENS = re.compile(r"(?:\s*(?:<s>|<\|[\w-]{1,30}\|>)(?:\s*assistant\b)?)+\s*?(?=\S|\n)")
_LAST_TOKEN = re.compile(r"(?:</s>|<\|[\w-]{1,30}\|>|<｜[^｜\n]{1,30}｜>)\s*\Z")


def answer_text(text: str) -> str:
    """The answer without the thoughts before or between it, with plain line ends.

    A thought begins with a tag at the beginning of a line. What stands before an end without a beginning is one, too:
    templates swallow the first tag.

    Raises:
        BadAnswer: nothing is left.
    """
    plain = text[:MOST_CHARACTERS].removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not plain.strip():
        raise BadAnswer("the answer is empty")
    if final := _CHANNEL.search(plain):
        plain = plain[final.end() :]
    left = _without_template(_without_thoughts(plain))
    if not left.strip():
        raise BadAnswer("the answer ends within its thoughts, before anything was answered; ask again")
    return left


def _without_template(text: str) -> str:
    """A text without the tokens of a chat template at its two ends, which some servers leave there."""
    if first := _FIRST_TOKENS.match(text):
        text = text[first.end() :]
    for _ in range(_MOST_TOKENS_BEHIND):
        last = _LAST_TOKEN.search(text, max(0, len(text) - 60))
        if last is None:
            break
        text = text[: last.start()]
    return text


_MOST_TOKENS_BEHIND = 5


def _without_thoughts(text: str) -> str:
    kept: list[str] = []
    start, quoted, thinking = 0, False, False
    for tag in _TAG.finditer(text):
        before = text[max(0, tag.start() - 20) : tag.start()].rpartition("\n")
        begins_line = not before[2].strip(" \t>*") and bool(before[1] or tag.start() < 20)
        if tag["end"]:
            in_quotes = not begins_line and text[tag.end() : tag.end() + 1] in ("'", '"')
            if thinking or not (quoted or in_quotes):
                if not thinking:
                    kept.clear()
                start, thinking = tag.end(), False
            quoted = False
        elif not thinking and begins_line:
            kept.append(text[start : tag.start()])
            thinking = True
        elif not thinking:
            quoted = True
    return "".join(kept) if thinking else "".join([*kept, text[start:]])


def beginning(text: str) -> str:
    """How a text begins, quoted on one line."""
    shown = repr(" ".join(text[:400].split())[:80])
    return shown if len(shown) <= 120 else f"{shown[:119]}…"


_FENCE = re.compile(r"(?P<indent>[ \t]*)(?:[^`~\n]*?[ \t:])?(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^`\n]*)")
_MOST_FENCES = 50
_END_OF_FENCE = re.compile(r"(?P<indent>[ \t]*)(?P<mark>`{3,}|~{3,})[ \t]*[^\w`]*")


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced stretch of a reply, its own indentation taken off.

    Attributes:
        language: the first word after the opening, in small letters.
        text: the lines in it.
        is_closed: whether its end is there.
    """

    language: str
    text: str
    is_closed: bool = True


def read_fences(text: str) -> list[Fence]:
    """The fences of a reply in their order; one without an end goes on to the next one, or to the end of the text."""
    found: list[Fence] = []
    rows = text.split("\n")
    if any(row.startswith((">```", "> ```")) for row in rows):
        rows = [row[2:] if row.startswith("> ") else row.removeprefix(">") for row in rows]
    place = 0
    while place < len(rows) and len(found) < _MOST_FENCES:
        opening = _FENCE.fullmatch(rows[place]) if "``" in rows[place] or "~~" in rows[place] else None
        place += 1
        if opening is None or not _opens(opening):
            continue
        fence, place = _fence_at(rows, place, opening)
        found.append(fence)
    return found


def _opens(line: re.Match[str]) -> bool:
    """Whether a line with a mark begins a fence: with words before the mark only where a language follows it."""
    alone = line.start("mark") == line.end("indent")
    return alone or bool(re.fullmatch(r"(?:python3?|py|diff|patch|json)\s*", line["info"], re.IGNORECASE))


def _fence_at(rows: list[str], first: int, opening: re.Match[str]) -> tuple[Fence, int]:
    """The fence whose lines begin at `first`, and the place of the line after it."""
    mark, indent = opening["mark"], opening["indent"]
    words = opening["info"].split()
    language = words[0].lower() if words else ""
    end, closed, glued = first, False, -1
    while end < len(rows):
        row = rows[end]
        if mark[:3] in row:
            closing = _END_OF_FENCE.fullmatch(row)
            if closing and closing["mark"][0] == mark[0] and len(closing["mark"]) >= len(mark):
                if len(closing["indent"].expandtabs()) <= len(indent.expandtabs()) + 3:
                    closed = True
                    break
            elif closing is None and _begins_another(row, indent):
                break
            if glued < 0 and row.rstrip().endswith(mark):
                glued = end
        end += 1
    if not closed and glued >= 0:
        last = rows[glued].rstrip()[: -len(mark)]
        return Fence(language, _unindented([*rows[first:glued], last], indent)), glued + 1
    return Fence(language, _unindented(rows[first:end], indent), closed), end + closed


def _begins_another(row: str, indent: str) -> bool:
    """Whether a line within a fence opens the next one, so that the end of this one is missing."""
    found = _FENCE.fullmatch(row)
    if found is None or not re.match(r"\w", found["info"]):
        return False
    return found["indent"] == indent and found.start("mark") == found.end("indent")


def _unindented(rows: list[str], indent: str) -> str:
    """The lines of a fence without its own indentation, as far as they have it."""
    width = len(indent)
    cut = [row[min(width, len(row) - len(row.lstrip())) :] for row in rows] if width else rows
    return "".join(f"{row}\n" for row in cut)


_RULE = re.compile(r"[\s|:-]*")


def table_rows(text: str) -> list[list[str]]:
    """The cells of the first Markdown table of a reply, its head first; none where there is no table.

    The bars at both ends of its rows may be missing where its second row is a rule.
    """
    rows: list[list[str]] = []
    is_table = False
    for line in text.split("\n"):
        bare = line.strip()
        if "|" not in bare:
            if is_table:
                break
            rows.clear()
        elif _RULE.fullmatch(bare):
            is_table = is_table or "-" in bare
        else:
            rows.append([cell.strip(" \t*`") for cell in bare.strip("|").split("|")])
    return rows if is_table else []


_THINGS = r"(?:issues?|problems?|errors?|bugs?|faults?|mistakes?|defects?)"
_RIGHT = (
    r"true|yes|yep|correct|right|ok|okay|fine|good(?: to me)?|valid|sound|pass|passes|passed|1|lgtm"
    rf"|(?:no|without(?: an?)?) {_THINGS}|nothing (?:is )?wrong"
    r"|(?:do(?:es)?|did) (?:exactly |just )?(?:what|as) the task (?:needs|asks|says|wants|requires)"
)
_WRONG = (
    rf"false|no|nope|incorrect|wrong|buggy|faulty|flawed|bad|invalid|erroneous|fail|fails|failed|0|bug|mistake"
    rf"|(?:an?|the|has an?|contains an?|contains the) {_THINGS}"
    r"|(?:do(?:es)?|did)(?: not|n't) (?:quite |really )?do (?:what|as) the task (?:needs|asks|says|wants|requires)"
)
_OPEN = (
    r"null|none|n/?a|unclear|(?:I(?:'m| am) )?(?:unsure|not (?:entirely |quite |completely )?(?:sure|certain|clear))"
    r"|unknown|uncertain|undecided|undetermined|ambiguous|maybe|perhaps|it depends|depends"
    r"|(?:it |this )?(?:can ?not|can't) (?:be )?(?:tell|told|say|said|decided?|determined?|judged?|verify|verified)"
    r"|(?:could|may|might|can) be (?:either )?(?:right|wrong|correct|incorrect)(?: or (?:right|wrong|(?:in)?correct))?"
    r"|(?:both )?(?:right|correct|true|yes) and (?:wrong|incorrect|false|no|not)"
    r"|(?:partial|partially|partly|mostly|somewhat|nearly|almost|half)"
    r"(?:[ -](?:true|correct|right|wrong|incorrect|ok))?"
)
_RIGHT_ELSEWHERE = (
    r"richtig|korrekt|stimmt|ja|wahr|vraie?|oui|exacte?|juste|correct[oa]|sí|verdader[oa]|corret[oa]|sim|verdadeir[oa]"
    r"|corrett[oa]|giust[oa]|vero|верно|правильно|да|正确|對|对|正確|是|正しい(?:です)?|はい|맞음|맞습니다|올바름|예|네"
    r"|juist|goed|poprawn[aey]|tak|doğru|evet|صحيح|नहीं गलत|सही"
)
_WRONG_ELSEWHERE = (
    r"falsch|inkorrekt|nein|fau(?:x|sse)|non|incorrecte|incorrect[oa]|fals[oa]|incorret[oa]|errad[oa]|não|errat[oa]"
    r"|sbagliat[oa]|scorrett[oa]|неверно|неправильно|ошибка|нет|错误|錯誤|不正确|不正確|不对|错|否|間違い(?:です)?"
    r"|間違って(?:いる|います)|誤り(?:です)?|正しくない|いいえ|틀림|틀렸습니다|아니오|아니요|fout|onjuist|nee"
    r"|niepoprawn[aey]|nie|yanlış|hayır|خطأ|गलत"
)
"""What models that think in another language answer with, by the words of the commonest ones."""
_LEAD = (
    r"(?:(?:therefore|thus|so|hence|overall|consequently|in (?:conclusion|summary|short)|to conclude|as a result"
    r"|finally|(?:the |my )?(?:final )?(?:answer|verdict|conclusion|judge?ment)(?: is)?"
    r"|I (?:think|believe|conclude)(?: that)?|A)"
    r"\s*[,:=]?\s+)"
)
_JUDGED = re.compile(
    rf"(?P<lead>{_LEAD}{{0,2}})[*_`]*"
    r"(?:(?:is\s+it\s+|is\s+this\s+)?(?:correct|right)\s*\?[\s:*-]*)?"
    r"(?:(?:it|this|that|there|block|(?:the|this|that) (?:block|code|part|step|visit|line|statement|loop))\s+)?"
    r"(?:这(?:段|个|一)?(?:代码|部分|块|步骤|步)?是?)?"
    r"(?:(?:is|was|looks|seems|appears|es|est|ist)\s+)?"
    r"(?:(?:completely|fully|entirely|clearly|definitely|indeed|still|also|perfectly|likely|probably|presumably)\s+)*"
    rf"(?:(?P<open>(?:{_OPEN})(?:\s+(?:whether|if|about|from|without|on|by)\b[^.\n]{{0,200}})?)|(?P<right>{_RIGHT}|(?:{_RIGHT_ELSEWHERE})(?:的)?)"
    rf"|(?P<wrong>{_WRONG}|(?:{_WRONG_ELSEWHERE})(?:的)?)"
    rf"|(?:not|isn't|wasn't)\s+(?:(?:quite|entirely|fully|completely)\s+)?(?P<denied>{_RIGHT})"
    r"|(?P<rightly>correctly|properly)(?=\s+\w)|(?P<wrongly>incorrectly|wrongly|mistakenly)(?=\s+\w))"
    r"(?(rightly)|(?(wrongly)|(?=\s*$|\s*[.,;:!()\[\]{}*_`\"'\n\t\u2013\u2014，。；：！（）、](?!\d)|\s+(?:-|#|//)"
    r"|\s*[✅✓✔☑🟢👍❌✗✘✖☒🔴👎🚫❓🟡⚠]"
    r"|\s+(?:because|since|as|for|here|given|at|in|when|and|with|on|within)\b)))"
    r"[\s.,;:!?\]|*_`\"'\u2013\u2014，。；：！、-]*",
    re.IGNORECASE,
)
_GOOD_MARKS, _BAD_MARKS, _OPEN_MARKS = "✅✓✔☑🟢👍", "❌✗✘✖☒🔴👎🚫", "❓🟡⚠"
_MARK = re.compile(
    rf"(?:([{_GOOD_MARKS}])|([{_BAD_MARKS}])|[{_OPEN_MARKS}])(?:[\ufe0f\s{_GOOD_MARKS}{_BAD_MARKS}{_OPEN_MARKS}])*+"
)
_NUMBERED = re.compile(r"\d{1,3}[.)][\s*_`\[]+")
_DECORATION = re.compile(r"(?:\[[ xX]\]\s|[\s>#*_`|=:;,\u2013\u2014\[\]()\"'，。；：（）-])*+")


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a text says at its beginning: right, wrong, or (None) neither; `rest` is what follows."""

    is_right: bool | None
    rest: str


def read_judgement(text: object) -> Judgement | None:
    """A word for right or wrong at the beginning of a text; None where there is none, "true or false" among them."""
    if text is None or isinstance(text, bool):
        return Judgement(text, "")
    if isinstance(text, int):
        return Judgement(bool(text), "") if text in (0, 1) else None
    if not isinstance(text, str):
        return None
    said = text[_end_of_decoration(text) :]
    if mark := _MARK.match(said):
        rest = said[mark.end() :]
        word = _JUDGED.match(rest, _end_of_decoration(rest))
        if word is not None and not word["open"]:
            rest = rest[word.end() :]
        return Judgement(True if mark[1] else False if mark[2] else None, rest)
    word = _JUDGED.match(said)
    if word is None:
        return None
    is_wrong = word["wrong"] or word["denied"] or word["wrongly"]
    right = True if word["right"] or word["rightly"] else False if is_wrong else None
    return Judgement(right, said[word.end() :])


_CONCLUSION = re.compile(
    rf"(?:^|(?<=[.;!?])\s+)(?={_LEAD}|(?:the|this|that) (?:block|part|code|visit)\b|there (?:is|are)\b)",
    re.IGNORECASE,
)
_MOST_CONCLUSIONS = 20


def read_conclusion(line: str) -> Judgement | None:
    """The judgement of a sentence within a line that draws one: "..., so the block is wrong"; None for none."""
    starts = [
        found.end() for found, _ in zip(_CONCLUSION.finditer(line), range(_MOST_CONCLUSIONS), strict=False)
    ]
    said = (read_judgement(line[start:]) for start in reversed(starts))
    return next((one for one in said if one is not None), None)


_ELEMENT = re.compile(
    r"<(?P<name>\w{1,20})(?P<attributes>(?:\s[^<>]{0,300})?)>(?P<text>[^<]{0,5000})</(?P=name)>"
)
_ATTRIBUTE = re.compile(r"(\w{1,20})=[\"']([^\"']{0,300})[\"']")
_OPENING = re.compile(r"</?(?!(?:end|stop)\s*>)\w{1,20}([^<>]{0,300})>", re.IGNORECASE)
_ROW = re.compile(r"<t[hd](?:\s[^<>]{0,300})?>([^<]{0,2000})</t[hd]>\s*", re.IGNORECASE)
_ROW_END = re.compile(r"</tr>\s*", re.IGNORECASE)


def without_tags(text: str, is_field: Callable[[str], bool]) -> str:
    """XML and HTML as plain lines: elements and attributes that are fields as `name: text`, rows of tables as such.

    Args:
        text: with tags.
        is_field: whether a name is one of a field; of other elements only the text is left.
    """
    if "</t" in text.lower():
        text = _ROW_END.sub("\n", _ROW.sub(lambda cell: f"| {cell[1].strip()} ", text))
        head, line, rest = text.partition("\n")
        if line and "|" in head:
            text = f"{head}\n|---|\n{rest}"

    def lines(found: re.Match[str]) -> str:
        attributes = _fields(found["attributes"])
        name = found["name"].replace("_", " ")
        text = f"{name}: {found['text']}\n" if is_field(name) and not attributes else found["text"]
        if attributes and found["text"].strip():
            text = f"explanation: {found['text']}\n"
        return f"{attributes}{text}" if attributes or is_field(name) else text

    def _fields(attributes: str) -> str:
        named = [(key.replace("_", " "), value) for key, value in _ATTRIBUTE.findall(attributes)]
        return "".join(f"{key}: {value}\n" for key, value in named if is_field(key))

    return _OPENING.sub(lambda found: _fields(found[1]), _ELEMENT.sub(lines, text))


_LATEX = re.compile(r"\\(?:text(?:bf|it|tt|rm)?|math(?:bf|rm|tt)|boxed|emph)\s?\{([^{}]{0,500})\}")
_MARKS_OF_TEXT = str.maketrans("“”„«»‘’：，（）", '"""""\'\':,()')


def without_latex(text: str) -> str:
    """A text without LaTeX's commands for a kind of letter or a box, and without dollar signs."""
    for _ in range(3):
        text = _LATEX.sub(r"\1", text)
    return text.replace("$", "")


def with_plain_marks(text: str) -> str:
    """A text with the quotation marks and colons of JSON in the place of those of other scripts."""
    return text.translate(_MARKS_OF_TEXT)


def _end_of_decoration(text: str) -> int:
    """Where the first word begins, after list marks, emphasis and quotes."""
    found = _DECORATION.match(text)
    return found.end() if found else 0


def plain_line(line: str) -> str:
    """A line without the marks of Markdown at its beginning, and without emphasis in it."""
    bare = line[_end_of_decoration(line) :]
    if numbered := _NUMBERED.match(bare):
        bare = bare[numbered.end() :]
    return re.sub(r"\*\*|__|`", "", bare)


_STRING = re.compile(
    r""" "(?:[^"\\\n]|\\.)*+" | '(?:[^'\\\n]|\\.)*+' | "(?:[^"\\]|\\.)*+"(?=\s*+[,}\]]) """,
    re.DOTALL | re.VERBOSE,
)
"""A string; one that goes over several lines, which neither language allows, must be followed as a value is."""
_COLON = re.compile(r"\s*+:\s*+")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": ""} | {
    sign: sign for sign in "\\/\"'"
}
_WORDS: dict[str, object] = {"true": True, "false": False, "null": None, "none": None}
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_COMMENT = re.compile(r"(?:^|(?<=[\s,]))(?:/\*[^*]{0,200}\*/|(?://|#)[^\n]*)")
_DEEPEST = 50
"""Brackets within each other; of more the outermost are taken for stray ones."""
_MOST_TOKENS = 4_000
"""Brackets, commas, keys and lines that are looked at: most answers have hundreds. Later ones count as missing."""
_MOST_BARE = 20_000
"""Characters of a value without quotes, and of one whose quoting is broken."""


@dataclass(slots=True)
class _Open:
    """A bracket that is still open: what was read in it, and the value that is being read.

    Attributes:
        key: of the value; None in a list, and before the first key of an object.
        opened: where the bracket is.
        start: where the value's text begins.
        whole: the string, list or object that the value begins with, and where that ends; None for none.
        is_new: nothing but white space was seen of the value.
    """

    read: list[object] | dict[str, object]
    opened: int
    start: int
    key: str | None = None
    whole: tuple[object, int] | None = None
    is_new: bool = True
    places: dict[str, tuple[int, int]] = field(default_factory=dict)

    def begin(self, start: int, key: str | None = None) -> None:
        self.key, self.start, self.whole, self.is_new = key, start, None, True

    def put(self, text: str, start: int, value: object, end: int) -> None:
        """Take a string, a list or an object for the value if nothing is before it."""
        if self.is_new and not text[self.start : start].strip():
            self.whole = value, end
        self.is_new = False

    def finish(self, text: str, end: int) -> None:
        """Keep the value, which ends here."""
        if isinstance(self.read, list):
            value = self._value(text, end)
            if value != "" or self.whole is not None:
                self.read.append(value)
        elif self.key is not None:
            self.read[self.key] = self._value(text, end)
            self.places[self.key] = self.start, end

    def _value(self, text: str, end: int) -> object:
        if self.whole is not None:
            value, own_end = self.whole
            if end - own_end < _MOST_BARE and not text[own_end:end].strip(" \t\r\n,"):
                return value
        bare = text[self.start : min(end, self.start + _MOST_BARE)]
        if "/" in bare or "#" in bare:
            bare = _COMMENT.sub("", bare)
        bare = bare.strip(" \t\r\n,\"'")
        if _WHOLE.fullmatch(bare):
            return int(bare)
        return _WORDS.get(bare.lower(), bare)


@dataclass(frozen=True, slots=True)
class ReadObject:
    """An object of a reply.

    Attributes:
        fields: by key in small letters: strings, whole numbers, True, False, None, lists and objects; any other value
            is its text.
        start, end: where it stands in the text.
        places: where the value of each key stands.
        is_whole: whether its end is there; without it, `fields` are those that are whole.
    """

    fields: Mapping[str, object]
    start: int
    end: int
    places: Mapping[str, tuple[int, int]]
    is_whole: bool = True


def read_objects(text: str, keys: Collection[str]) -> Iterator[ReadObject]:
    """The objects of a text that have keys, an inner one before the one that it is in.

    JSON, Python, or nearly either: single quotes, keys and values without quotes, commas too many or too few, comments,
    quotation marks and line breaks within strings, prose around the objects and braces in it.

    Args:
        text: of a model.
        keys: patterns of those that count without quotes, too, and wherever they stand outside a string.
    """
    yield from _Objects(text, keys).read()


class _Objects:
    """One pass over a text with the brackets that are open; `keyed` of them have a value under way."""

    def __init__(self, text: str, keys: Collection[str]) -> None:
        self.text = text
        named = "|".join(keys)
        pattern = rf"[\"']?\b(?P<key>{named})[\"']?\s*+:\s*+"
        key = re.compile(rf"\b(?:{named})[\"']?\s*+:", re.IGNORECASE)
        self._last = max((one.start() for one in key.finditer(text)), default=-1)
        self._token = re.compile(rf"(?P<sign>[{{\[,:\n])\s*+|[}}\]]|{pattern}", re.IGNORECASE)
        self._stack: list[_Open] = []
        self._keyed = 0

    def read(self) -> Iterator[ReadObject]:
        text, stack, position, left = self.text, self._stack, 0, _MOST_TOKENS
        while left and (position <= self._last or self._keyed):
            left -= 1
            if not stack:
                position = text.find("{", position)
            token = self._token.search(text, position) if position >= 0 else None
            if token is None:
                break
            position, key, sign = token.end(), token["key"], token["sign"]
            if sign == "{" or sign == "[":
                self._open(_Open([] if sign == "[" else {}, opened=token.start(), start=position))
            elif key is not None:
                self._begin_value(token.start(), position, key)
            elif sign is None:
                yield from self._close(token.start(), position)
                continue
            elif sign == "," and isinstance(stack[-1].read, list):
                stack[-1].finish(text, token.start())
                stack[-1].begin(position)
            position = self._read_string(position, may_be_key=sign is not None and sign in "{,\n")
        yield from self._cut_off()

    def _open(self, opened: _Open) -> None:
        if len(self._stack) == _DEEPEST:
            self._keyed -= self._stack.pop(0).key is not None
        self._stack.append(opened)

    def _begin_value(self, end: int, start: int, key: str) -> None:
        top = self._stack[-1]
        if not isinstance(top.read, list):
            self._keyed += top.key is None
            top.finish(self.text, end)
            top.begin(start, key.strip().lower())

    def _read_string(self, position: int, *, may_be_key: bool) -> int:
        """Where the string ends that begins here, and where the value does of which it is the key."""
        text, top = self.text, self._stack[-1]
        string = _STRING.match(text, position) if text.startswith(("'", '"'), position) else None
        if string is None:
            return position
        colon = _COLON.match(text, string.end()) if may_be_key and not isinstance(top.read, list) else None
        if colon is None:
            top.put(text, position, _unescaped(string[0][1:-1]), string.end())
            return string.end()
        self._begin_value(position, colon.end(), string[0][1:-1])
        return self._read_string(colon.end(), may_be_key=False)

    def _close(self, end: int, after: int) -> Iterator[ReadObject]:
        """Close the innermost list or object; an object ends the lists in it that were left open."""
        text, stack = self.text, self._stack
        if text[end] == "}":
            while stack and isinstance(stack[-1].read, list):
                stack.pop()
            if not stack:
                return
        elif not isinstance(stack[-1].read, list):
            return
        closed = stack.pop()
        self._keyed -= closed.key is not None
        closed.finish(text, end)
        if stack:
            stack[-1].put(text, closed.opened, closed.read, after)
        if closed.read and isinstance(closed.read, dict):
            yield ReadObject(closed.read, closed.opened, after, closed.places)

    def _cut_off(self) -> Iterator[ReadObject]:
        """The objects that are still open where the text ends, with what of them is whole."""
        inner: object = None
        for one in reversed(self._stack):
            value = one.whole[0] if one.whole is not None else inner
            if isinstance(one.read, list):
                inner = one.read if value is None else [*one.read, value]
                continue
            fields = {**one.read, one.key: value} if one.key is not None and value is not None else one.read
            inner = fields
            if one.key is not None:
                yield ReadObject(fields, one.opened, len(self.text), one.places, is_whole=False)


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    plain = _ESCAPE.sub(lambda found: _character(found[1]), text)
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _character(escape: str) -> str:
    if len(escape) > 1:
        return chr(int(escape[1:], 16))
    return _ESCAPED.get(escape, f"\\{escape}")
