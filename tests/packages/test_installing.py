"""Installing wheels into environments with the real uv and the real pip."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from llmdb.errors import InstallFailed
from llmdb.packages.environments import (
    BUILDING,
    environment_path,
    find_environment,
    list_environments,
    open_environment,
    packages_folder,
    tag_of,
)
from llmdb.packages.installers import Installer, find_installer, look_up, pip_installer, reason
from llmdb.packages.installing import install, look_up_all
from llmdb.progress import Progress
from tests.packages.wheels import make_wheel, publish
from tests.pythons import OTHERS, python
from tests.runner.programs import processes_with


def _nobody(progress: Progress) -> None:
    del progress


def test_an_environment_holds_what_was_asked_for_and_what_it_needs_and_progress_counts_it(
    index: Path, tmp_path: Path, installer: Installer
) -> None:
    told: list[Progress] = []
    made = install(installer, ["llmdb-greeting"], tmp_path / "packages", told.append, total=2)
    assert made.requirements == ("llmdb-greeting",)
    assert {name.replace("_", "-"): v for name, v in made.versions.items()} == {
        "llmdb-greeting": "1.0",
        "llmdb-words": "1.0",
    }
    assert (made.path / "llmdb_greeting.py").is_file()
    assert [entry.name for entry in (tmp_path / "packages").iterdir()] == [made.path.name]
    assert {p.doing for p in told} == {"installing llmdb-greeting"}
    assert {p.total for p in told} == {2}


def test_one_made_before_is_used_again_without_the_index(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, installer = tmp_path / "packages", find_installer()
    made = install(installer, ["llmdb-words"], folder, _nobody)
    monkeypatch.setattr("llmdb.packages.installing.install_into", None)
    assert install(installer, ["llmdb-words"], folder, _nobody) == made
    assert find_environment(folder, ["LLMDB_Words", "other"]) == made
    assert find_environment(folder, ["other"]) is None


def test_a_look_up_tells_version_and_dependencies_and_keeps_nothing(
    index: Path, tmp_path: Path, installer: Installer
) -> None:
    found = look_up(installer, "llmdb-greeting", tmp_path)
    assert found.version == "1.0"
    assert len(found.planned) == 2
    assert found.summary == ("" if installer.kind == "uv" else "Greets people")
    assert list(tmp_path.glob("target/[!.]*")) == []


def test_a_name_that_the_index_has_not_is_said_in_one_line(
    index: Path, tmp_path: Path, installer: Installer
) -> None:
    with pytest.raises(InstallFailed) as failed:
        look_up(installer, "llmdb-invented", tmp_path)
    assert str(failed.value) == "the package index has no wheel of that name"


def test_where_one_is_not_found_the_others_are(index: Path, tmp_path: Path) -> None:
    names = ["llmdb-invented", "llmdb-words"]
    found, failed = look_up_all(find_installer(), names, tmp_path / "packages", _nobody)
    assert list(found) == ["llmdb-words"]
    assert failed == {"llmdb-invented": "the package index has no wheel of that name"}


def test_a_package_without_a_wheel_is_refused_and_its_setup_never_runs(
    index: Path, tmp_path: Path, installer: Installer
) -> None:
    import tarfile

    source = tmp_path / "llmdb_source-1.0"
    source.mkdir()
    (source / "setup.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    (source / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: llmdb-source\nVersion: 1.0\n")
    with tarfile.open(index / "llmdb_source-1.0.tar.gz", "w:gz") as archive:
        archive.add(source, arcname=source.name)
    publish(index)
    with pytest.raises(InstallFailed, match="no wheel"):
        install(installer, ["llmdb-source"], tmp_path / "packages", _nobody)
    assert not (tmp_path / "ran").exists()
    assert list((tmp_path / "packages").iterdir()) == []


def test_a_ctrl_c_leaves_no_process_and_no_folder(tmp_path: Path) -> None:
    slow = tmp_path / "slow-installer"
    slow.write_text(f"#!{sys.executable}\nimport time\nprint('Collecting x', flush=True)\ntime.sleep(100)\n")
    slow.chmod(0o755)
    folder = tmp_path / "packages"

    def stop(progress: Progress) -> None:
        if progress.note:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        install(Installer(kind="pip", command=(str(slow),)), ["x"], folder, stop)
    assert list(folder.iterdir()) == []
    assert processes_with(str(slow)) == []


def test_two_that_install_the_same_at_once_end_with_one_folder(index: Path, tmp_path: Path) -> None:
    folder, made = tmp_path / "packages", []
    both_began = threading.Barrier(2, timeout=60)

    def work() -> None:
        told: list[Progress] = []

        def tell(progress: Progress) -> None:
            told.append(progress)
            if len(told) == 1:
                both_began.wait()

        made.append(install(find_installer(), ["llmdb-words"], folder, tell))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made[0].path == made[1].path == environment_path(folder, ["llmdb-words"])
    assert [entry.name for entry in folder.iterdir()] == [made[0].path.name]


def test_what_a_killed_installation_left_is_swept_a_day_later(index: Path, tmp_path: Path) -> None:
    folder = tmp_path / "packages"
    old, new = folder / f"{BUILDING}old", folder / f"{BUILDING}new"
    for path in (old, new):
        path.mkdir(parents=True)
    os.utime(old, (time.time() - 90_000, time.time() - 90_000))
    look_up_all(find_installer(), ["llmdb-words"], folder, _nobody)
    assert [entry.name for entry in folder.iterdir()] == [new.name]


def test_a_folder_without_a_readable_manifest_or_of_another_python_is_none(tmp_path: Path) -> None:
    for name, text in (
        ("a", None),
        ("b", "{"),
        ("c", '{"tag": "cpython-27", "requirements": [], "versions": {}}'),
    ):
        (tmp_path / name).mkdir()
        if text is not None:
            (tmp_path / name / "llmdb-packages.json").write_text(text)
        assert open_environment(tmp_path / name) is None
    assert list_environments(tmp_path) == []


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path, index: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InstallFailed, match="Not a directory"):
        install(pip_installer(), ["llmdb-words"], tmp_path / "file" / "packages", _nobody)


def test_requirements_that_exclude_each_other_are_said(
    index: Path, tmp_path: Path, installer: Installer
) -> None:
    make_wheel(index, "llmdb_words", {"llmdb_words.py": ""}, version="2.0")
    for name, version in (("llmdb_old", "1.0"), ("llmdb_new", "2.0")):
        make_wheel(index, name, {f"{name}.py": ""}, requires=[f"llmdb-words=={version}"])
    with pytest.raises(InstallFailed, match="need versions that exclude each other"):
        install(installer, ["llmdb-old", "llmdb-new"], tmp_path / "packages", _nobody)


@pytest.mark.parametrize(
    ("output", "words"),
    [
        (
            "error: Failed to fetch\n  cause: error sending request for url",
            "the package index cannot be reached",
        ),
        (
            "WARNING: Retrying ... NewConnectionError\nERROR: No matching distribution found",
            "cannot be reached",
        ),
        ("OSError: [Errno 28] No space left on device", "no space left on the disk"),
        ("error: Failed to fetch: x\n cause: HTTP status client error (403 Forbidden)", "refused"),
        ("error: something new\n", "error: something new"),
    ],
)
def test_a_failure_is_said_in_a_few_words(output: str, words: str) -> None:
    assert words in reason(output)


def test_the_folder_lies_beside_the_answers_of_models(tmp_path: Path) -> None:
    assert packages_folder({"LLMDB_CACHE": "/c/answers.sqlite"}) == Path("/c/packages")
    assert packages_folder({"XDG_CACHE_HOME": str(tmp_path)}) == tmp_path / "llmdb" / "packages"


@pytest.mark.parametrize("version", OTHERS)
@pytest.mark.parametrize("kind", ["uv", "pip"])
def test_an_environment_for_another_python_is_for_that_one_only(
    index: Path, tmp_path: Path, version: str, kind: str
) -> None:
    there = str(python(version))
    installer = find_installer(there) if kind == "uv" else pip_installer(there)
    tag = tag_of((3, int(version.partition(".")[2])))
    made = install(installer, ["llmdb-greeting"], tmp_path / "packages", _nobody, tag=tag)
    assert list_environments(tmp_path / "packages", tag) == [made]
    assert list_environments(tmp_path / "packages") == []
    greet = "from llmdb_greeting import greet; print(greet('you'))"
    done = subprocess.run([there, "-c", greet], env={"PYTHONPATH": str(made.path)}, capture_output=True)
    assert done.stdout == b"hello you\n"
