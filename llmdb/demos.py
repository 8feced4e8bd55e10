"""The demo snippets that come with llmdb."""

import sys
from pathlib import Path


def demo_folder() -> Path | None:
    """Where the demos are: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).parent
    candidates = (package / "demo_snippets", package.parent / "demo_snippets")
    return next((folder for folder in candidates if folder.is_dir()), None)


def demo_files() -> list[Path]:
    """The demos, by name; empty where they were taken away."""
    folder = demo_folder()
    return sorted(folder.glob("*.py")) if folder else []


def choose_demo(answer: str) -> Path | None:
    """The demo of a number of the list, or of a name without its ending; None for neither."""
    files, word = demo_files(), answer.strip()
    if word.isascii() and word.isdigit() and 1 <= int(word[:9]) <= len(files):
        return files[int(word[:9]) - 1]
    return next((path for path in files if word in (path.stem, path.name)), None)


def list_demos() -> str:
    """The demos with their tasks, one a line, numbered, and how to open one."""
    files = demo_files()
    if not files:
        return "usage: llmdb [OPTIONS] FILE [ARG ...]"
    is_near = files[0].is_relative_to(Path.cwd())
    shown = [str(path.relative_to(Path.cwd())) if is_near else path.name for path in files]
    width = max(map(len, shown))
    lines = [
        _cut(f" {number:>2}  {name:<{width}}  {task_of(path)}".rstrip())
        for number, (name, path) in enumerate(zip(shown, files, strict=True), 1)
    ]
    where = [] if is_near else ["", f"The demos are in {files[0].parent}"]
    return "\n".join(["Open one of the demos, or any Python file, with `llmdb FILE`:", "", *lines, *where])


def _cut(line: str) -> str:
    """The line as wide as the terminal is: the list is not to scroll away."""
    import shutil

    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else len(line)
    return line if len(line) <= columns else f"{line[: columns - 3]}..."


def task_of(path: Path) -> str:
    """The first line of a snippet's `# task:` note; "" if it has none."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# task:"):
            return line.removeprefix("# task:").strip()
    return ""
