"""The task of a snippet: prose, or a program in another language that says what is wanted."""

from pathlib import PurePath

LANGUAGES = {
    ".c": "C",
    ".cc": "C++",
    ".cpp": "C++",
    ".cxx": "C++",
    ".cs": "C#",
    ".go": "Go",
    ".hs": "Haskell",
    ".java": "Java",
    ".jl": "Julia",
    ".js": "JavaScript",
    ".kt": "Kotlin",
    ".lua": "Lua",
    ".ml": "OCaml",
    ".php": "PHP",
    ".pl": "Perl",
    ".py": "Python",
    ".r": "R",
    ".rb": "Ruby",
    ".rs": "Rust",
    ".scala": "Scala",
    ".swift": "Swift",
    ".ts": "TypeScript",
}


def task_from_file(path: str, text: str) -> str:
    """The task that a file's text states.

    A program is a reference: the snippet is its translation (LDB, section 2.1). Any other file is prose.
    """
    suffix = PurePath(path).suffix.lower()
    language = LANGUAGES.get(suffix)
    if language is None:
        return text.strip()
    return (
        f"Do in Python what this {language} program does. It is the reference: the same arguments give the same "
        f"results.\n```{suffix[1:]}\n{text.strip()}\n```"
    )
