"""Tiny wheels, and a package index made of a folder."""

import base64
import hashlib
import os
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest


def make_wheel(
    folder: Path,
    name: str,
    files: Mapping[str, str],
    version: str = "1.0",
    summary: str = "",
    requires: Sequence[str] = (),
) -> Path:
    """Write a wheel of these files, for any Python."""
    info = f"{name}-{version}.dist-info"
    metadata = [f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}", f"Summary: {summary}"]
    metadata += [f"Requires-Dist: {other}" for other in requires]
    every = {
        **files,
        f"{info}/METADATA": "\n".join(metadata) + "\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = [f"{path},sha256={_digest(text)},{len(text.encode())}" for path, text in every.items()]
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for inside, text in every.items():
            wheel.writestr(inside, text)
        wheel.writestr(f"{info}/RECORD", "\n".join([*record, f"{info}/RECORD,,"]) + "\n")
    publish(folder)
    return path


def publish(folder: Path) -> None:
    """Make the folder's wheels and source archives a package index, with a page for each name below `simple`."""
    pages: dict[str, str] = {}
    for path in sorted([*folder.glob("*.whl"), *folder.glob("*.tar.gz")]):
        name = path.name.partition("-")[0].replace("_", "-")
        pages[name] = pages.get(name, "") + f'<a href="../../{path.name}">{path.name}</a>\n'
    for name, page in pages.items():
        (folder / "simple" / name).mkdir(parents=True, exist_ok=True)
        (folder / "simple" / name / "index.html").write_text(f"<html><body>\n{page}</body></html>\n")


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def index_environment(folder: Path) -> dict[str, str]:
    """Variables that let uv and pip find what the folder publishes and nothing else, and keep all below it."""
    (folder / "simple").mkdir(exist_ok=True)
    address = (folder / "simple").as_uri()
    return {
        "UV_DEFAULT_INDEX": address,
        "PIP_INDEX_URL": address,
        "PIP_EXTRA_INDEX_URL": "",
        "PIP_FIND_LINKS": "",
        "PIP_CONFIG_FILE": os.devnull,
        "UV_NO_CONFIG": "1",
        "UV_CACHE_DIR": str(folder / "uv"),
        "LLMDB_CACHE": str(folder / "cache" / "answers.sqlite"),
    }


def use_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set those variables for a test."""
    for name, value in index_environment(folder).items():
        monkeypatch.setenv(name, value)
