"""Scenarios (``.aps``): tests of the rules that a player can read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from . import _engine
from .errors import text_errors


@dataclass(frozen=True)
class ScenarioCheck:
    """What a text with scenarios has. ``game`` is None if it has only set-ups."""

    game: str | None
    scenarios: int
    setups: int


def check_scenarios(text_or_path: str | Path, setups: str | Path | None = None) -> ScenarioCheck:
    """Runs every scenario of a file or a text; TextError says which statement does not hold, and in which line.

    A ``Path``, or a string of one line, is the name of a file. Without ``setups``, a file ``setups.aps`` beside it is used.
    """
    text, where = contents(text_or_path)
    shared = None
    if setups is not None:
        shared = contents(setups)[0]
    elif where and Path(where).name != "setups.aps" and (beside := Path(where).parent / "setups.aps").exists():
        shared = beside.read_text("utf-8")
    with text_errors(where):
        return ScenarioCheck(*_engine.check_scenarios(text, shared))


def contents(text_or_path: str | Path) -> tuple[str, str]:
    """A text, and the name of the file that it is from, if there is one."""
    if isinstance(text_or_path, Path) or "\n" not in text_or_path:
        return Path(text_or_path).read_text("utf-8"), str(text_or_path)
    return text_or_path, ""
