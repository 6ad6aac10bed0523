"""The frame of the referee: a game's events come in, line by line, and go to the referee of that game.

A referee knows the rulebook and nothing of the engine. It keeps a board of its own and derives what must follow; where an event, a number, a verdict or
the end is not what the rules demand, it disagrees. What comes after a disagreement cannot be judged, so each game has one at most.
"""

import csv
import importlib
import json
import os
import traceback

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GAMES = ["kremlin", "red-empire", "atomic-business", "triumph-of-chaos"]


class Disagreement(Exception):
    """The game is not what the rules demand."""

    def __init__(self, rule, text):
        super().__init__(f"{rule}: {text}")
        self.rule = rule
        self.text = text


class CannotJudge(Exception):
    """The referee does not know this position: a scenario begins in the middle of something that it does not take up."""


class Event:
    """One event: its name, the clause it cites, its arguments, and who may see it (None: everybody)."""

    __slots__ = ("name", "clause", "args", "seen_by")

    def __init__(self, name, clause, args, seen_by=None):
        self.name = name
        self.clause = clause
        self.args = list(args)
        self.seen_by = seen_by

    def __repr__(self):
        return " ".join([self.name, *(str(argument) for argument in self.args)]) + f" ({self.clause})"


class Referee:
    """The referee of one game. A game's module has a class `Referee` that inherits from this one."""

    def begin(self, state, events):
        """The first state, as JSON has it, and what was told before the first action. May raise CannotJudge."""

    def move(self, number, seat, action, events):
        """An action (a list of words) of a seat or of "chance", and what followed it."""

    def end(self, state, outcome):
        """The last state, and the outcome: {"reason", "seats": [{"seat", "result", "score"}]}, or None if the game is not over."""

    def disagree(self, rule, text):
        raise Disagreement(rule, text)

    def check(self, holds, rule, text):
        if not holds:
            raise Disagreement(rule, text)

    def same(self, rule, what, expected, told):
        if expected != told:
            raise Disagreement(rule, f"{what}: the rules demand {expected!r}, the game has {told!r}")


class Finding:
    """A disagreement, and where it is. An error of the referee itself has the rule "ERROR"."""

    def __init__(self, game, index, move, rule, text):
        self.game = game
        self.index = index
        self.move = move
        self.rule = rule
        self.text = text

    def __str__(self):
        return f"{self.game}, game {self.index}, move {self.move}: {self.rule}: {self.text}"


class Verdict:
    """What came out: how many games were judged, how many could not be, and the findings."""

    def __init__(self):
        self.judged = 0
        self.not_judged = 0
        self.findings = []


def table(game, name):
    """The rows of games/GAME/data/NAME.csv, as dicts of texts. Lines with # are comments; the first row has "name:type", keys are the names alone."""
    with open(os.path.join(ROOT, "games", game, "data", name + ".csv"), encoding="utf-8", newline="") as file:
        rows = list(csv.reader(line for line in file if not line.startswith("#")))
    header = [cell.split(":")[0] for cell in rows[0]]
    return [dict(zip(header, row, strict=True)) for row in rows[1:] if row]


def module_of(game):
    """The module with the referee of a game, or None if there is none."""
    name = game.replace("-", "_")
    if not os.path.exists(os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".py")):
        return None
    return importlib.import_module(name)


def events_of(line):
    return [Event(item["event"]["event"], item["event"]["clause"], item["event"]["args"], item.get("seen_by")) for item in line["events"]]


def judge(lines):
    """Judge lines (texts or dicts) as --events prints them: one or more games, or scenarios. Returns a Verdict."""
    verdict = Verdict()
    referee = None
    index = -1
    game = None
    move = 0
    for text in lines:
        line = json.loads(text) if isinstance(text, (str, bytes)) else text
        try:
            if "end" in line:
                if referee is not None:
                    referee.end(line["state"], line["end"])
                    verdict.judged += 1
                referee = None
            elif "state" in line:
                index += 1
                move = 0
                game = line["state"]["game"]
                module = module_of(game)
                referee = None
                if module is None:
                    verdict.not_judged += 1
                    continue
                referee = module.Referee()
                referee.begin(line["state"], events_of(line))
            elif referee is not None:
                move = line["move"]
                referee.move(move, line["seat"], line["action"].split(), events_of(line))
        except CannotJudge:
            verdict.not_judged += 1
            referee = None
        except Disagreement as disagreement:
            verdict.judged += 1
            verdict.findings.append(Finding(game, index, move, disagreement.rule, disagreement.text))
            referee = None
        except Exception:
            verdict.judged += 1
            verdict.findings.append(Finding(game, index, move, "ERROR", "the referee itself failed\n" + traceback.format_exc()))
            referee = None
    return verdict
