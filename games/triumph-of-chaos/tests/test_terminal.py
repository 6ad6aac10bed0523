#!/usr/bin/env python3
"""The terminal's board of Triumph of Chaos at 80 columns and 24 lines: the map by regions, grouped and
filtered choices, cards with what they do, and what lies on no space."""

import random
import re
import unittest

from case import ROOT
from play_case import PlayCase, choices

GAME = "triumph-of-chaos"
CAMPAIGN = ("--option", "scenario=campaign")
INFLUENCE = re.compile(r"\b(As|Be|Br|CP|CZ|Es|Fi|Fr|Kh|La|Li|Ma|Po|Tr|Tu|Ukr|USA|WU)[+-]\d")


def words(language, kind):
    """What the catalogue calls things of a kind."""
    text = (ROOT / "games" / GAME / "words" / f"{language}.po").read_text(encoding="utf-8")
    return re.findall(rf'msgid "{GAME}\.{kind}\.[a-z0-9-]+"\nmsgstr "(.*)"\n', text)


class Case(PlayCase):
    def begin(self, *more, language="en", seed=3):
        """The screen with the first question."""
        screen = self.screen(GAME, "--seed", seed, "--lang", language, *more)
        while not choices(screen.text):
            screen.type("")
        return screen

    def go_on(self, screen, seed, wanted, steps=600):
        """Answers at random until the screen has what is wanted."""
        rng = random.Random(seed)
        for _ in range(steps):
            self.fits(screen)
            if re.search(wanted, screen.text):
                return
            offered = choices(screen.text)
            screen.type(str(rng.randint(1, offered)) if offered else "")
        self.fail(f"{wanted} was never on the screen")


class Map(Case):
    def test_one_scrolls_through_all_regions(self):
        for language in ("en", "fr"):
            screen = self.begin(*CAMPAIGN, language=language)
            screen.type("m")
            seen, text = [], ""
            regions, spaces = words(language, "region"), words(language, "space")
            for _ in range(80):
                self.fits(screen)
                title = re.match(r"── (.+?)( [-\w]\d| \()", screen.lines[0])
                if title and title[1] in seen and title[1] != seen[-1]:
                    break
                if title and title[1] not in seen:
                    seen.append(title[1])
                text += screen.text
                screen.type("")
            self.assertEqual(sorted(seen), sorted(r.upper() for r in regions), language)
            for space in spaces:
                self.assertIn(f" {space}", text)

    def test_a_name_goes_to_a_region(self):
        screen = self.begin(*CAMPAIGN)
        self.assertTrue(screen.type("m Tsarit").text.startswith("── EAST "), screen.text)
        self.assertIn("Tsaritsyn◎▣3", screen.text)
        self.assertTrue(screen.type("pola").text.startswith("── POLAND "), screen.text)
        self.assertTrue(screen.type("p").text.startswith("── CENTRAL "), screen.text)
        self.assertIn("▌", screen.type("q").text)
        self.assertIn('nothing called "Atlantis"', screen.type("m Atlantis").text)

    def test_the_whole_map_and_board(self):
        text = self.piped(["m all", "b", "q", "y"], GAME, *CAMPAIGN, "--seed", 3)
        table = (ROOT / "games" / GAME / "data" / "spaces.csv").read_text(encoding="utf-8")
        numbers = re.findall(r"(?m)^[^#,]+,(\d{3}),", table)
        self.assertEqual(len(numbers), 260)
        for number in numbers:
            self.assertRegex(text, rf"(?m)^[ »]{number} ")
        for part in "The war", "Faction Control", "Map", "Strategic Reserve", "Your cards":
            self.assertIn(f"── {part} ", text)

    def test_the_question_is_in_view(self):
        screen = self.begin(*CAMPAIGN)
        self.go_on(screen, 5, "Form a group and set out")
        activated = re.findall(r"activates ([^:]+): movement", screen.type("l").text)[-1]
        screen.type("q")
        self.assertIn(activated, screen.text.split("What happened")[0])
        screen.type("m")
        self.fits(screen)
        self.assertIn("»", screen.text)
        self.assertRegex(screen.text, r"→")

    def test_letters_alone_are_readable(self):
        text = self.piped(["m east", "b", "q", "y"], GAME, *CAMPAIGN, "--seed", 3, "--plain")
        self.assertIn("C Kazan@c1$", text)
        self.assertIn("=Vyatskie Polyany", text)
        for symbol in "▣▫◎★→═─»¤":
            self.assertNotIn(symbol, text)

    def test_games_without_such_a_map_say_so(self):
        text = self.piped(["m", "q", "y"], "kremlin", "--seed", 1)
        self.assertIn("This game has no map in parts", text)


class Choices(Case):
    def test_long_lists_are_grouped_by_region(self):
        screen = self.begin(*CAMPAIGN)
        self.go_on(screen, 2, r"Activate a space for movement…")
        number = re.search(r"(\d+) Activate a space for movement…", screen.text)[1]
        screen.type(number)
        self.fits(screen)
        groups = re.findall(r"(\d+) ([A-Z][\w ]+) \((\d+)\)…", screen.text)
        self.assertGreater(len(groups), 2, screen.text)
        item, region, count = groups[0]
        screen.type(item)
        self.assertIn(f"Activate a space for movement ▸ {region}", screen.text)
        self.assertEqual(choices(screen.text), int(count))
        self.assertIn("▸", screen.type("0").type(item).text)
        screen.type("0").type("0")
        self.assertIn("Activate a space for movement…", screen.text)

    def test_a_part_of_a_name_filters(self):
        screen = self.begin(*CAMPAIGN)
        self.go_on(screen, 2, r"Activate a space for movement…")
        everything = choices(screen.text)
        for part in "PETROV", "/petrov":
            screen.type(part)
            self.fits(screen)
            self.assertIn(f'▌ "{part.lstrip("/")}"', screen.text)
            found = re.findall(r"(?m)^ *\d+ .*Petrovskoye", screen.text)
            self.assertGreaterEqual(len(found), 2, screen.text)
            self.assertEqual(choices(screen.text), len(found), screen.text)
            self.assertIn("Activate Petrovskoye for movement", screen.text)
            screen.type("0")
            self.assertEqual(choices(screen.text), everything)
        self.assertIn("No such choice", screen.type("/zzz").text)
        screen.type("movement")
        self.assertIn('▌ "movement"', screen.text)
        self.assertNotIn("Activate a space for combat", screen.text)

    def test_accents_need_not_be_typed(self):
        screen = self.begin(*CAMPAIGN, language="fr")
        self.assertIn('"legion"', screen.type("legion").text.split("▌")[1] + screen.text)

    def test_dice_are_changed_in_words(self):
        for language, word in ("en", "Add 1 to the die"), ("fr", "Ajouter 1 au dé"):
            po = (ROOT / "games" / GAME / "words" / f"{language}.po").read_text(encoding="utf-8")
            self.assertIn(f'msgid "{GAME}.terminal.die.more"\nmsgstr "{word}"', po)


class Cards(Case):
    def test_the_hand_with_effects(self):
        screen = self.begin(*CAMPAIGN)
        screen.type("c")
        self.fits(screen)
        held = re.findall(r"(?m)^([a-z]) ([1-5?])(★?) +(\S.*)  (\S.*)$", screen.text)
        self.assertEqual(len(held), 9, screen.text)
        self.assertTrue(any(star for _, _, star, _, _ in held))

    def test_political_cards_with_their_influence(self):
        screen = self.begin(*CAMPAIGN, seed=5)
        self.go_on(screen, 1, r"▌ Choose a Political Card")
        items = [line for line in screen.lines if re.match(r" ?\d+ \w", line)]
        self.assertTrue(items)
        for line in items:
            self.assertRegex(line, INFLUENCE)

    def test_open_cards_and_what_counts(self):
        screen = self.begin(*CAMPAIGN, seed=5)
        self.go_on(screen, 1, r"INFLUENCE (\w+[+-]\d+ )+")


class Affairs(Case):
    def test_the_campaign(self):
        text = " ".join(self.piped(["b", "q", "y"], GAME, *CAMPAIGN, "--seed", 3).split())
        for line in (
            "turn 16 is the last",
            "WHITE wins with 30 VP",
            "WHITE wins with Petrograd and Moskva",
            "answers RED in Belarus, Lithuania, Ukraine, West Ukraine",
            "Kazan (nobody)",
            "held in Ekaterinburg; may be saved in turn 2",
        ):
            self.assertIn(line, text)

    def test_1918_has_none_of_it(self):
        text = self.piped(["b", "q", "y"], GAME, "--seed", 3)
        self.assertIn("turn 3 is the last", text)
        for word in "Tsar  ", "Gold  ", "Poland  ":
            self.assertNotIn(word, text)


class Wandering(Case):
    def test_every_screen_fits(self):
        commands = ["m", "m don", "b", "c", "c 1", "h", "l", "a", "/r"]
        for scenario in "campaign", "1919", "1918":
            for language in ("en", "fr"):
                rng = random.Random(f"{scenario} {language}")
                screen = self.begin("--option", f"scenario={scenario}", language=language)
                for _ in range(70):
                    self.fits(screen)
                    offered = choices(screen.text)
                    answers = [str(rng.randint(1, offered))] * 5 if offered else [""]
                    screen.type(rng.choice([*answers, rng.choice(commands)]) if offered else "")
                self.assertIsNone(screen.status, screen.text)
                screen.leave()


if __name__ == "__main__":
    unittest.main()
