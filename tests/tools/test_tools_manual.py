#!/usr/bin/env python3
"""manual.py and roff.py turn what the program says, and documents, into pages of the manual."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from manual import Help
from roff import from_document, inline

HELP = """\
usage: apparat dance GAME [--with WHO] [OPTION]..
       apparat dance --stop

Dances GAME with HTML until --stop.

  --with WHO,..  who dances, see GAME;
                 without it you
  --address WHO nobody
  --stop         stops.
  -o, --output FILE
                 writes to FILE
"""


class Commands(unittest.TestCase):
    def test_the_synopsis_has_every_use(self):
        lines = Help(HELP).synopsis()
        self.assertEqual(lines[0], ".SH SYNOPSIS")
        self.assertEqual(lines[1], r"\fBapparat dance\fR \fIGAME\fR [\fB\-\-with\fR \fIWHO\fR] [\fIOPTION\fR]..")
        self.assertEqual(lines[2:], [".br", r"\fBapparat dance\fR \fB\-\-stop\fR"])

    def test_names_of_arguments_and_options_are_marked(self):
        (paragraph,) = Help(HELP).paragraphs
        self.assertEqual(Help(HELP).marked(paragraph[0]), r"Dances \fIGAME\fR with HTML until \fB\-\-stop\fR\&.")

    def test_options_are_sentences(self):
        lines = Help(HELP).option_lines()
        self.assertEqual(lines[0], ".SH OPTIONS")
        self.assertEqual(lines[1:4], [".TP", r"\fB\-\-with\fR \fIWHO,..\fR", r"Who dances, see \fIGAME\fR; without it you."])
        self.assertEqual(lines[4:7], [".TP", r"\fB\-\-address\fR \fIWHO\fR", "Nobody."])
        self.assertEqual(lines[7:10], [".TP", r"\fB\-\-stop\fR", "Stops."])
        self.assertEqual(lines[10:], [".TP", r"\fB\-o\fR, \fB\-\-output\fR \fIFILE\fR", r"Writes to \fIFILE\fR\&."])

    def test_a_command_without_options_has_no_chapter_for_them(self):
        self.assertEqual(Help("usage: apparat sit\n\nSits.\n").option_lines(), [])


class Documents(unittest.TestCase):
    def test_marks(self):
        self.assertEqual(inline("a `b-c` **d** [e](f.md) g"), r"a \fBb\-c\fR \fBd\fR e g")
        self.assertEqual(inline("**`SEAT` x**: y"), r"\fBSEAT x\fR: y")

    def test_nothing_becomes_a_request_or_an_escape(self):
        self.assertEqual(inline(r".so a\b"), r"\&.so a\eb")
        self.assertEqual(from_document("    .TH\n    'x"), [".PP", ".RS 4", ".nf", r"\&.TH", r"\&'x", ".fi", ".RE"])

    def test_paragraphs_join_lines(self):
        self.assertEqual(from_document("one `two\nthree` four\n\nfive"), [".PP", r"one \fBtwo three\fR four", ".PP", "five"])

    def test_headings_and_lists(self):
        lines = from_document("## Some list\ntext:\n1. one\n   more\n2. two\n\n### Part\n- dot")
        self.assertEqual(lines[:3], [".SH SOME LIST", ".PP", "text:"])
        self.assertEqual(lines[3:7], [".IP 1. 4", "one more", ".IP 2. 4", "two"])
        self.assertEqual(lines[7:], [".SS Part", r".IP \(bu 2", "dot"])

    def test_tables_and_code(self):
        self.assertEqual(from_document("| a | b |\n|---|---|\n| `x` | y |"), [".TP", r"\fBx\fR", "y"])
        block = [".PP", ".RS 4", ".nf", "x", r"\&", "y", ".fi", ".RE"]
        self.assertEqual(from_document("    x\n\n    y\n\nz"), [*block, ".PP", "z"])
        self.assertEqual(from_document("```c\nx\n\ny\n```\nz"), [*block, ".PP", "z"])


if __name__ == "__main__":
    unittest.main()
