#!/usr/bin/env python3
"""Pictures of a table: apparat draw."""

import json
import re
import unittest
import xml.etree.ElementTree as ET

from case import ROOT, Case, apparat

GAME = "triumph-of-chaos"
SVG = "{http://www.w3.org/2000/svg}"


def words(language, kind):
    """What the catalogue calls things of a kind: {id: word}."""
    text = (ROOT / "games" / GAME / "words" / f"{language}.po").read_text(encoding="utf-8")
    found = re.findall(rf'msgid "{GAME}\.{kind}\.([a-z0-9-]+)"\nmsgstr "(.*)"\n', text)
    return {name: word.replace('\\"', '"') for name, word in found}


def drawn(svg):
    """The picture as a tree; fails if it is no XML."""
    root = ET.fromstring(svg)
    assert root.tag == SVG + "svg", root.tag
    return root


def texts(root, name):
    """The texts of a class of the style sheet, each whole."""
    found = [t for t in root.iter(SVG + "text") if name in t.get("class").split()]
    return ["".join(t.itertext()) for t in found]


def titles(root):
    return [t.text for t in root.iter(SVG + "title")]


def count(root, name):
    return sum(name in (e.get("class") or "").split() for e in root.iter())


class Draw(Case):
    def draw(self, *more, game=GAME):
        return drawn(self.says("draw", game, *more))

    def game(self, seed=1):
        """A recorded game of random bots, its path from self.folder."""
        self.says("simulate", GAME, "--games", 1, "--seed", seed, "--record", "records")
        return f"records/{GAME}-2-{seed}-0.apr"

    def with_hands(self, record):
        """How many actions it takes until both have cards in hand and have opened none."""
        for at in range(5, 60):
            state = json.loads(self.says("replay", record, "--at", at, "--json"))
            if all(n >= 5 for n in state["hand_size"].values()):
                return at, state
        self.fail("nobody ever has five cards")

    def test_every_space_and_region_in_both_languages(self):
        for language in ("en", "fr"):
            root = self.draw("--lang", language)
            self.assertEqual(
                sorted(texts(root, "name")), sorted(words(language, "space").values()), language
            )
            self.assertEqual(len(texts(root, "region")), len(words(language, "region")))
            self.assertNotIn("cli.", "".join(root.itertext()))

    def test_units_stand_where_the_state_says(self):
        record = self.game()
        state = json.loads(self.says("replay", record, "--at", 40, "--json"))
        names, told = words("en", "unit"), titles(self.draw(record, "--at", 40))
        on_map = [u for u, where in state["unit_where"].items() if where == "map"]
        self.assertGreater(len(on_map), 30)
        for unit in on_map:
            reduced = "reduced" in (state["unit_flags"].get(unit) or [])
            found = [t for t in told if t.startswith(names[unit] + " ")]
            self.assertTrue(found, unit)
            self.assertTrue(any(t.endswith(", reduced") == reduced for t in found), unit)

    def test_scenarios_differ(self):
        small, campaign = self.draw(), self.draw("--option", "scenario=campaign")
        self.assertFalse(any("German" in t for t in titles(small)))
        self.assertTrue(any("German" in t for t in titles(campaign)))
        self.assertGreater(count(campaign, "powers-line"), 10)
        self.assertEqual(count(small, "powers-line"), 0)

    def test_what_lies_on_no_space_is_told(self):
        for language, poland in ("en", "self-defence"), ("fr", "autodéfense"):
            campaign = self.draw("--option", "scenario=campaign", "--lang", language)
            told = "\n".join(texts(campaign, "affair"))
            self.assertIn(poland, told)
            self.assertIn("Kazan", told)
            self.assertFalse(any(c < " " for c in told.replace("\n", "")))
        small = self.draw()
        # one of each is in the legend
        self.assertEqual((count(campaign, "gold-train"), count(small, "gold-train")), (2, 1))
        self.assertEqual(count(small, "partisans"), 1)
        self.assertNotIn("Kazan", "\n".join(texts(small, "affair")))

    def test_allegiance_is_seen(self):
        """A unit that has changed sides looks like what it is."""
        state = json.loads(self.says("replay", self.game(), "--at", 40, "--json"))
        state["unit_side"]["uk-army-peasant-1"] = "white"
        state["unit_where"]["uk-army-peasant-1"] = "map"
        state["unit_at"]["uk-army-peasant-1"] = "rzhev"
        state["partisans"]["white"] = ["tver"]
        self.write("turned.json", json.dumps(state))
        root = self.draw("--state", "turned.json")
        self.assertEqual(count(root, "turned"), 1)
        self.assertTrue(any("has changed sides" in t for t in titles(root)))
        self.assertEqual(count(root, "partisans"), 2)

    def test_secret_objectives_are_red_s_own(self):
        words = "--option", "scenario=1919", "--option", "objectives=secret", "--option", "sides=fixed"
        self.says("simulate", GAME, *words, "--games", 1, "--seed", 3, "--record", "secret")
        record, at = f"secret/{GAME}-2-3-0.apr", 0
        for at in range(400, 20000, 200):
            state = json.loads(self.says("replay", record, "--at", at, "--json"))
            if state["turn"] > 5:
                break
        red = next(seat for seat, side in state["side"].items() if side == "red")
        for seat in "first", "second", "observer":
            told = "".join(texts(self.draw(record, "--at", at, "--seat", seat), "affair"))
            self.assertIn("The cities of the Don", told)
            self.assertEqual("✎" in told, seat == red, seat)

    def test_hands_are_hidden(self):
        record = self.game()
        at, state = self.with_hands(record)
        names, side = words("en", "card"), state["side"]
        held = {s: [] for s in side.values()}
        for card, place in state["card_at"].items():
            if place == "hand":
                held["red" if card[0] == "r" else "white"].append(names[card])
        everything = self.draw(record, "--at", at)
        self.assertEqual(
            sorted(texts(everything, "card-text")), sorted(held["red"] + held["white"])
        )
        for seat, own in side.items():
            root = self.draw(record, "--at", at, "--seat", seat)
            self.assertEqual(sorted(texts(root, "card-text")), sorted(held[own]), seat)
            other = "white" if own == "red" else "red"
            everywhere = "\n".join(root.itertext())
            for title in set(held[other]) - set(held[own]):
                self.assertNotIn(title, everywhere, seat)
        root = self.draw(record, "--at", at, "--seat", "observer")
        self.assertEqual(texts(root, "card-text"), [])
        self.assertGreaterEqual(count(root, "back"), sum(state["hand_size"].values()))

    def test_sealed_cards_are_hidden(self):
        """Nowhere in a game does a seat's picture depend on what the other holds."""
        record = self.game(seed=2)
        for at in (12, 30, 90):
            for seat in ("first", "second", "observer"):
                view = self.says("replay", record, "--at", at, "--seat", seat, "--json")
                self.write("view.json", view)
                self.assertEqual(
                    self.says("draw", GAME, "--state", "view.json"),
                    self.says("draw", GAME, record, "--at", at, "--seat", seat),
                    (at, seat),
                )

    def test_a_state_from_a_file(self):
        record = self.game()
        state = self.says("replay", record, "--at", 50, "--json")
        self.write("state.json", state)
        there = self.says("draw", GAME, "--state", "state.json")
        self.assertEqual(there, self.says("draw", GAME, record, "--at", 50))
        self.assertNotEqual(there, self.says("draw", GAME))

    def test_the_end_of_a_record(self):
        record = self.game()
        self.assertEqual(self.says("draw", GAME, record).count("</svg>"), 1)

    def test_output(self):
        for option in ("-o", "--output"):
            self.assertEqual(self.says("draw", GAME, option, "map.svg"), "")
            self.assertEqual((self.folder / "map.svg").read_text("utf-8"), self.says("draw", GAME))
        line = "apparat draw: cannot write no/map.svg: No such file or directory"
        self.refuses(1, line, "draw", GAME, "-o", "no/map.svg")

    def test_wrong_usage(self):
        start = "apparat draw: "
        for game in ("kremlin", "red-empire", "atomic-business"):
            self.refuses(2, f"{start}there is no drawing of {game}", "draw", game)
        done = apparat("draw", cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertTrue(done.stderr.startswith(start + "GAME is missing; usage: apparat draw "))
        line = start + "unknown game 'kremlim': did you mean 'kremlin'?"
        self.refuses(2, line, "draw", "kremlim")
        line = start + "--at is for a record, and there is none"
        self.refuses(2, line, "draw", GAME, "--at", 3)
        other = self.record()
        line = f"{start}{other} is a record of red-empire, not of {GAME}"
        self.refuses(2, line, "draw", GAME, other)
        line = f"{start}--option is for the start; {other} has its own"
        self.refuses(2, line, "draw", GAME, other, "--option", "scenario=campaign")
        line = start + "a record and --state: one of them is enough"
        self.refuses(2, line, "draw", GAME, other, "--state", "x.json")

    def test_a_view_shows_no_more_than_it_knows(self):
        record = self.game()
        self.write("view.json", self.says("replay", record, "--seat", "first", "--json"))
        line = "apparat draw: view.json shows what first knows: --seat second cannot be drawn from it"
        self.refuses(2, line, "draw", GAME, "--state", "view.json", "--seat", "second")

    def test_bad_files(self):
        self.write("bad.json", '{"players": 2')
        done = apparat("draw", GAME, "--state", "bad.json", cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"^bad\.json:1: .*\n$")
        done = apparat("draw", GAME, "none.json", cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (1, "", 1))


if __name__ == "__main__":
    unittest.main()
