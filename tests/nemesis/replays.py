"""What the rules say that everybody may know after each line of a game: the lines of the database, written as records and replayed by
`apparat replay`."""

import json
import os
import subprocess
from bisect import bisect_left
from functools import lru_cache
from pathlib import Path

PROGRAM = Path(os.environ.get("APPARAT", "build/apparat")).resolve()
LINES_TO_RECORDS = Path(os.environ.get("LINES_TO_RECORDS", "build/tests/nemesis/lines_to_records")).resolve()
ACTION, UNSEAL, UNDO = 0, 1, 2


def merge(known, change):
    """Objects key by key, everything else is replaced (docs/protocol.md)."""
    if not (isinstance(known, dict) and isinstance(change, dict)):
        return change
    merged = dict(known)
    for key, value in change.items():
        merged[key] = merge(known.get(key), value)
    return merged


def without_zeros(value):
    """A zero and a missing number are the same."""
    if isinstance(value, dict):
        parts = {key: without_zeros(part) for key, part in value.items()}
        return {key: part for key, part in parts.items() if part != {} and (part != 0 or part is False)}
    return value


def sign(value):
    """Returns a number that is the same for the same JSON."""
    return hash(json.dumps(value, sort_keys=True))


class Known:
    """What is known of a game: parts that are merged. The signatures of parts that have not changed are kept."""

    def __init__(self, parts):
        self.parts, self.signs = {}, {}
        self.take(parts)

    def take(self, change):
        for key, value in change.items():
            merged = self.parts[key] = merge(self.parts.get(key), value)
            rest = without_zeros(merged)
            if rest == {} or (rest == 0 and rest is not False):
                self.signs.pop(key, None)
            else:
                self.signs[key] = sign(rest)

    def sign(self, **other):
        """`other`: parts that are taken to be other than they are."""
        signs = {**self.signs, **{key: sign(without_zeros(value)) for key, value in other.items()}} if other else self.signs
        return hash(frozenset(signs.items()))

    def difference(self, other):
        """Returns the names of the parts that are not the same."""
        names = sorted(set(self.signs) | set(other.signs))
        return [name for name in names if self.signs.get(name) != other.signs.get(name)]


class Shown:
    """What a viewer is shown of a game: its view and what follows from it."""

    def __init__(self, message):
        self.view, self.figures = Known(message["view"]), Known(message["figures"])
        self._replace(message)

    def take(self, message):
        self.view.take(message.get("view", {}))
        self.figures.take(message.get("figures", {}))
        self._replace(message)

    def _replace(self, message):
        if "situation" in message:
            self.situation = sign(message["situation"])
        if "open" in message:
            self.open = message["open"]

    def sign(self):
        opened = {key: value for key, value in self.open.items() if key != "held"} if self.open else None
        return self.view.sign(), self.figures.sign(), self.situation, sign(opened)

    def sign_sealed(self, viewer, put_to):
        """The same while an answer is secret: nobody is told who of those to whom the question was put has answered, but for himself."""
        asked = [seat for seat in put_to if seat != viewer or seat in self.open["asked"]]
        stack = self.view.parts["stack"]
        stack = [*stack[:-1], {**stack[-1], "asked": asked}]
        return self.view.sign(stack=stack), self.figures.sign(), self.situation, sign({**self.open, "asked": asked})


class Game:
    """A table's game, line by line. `shown[viewer][k]` is the signature of what the viewer is shown after k lines, `question[k]` the
    question that is open then, `opened[k]` the number of lines after which it was put, `text[k]` line number k as the record has it."""

    def __init__(self, text, viewers):
        self.head, body = text.split("\n\n", 1)
        lines = body.splitlines()
        self.end = lines.pop() if lines and lines[-1].startswith("end ") else None
        self.text, self.viewers = lines, viewers
        self.shown = {viewer: [None] * (len(lines) + 1) for viewer in viewers}
        self.question = [None] * (len(lines) + 1)
        self.events = {}  # who may know of it, by what is told
        self._replay()
        self.opened = [0] * (len(lines) + 1)
        for k in range(1, len(lines) + 1):
            same = self.question[k] == self.question[k - 1] and not lines[k - 1].startswith("undo ")
            self.opened[k] = self.opened[k - 1] if same else k
        self.places = {viewer: {} for viewer in viewers}
        for viewer in viewers:
            for k, signature in enumerate(self.shown[viewer]):
                self.places[viewer].setdefault(signature, []).append(k)

    def find(self, viewer, signature, least):
        """Returns the first number of lines, `least` at least, after which the viewer is shown that; None if there is none."""
        places = self.places[viewer].get(signature, [])
        at = bisect_left(places, least)
        return places[at] if at < len(places) else None

    def _replay(self):
        """What was undone is not in a replay: so the record is also replayed up to each undo."""
        path, done = [], 0
        for k, line in enumerate([*self.text, None]):
            if line is None or line.startswith("undo "):
                self._note(path, done, k)
                done = k
                if line is not None:
                    path = path[: int(line.split()[1])]
                    before = path[-1] + 1 if path else 0
                    for viewer in self.viewers:
                        self.shown[viewer][k + 1] = self.shown[viewer][before]
                    self.question[k + 1] = self.question[before]
                    done = k + 1
            else:
                path = [*path, k]

    def _note(self, path, done, end):
        """Replays the lines before `end` and notes what is shown after those from number `done` on. `path`: the moves in force."""
        record = self.head + "\n\n" + "".join(line + "\n" for line in self.text[:end])
        words = [PROGRAM, "replay", "/dev/stdin", "--whole"]
        said = subprocess.run(words, input=record.encode(), capture_output=True, check=True).stdout.decode()
        moments = [line for line in said.splitlines() if line.startswith("{")]
        assert len(moments) == len(path) + 1, (len(moments), len(path))
        shown, last = {}, {}
        question, put_to = None, []  # the sealed question that is open, and to whom it was put
        for number, text in enumerate(moments):
            k = path[number - 1] + 1 if number else 0
            moment = json.loads(text)
            for part in moment["views"]:
                for viewer in part["to"]:
                    if viewer not in self.viewers:
                        continue
                    if number:
                        shown[viewer].take(part)
                    else:
                        shown[viewer] = Shown(part)
            opened = shown["observer"].open
            is_sealed = bool(opened and opened["sealed"])
            if is_sealed and opened["question"] != question:
                question, put_to = opened["question"], opened["asked"]
            for viewer in self.viewers if is_sealed else {viewer for part in moment["views"] for viewer in part["to"]} & set(self.viewers):
                last[viewer] = shown[viewer].sign_sealed(viewer, put_to) if is_sealed else shown[viewer].sign()
            for event in moment["events"]:
                seen_by = event.get("seen_by", self.viewers)
                self.events.setdefault(sign(event["event"]), set()).update(seen_by)
            if k > done or (k == done == 0):
                for viewer in self.viewers:
                    self.shown[viewer][k] = last[viewer]
                self.question[k] = opened["question"] if opened else None


@lru_cache(maxsize=4)  # for tests, which check the same game again and again
def replay(text, viewers):
    return Game(text, viewers)


def write_records(tables, lines, folder):
    """Writes the lines of each table as a record. Returns the keys of those whose lines cannot be played, with the reason."""
    words = []
    for table in tables:
        setup = [f"{name} {value}" for name, value in table["meta"]["options"].items()]
        words.append(" ".join(["table", table["key"], table["game"], str(table["meta"]["players"]), *setup]))
        words += [f"{line['kind']} {line['seat']} {line['value']}" for line in lines.get(table["id"], [])]
        words.append("end")
    done = subprocess.run([LINES_TO_RECORDS, folder], input="\n".join([*words, ""]), capture_output=True, text=True, check=True)
    return {line.split()[0]: line.split(None, 1)[1] for line in done.stdout.splitlines()}
