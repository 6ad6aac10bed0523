#!/usr/bin/env python3
"""Tests that every deed of effects.csv is carried out or enforced: the engine names it, or a rule
that stands elsewhere in the engine says the same, and a scenario shows it."""

import pathlib
import re
import unittest

from triumph_data import EFFECTS

HERE = pathlib.Path(__file__).resolve().parent.parent

# Deeds that no file of the engine names, the clause that holds instead, and what shows it: a file
# of scenarios, the comment with which a scenario begins (or a part of it), and a line of it.
ELSEWHERE = {
    "bid": (
        "TC-8.12",
        "section-17",
        "TC-8.12",
        "expect event opened white red w53 1 because TC-8.12",
    ),
    "bid-rolled": (
        "TC-8.12.1",
        "politics-bids",
        "TC-8.153.2",
        "expect then event influence-die white other 2 1 2 because TC-8.153.2",
    ),
    "set-aside": (
        "TC-8.16",
        "influence",
        "TC-8.11.1",
        'expect card_at.w53 = "aside"',
    ),
    "ended-by": (
        "TC-RC-15",
        "red-cards-b",
        "after it Belarus stops in WHITE Influence again",
        "",
    ),
    "no-steps": (
        "TC-WC-5",
        "white-cards-a",
        "the French get none",
        "deny first heal fr-army-1 because TC-WC-5",
    ),
    "steps-need": (
        "TC-8.314.3",
        "factions-b",
        "TC-8.314.3",
        "deny first rebuild br-corps-9th because TC-8.314.3",
    ),
    "no-veto": (
        "TC-RC-37",
        "ukraine-cards",
        "RED gains Ukraine",
        "expect step = forces-space",
    ),
    "nothing-more": (
        "TC-RC-10",
        "red-cards-b",
        "TC-RC-10",
        "expect no event ip-put",
    ),
    "putsch": (
        "TC-8.316.5",
        "calendar",
        "TC-8.316.5",
        "expect then event putsch white-gajda because TC-8.316.5",
    ),
    "setup-r37": (
        "TC-RC-37",
        "ukraine-cards",
        "RED gains Ukraine",
        'expect unit_where.uk-corps-7 = "dead"',
    ),
}


def constant(prefix, name):
    return prefix + re.sub("[-.]", "_", name).upper()


def scenarios(name):
    """The scenarios of a file, each from its comment on."""
    text = (HERE / "scenarios" / (name + ".aps")).read_text(encoding="utf-8")
    return text.split("\n\n")


class Deeds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        files = [*(HERE / "engine").glob("*.c"), *(HERE / "engine").glob("*.h")]
        cls.names = set(re.findall(r"\bTC_\w+", "".join(f.read_text(encoding="utf-8") for f in files)))
        cls.deeds = {row.deed for row in EFFECTS.values()}

    def test_the_engine_names_every_deed_or_another_rule_holds(self):
        unnamed = {deed for deed in self.deeds if constant("TC_DEED_", deed) not in self.names}
        self.assertEqual(unnamed, set(ELSEWHERE))

    def test_the_other_rule_is_in_the_engine(self):
        for deed, (clause, *_) in ELSEWHERE.items():
            card = clause.startswith(("TC-RC-", "TC-WC-"))  # cited by the card
            self.assertTrue(card or constant("", clause) in self.names, (deed, clause))

    def test_a_scenario_shows_it(self):
        for deed, (_, name, about, line) in ELSEWHERE.items():
            with self.subTest(deed):
                found = [text for text in scenarios(name) if about in text and line in text]
                self.assertTrue(found, (name, about, line))


if __name__ == "__main__":
    unittest.main()
