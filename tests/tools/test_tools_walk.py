#!/usr/bin/env python3
"""docs/architecture.md follows one press of a button through the server, function by function. This is still the way."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs/architecture.md"
SERVER = ROOT / "src/server"
TITLE = "### One press of a button\n"
MOST = 15  # functions from the socket to the store

ITEM = re.compile(r"(\d+)\. `(\w+)` \(`([\w.]+)`(?:, called as `(\w+)`)?\)(.*)", re.DOTALL)
NOT_CODE = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)


class Step:
    """An item of a list: a function, its file, the pointer through which it is called, and what it calls on the way."""

    def __init__(self, text):
        match = ITEM.fullmatch(text)
        if not match:
            raise ValueError(f"this is no step of a walk: {text}")
        self.number = int(match[1])
        self.name, self.file, self.pointer = match[2], match[3], match[4]
        self.mentioned = re.findall(r"`(\w+)\(\)`", match[5])


def walks_of(document):
    """Returns the lists of the section; each is a list of steps."""
    section = re.split(r"^##", document.split(TITLE, 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    steps = [Step(" ".join(item.split())) for item in re.findall(r"^\d+\. .*\n(?:   .*\n)*", section, re.MULTILINE)]
    walks = []
    for step in steps:
        if step.number == 1:
            walks.append([])
        if not walks or step.number != len(walks[-1]) + 1:
            raise ValueError(f"step {step.number}, {step.name}, is out of order")
        walks[-1].append(step)
    return walks


def code_of(file):
    path = SERVER / file
    return NOT_CODE.sub(" ", path.read_text(encoding="utf-8")) if path.is_file() else ""


def body_of(step):
    """Returns the body of the function; None if there is no such function in the file."""
    found = re.search(rf"^[a-z][\w *]*\b{step.name}\([^;{{}}]*\)\n{{\n(.*?)^}}", code_of(step.file), re.MULTILINE | re.DOTALL)
    return found[1] if found else None


def calls(body, name):
    return re.search(rf"(?<![.>\w]){name}\(", body) is not None


def calls_through(body, step):
    """True if the body calls a pointer of this name, and the file of the function gives its address away."""
    return (
        re.search(rf"(?:\.|->){step.pointer}\(", body) is not None
        and re.search(rf"\b{step.name}\b(?!\()", code_of(step.file)) is not None
    )


def faults_of(walk):
    faults = []
    for step, following in zip(walk, walk[1:] + [None], strict=True):
        body = body_of(step)
        if body is None:
            faults.append(f"{step.file} has no function {step.name}()")
            continue
        faults += [f"{step.name}() does not call {name}()" for name in step.mentioned if not calls(body, name)]
        if following and not (calls_through(body, following) if following.pointer else calls(body, following.name)):
            faults.append(f"{step.name}() does not call {following.name}()")
    return faults


class Walk(unittest.TestCase):
    def setUp(self):
        self.document = DOCUMENT.read_text(encoding="utf-8")

    def faults(self, before="", after=""):
        """Returns what is wrong with the document, in which a text is replaced first."""
        self.assertIn(before, self.document)
        return [fault for walk in walks_of(self.document.replace(before, after, 1)) for fault in faults_of(walk)]

    def test_each_function_exists_and_calls_the_next(self):
        self.assertEqual(self.faults(), [])

    def test_the_way_from_the_socket_to_the_store_is_short(self):
        walk = walks_of(self.document)[0]
        self.assertEqual([walk[0].name, walk[-1].name], ["sv_on_socket", "sv_store_add_line"])
        self.assertRegex(code_of("front.c"), r"\bsv_on_socket\b")
        self.assertLessEqual(len(walk), MOST)

    def test_the_way_leads_back_to_the_socket(self):
        told, sent = walks_of(self.document)[-2:]
        on_the_way_in = [step.name for step in walks_of(self.document)[0]]
        self.assertIn(told[0].name, on_the_way_in)
        self.assertEqual(told[-1].name, "sv_queue_message")
        self.assertIn("lws_write", sent[-1].mentioned)

    def test_a_walk_that_is_not_true_would_be_found(self):
        for before, after, fault in (
            ("2. `receive` (`sockets.c`)", "2. `receive` (`front.c`)", "front.c has no function receive()"),
            ("2. `receive` (`sockets.c`)", "2. `on_open` (`sockets.c`)", "on_open() does not call sv_client_message()"),
            ("2. `receive` (`sockets.c`)", "2. `receive` (`gone.c`)", "gone.c has no function receive()"),
            ("9. `store_line` (`play.c`)", "9. `tell` (`play.c`)", "apply_decision() does not call tell()"),
            ("called as `handle`", "called as `answer`", "handle() does not call on_decision()"),
            ("`is_too_fast()`", "`has_type()`", "sv_client_message() does not call has_type()"),
        ):
            self.assertIn(fault, self.faults(before, after))
        with self.assertRaises(ValueError):
            self.faults("9. `store_line` (`play.c`)", "9. The line is stored")
        with self.assertRaises(ValueError):
            self.faults("9. `store_line`", "10. `store_line`")


if __name__ == "__main__":
    unittest.main()
