"""Errors. Whatever the rules refuse is a :class:`Refused`, which names the clause that says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Error(Exception):
    """The errors of this package that are not plain mistakes in its use."""


class Refused(Error):
    """The rules refuse an attempt. Nothing has changed.

    ``clause`` is the id of the clause, such as ``"KR-TU-1"`` (``""`` if none says so), ``title`` and ``text`` are what it says in
    English, and ``str()`` of the error is the whole sentence.
    """

    def __init__(self, sentence: str, clause: str = "", title: str = "", text: str = "") -> None:
        super().__init__(sentence, clause, title, text)
        self.clause = clause
        self.title = title
        self.text = text

    def __str__(self) -> str:
        return str(self.args[0])


class Forbidden(Refused):
    """A rule forbids the action."""


class NotAsked(Refused):
    """The seat has no question to answer now."""


class GameOver(Refused):
    """The game is over."""


class NotSealed(Refused):
    """The seat has no sealed answer that it could take back."""


class TextError(Error, ValueError):
    """A text cannot be read: a record, a scenario, a state. ``line`` is counted from 1; 0 stands for the whole text."""

    def __init__(self, message: str, line: int = 0, where: str = "") -> None:
        super().__init__(message, line, where)
        self.message = message
        self.line = line
        self.where = where

    def __str__(self) -> str:
        place = ":".join(part for part in (self.where, str(self.line) if self.line else "") if part)
        return f"{place}: {self.message}" if place else self.message


class NotationError(Error, ValueError):
    """A text is not in the notation of the game."""


@contextmanager
def text_errors(where: str = "") -> Iterator[None]:
    """Turns what the library says about a text into a TextError."""
    try:
        yield
    except ValueError as error:
        if type(error) is ValueError and len(error.args) == 2:
            raise TextError(error.args[0], error.args[1], where) from None
        raise
