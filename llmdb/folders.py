"""Where llmdb keeps what outlives a session: folders of the user's own, by the XDG rules."""

import os
from collections.abc import Mapping
from pathlib import Path


def answers_path(environment: Mapping[str, str]) -> Path:
    """The file of models' answers: `LLMDB_CACHE`, or `answers.sqlite` in the cache folder."""
    if named := environment.get("LLMDB_CACHE"):
        return Path(named)
    return _below(environment, "XDG_CACHE_HOME", ".cache") / "answers.sqlite"


def cache_folder(environment: Mapping[str, str]) -> Path:
    """What can be made or fetched again: the folder of the answers' file, absolute."""
    return answers_path(environment).absolute().parent


def state_folder(environment: Mapping[str, str]) -> Path:
    """What only the user can give again: history and judgements."""
    return _below(environment, "XDG_STATE_HOME", ".local/state")


def settings_path(environment: Mapping[str, str]) -> Path:
    """The user's settings: `LLMDB_SETTINGS`, or `settings.toml` in the configuration folder."""
    if named := environment.get("LLMDB_SETTINGS"):
        return Path(named).expanduser()
    return _below(environment, "XDG_CONFIG_HOME", ".config") / "settings.toml"


def _below(environment: Mapping[str, str], variable: str, usual: str) -> Path:
    home = environment.get("HOME") or os.path.expanduser("~")
    return Path(environment.get(variable) or Path(home) / usual).expanduser() / "llmdb"
