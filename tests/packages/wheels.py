"""Tiny wheels, and a package index made of a folder."""

import base64
import hashlib
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
    return path


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def use_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let uv and pip find wheels in this folder and nowhere else, and let llmdb and uv keep theirs below it."""
    for tool in ("UV", "PIP"):
        monkeypatch.setenv(f"{tool}_NO_INDEX", "1")
        monkeypatch.setenv(f"{tool}_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("UV_NO_CONFIG", "1")
    monkeypatch.setenv("UV_CACHE_DIR", str(folder / "uv"))
    monkeypatch.setenv("LLMDB_CACHE", str(folder / "cache" / "answers.sqlite"))
