#!/usr/bin/env python3
"""The pages of the manual: groff finds nothing wrong with them, and they say what the program says."""

import os
import re
import subprocess
import unittest

from case import PREFIX, Installed

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "GROFF_NO_SGR": "1"}


def rendered(path):
    """The page as text, and what groff says about it."""
    words = ["groff", "-man", "-Kutf8", "-Tutf8", "-ww", "-rLL=80n", path]
    done = subprocess.run(words, capture_output=True, text=True, env=ENVIRONMENT, timeout=60)
    return re.sub(".\b", "", done.stdout), done.stderr


class Manual(Installed):
    def pages(self):
        return sorted(self.at(PREFIX / "share/man").glob("man?/*"))

    def commands(self):
        return re.findall(r"^  (\w+) +(.*)$", self.apparat("--help"), re.M)

    def page(self, name):
        text, faults = rendered(self.at(PREFIX / f"share/man/man1/{name}.1"))
        self.assertEqual(faults, "", name)
        return " ".join(text.split()).replace("\u2010", "-").replace("\u2212", "-")

    def test_groff_finds_no_fault(self):
        self.assertGreater(len(self.pages()), len(self.commands()))
        for page in self.pages():
            text, faults = rendered(page)
            self.assertEqual(faults, "", page.name)
            for heading in ("NAME", "DESCRIPTION", "SEE ALSO"):
                self.assertRegex(text, rf"(?m)^{heading}$", page.name)
            self.assertNotIn("`", text, page.name)  # a mark that was not understood

    def test_a_fault_would_be_found(self):
        wrong = self.folder / "wrong.1"
        wrong.write_text('.TH WRONG 1 "" "" ""\n.SH NAME\nwrong \\- a page\n.NONSENSE\n\\fBtext\\(zz\n')
        self.assertIn("NONSENSE", rendered(wrong)[1])

    def test_the_first_page_names_every_command(self):
        page = self.page("apparat")
        self.assertIn(self.apparat("--version").strip(), page)
        for name, summary in self.commands():
            self.assertIn(f"apparat-{name}(1) {summary[0].upper()}{summary[1:]}.", page)

    def test_each_command_has_a_page_with_its_help(self):
        for name, summary in self.commands():
            page = self.page(f"apparat-{name}")
            text = self.apparat(name, "--help")
            self.assertIn(f"NAME apparat-{name} - {summary} SYNOPSIS apparat {name}", page)
            self.assertGreater(len(text), 80)
            for word in re.findall(r"[\w./:-]+", text.replace("usage:", "").replace(f"see apparat-{name}(1)", "")):
                self.assertIn(word.strip(".").lower(), page.lower(), name)

    def test_the_pages_that_are_named_exist(self):
        names = {(path.stem, path.suffix[1:]) for path in self.pages()}
        for page in self.pages():
            text = rendered(page)[0].replace("\u2010", "-")
            for name in re.findall(r"\b(apparat(?:-[a-z]+)?)\((\d)\)", text):
                self.assertIn(name, names, page.name)


if __name__ == "__main__":
    unittest.main()
