"""The demo snippets that come with llmdb."""

from pathlib import Path


def demo_folder() -> Path | None:
    """Where the demos are: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).parent
    candidates = (package / "demo_snippets", package.parent / "demo_snippets")
    return next((folder for folder in candidates if folder.is_dir()), None)


def list_demos() -> str:
    """The demos with their tasks, one a line, and how to open one."""
    folder = demo_folder()
    files = sorted(folder.glob("*.py")) if folder else []
    if not files:
        return "usage: llmdb [OPTIONS] FILE [ARG ...]"
    shown = [_display_path(path) for path in files]
    width = max(map(len, shown))
    lines = [f"  {name:<{width}}  {task_of(path)}".rstrip() for name, path in zip(shown, files, strict=True)]
    return "\n".join(["Open one of the demos, or any Python file, with `llmdb FILE`:", "", *lines])


def _display_path(path: Path) -> str:
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def task_of(path: Path) -> str:
    """The first line of a snippet's `# task:` note; "" if it has none."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# task:"):
            return line.removeprefix("# task:").strip()
    return ""
