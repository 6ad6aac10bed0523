#!/usr/bin/env python3
"""Under a French locale usage texts and errors are French. lang/program.fr.po has every text of the code, and no other."""

import re
import sys
import unittest

from case import GAME, ROOT, Case, apparat

sys.path.insert(0, str(ROOT / "tools"))
from program_texts import texts

FRENCH = {"LC_ALL": "fr_FR.UTF-8"}
TRANSLATIONS = ROOT / "lang" / "program.fr.po"
CONVERSION = re.compile(r"%[-+ #0-9.*]*(?:hh?|ll?|z)?[a-zA-Z%]")


def entries(po):
    """The texts of a .po file with their translations."""
    po = re.sub(r"^#.*\n", "", po, flags=re.M)
    found = re.findall(r'^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)', po, flags=re.M)
    return {joined(text): joined(translation) for text, translation in found if joined(text)}


def joined(lines):
    return "".join(re.findall(r'^"(.*)"$', lines, flags=re.M))


def quoted(text):
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


class French(Case):
    def commands(self):
        return re.findall(r"^  (\w+) +\S", apparat("--help").stdout, re.M)

    def help_of(self, command, **more):
        return apparat(command, "--help", **more).stdout

    def usages(self):
        return [self.help_of(command).removeprefix("usage: ") for command in self.commands()]

    def test_every_text_is_translated_and_none_is_left_over(self):
        translated = entries(TRANSLATIONS.read_text())
        # A usage text may be made of several parts in the code: it is taken as it is printed.
        in_code = {text for text in entries(texts(ROOT)) if not re.match(r"apparat .*\\n\\n", text)}
        wanted = in_code | {quoted(usage) for usage in self.usages()}
        self.assertEqual(sorted(wanted - set(translated)), [])
        self.assertEqual(sorted(set(translated) - wanted), [])

    def test_the_translations_take_the_same_values(self):
        for text, translation in entries(TRANSLATIONS.read_text()).items():
            self.assertEqual(CONVERSION.findall(translation), CONVERSION.findall(text), text)
            self.assertEqual(translation.count("\\n\\n"), text.count("\\n\\n"), text)

    def test_every_command_explains_itself_in_french(self):
        for command in self.commands():
            with self.subTest(command):
                english, french = self.help_of(command), self.help_of(command, env=FRENCH)
                options = re.compile(r"^  (?:-\w, )?--[\w-]+(?: [A-Z]\S*)?", re.M)
                self.assertTrue(french.startswith(f"usage : apparat {command}"), french)
                self.assertEqual(options.findall(french), options.findall(english))
                self.assertNotEqual(french.split("\n\n")[1], english.split("\n\n")[1])
                for line in french.splitlines():
                    self.assertLessEqual(len(line), 100, line)

    def test_errors_are_french_and_have_the_same_status(self):
        for words, status, said in (
            ((), 2, "pas de commande"),
            (("playy",), 2, "commande inconnue « playy » : vouliez-vous dire « play » ?"),
            (("simulate", GAME, "--games", "x"), 2, "veut un nombre de 1 à"),
            (("replay", "nothing.apr"), 1, "nothing.apr: ne peut être ouvert"),
            (("rules", GAME, "--lang", "de"), 2, "--lang veut en ou fr"),
        ):
            done = apparat(*words, cwd=self.folder, env=FRENCH)
            self.assertEqual((done.returncode, done.stdout), (status, ""))
            self.assertIn(said, done.stderr)

    def test_the_language_that_was_asked_for_counts(self):
        done = apparat("replay", "nothing.apr", "--lang", "fr", cwd=self.folder)
        self.assertIn("ne peut être ouvert", done.stderr)
        done = apparat("replay", "nothing.apr", "--lang", "en", cwd=self.folder, env=FRENCH)
        self.assertIn("cannot be opened", done.stderr)


if __name__ == "__main__":
    unittest.main()
