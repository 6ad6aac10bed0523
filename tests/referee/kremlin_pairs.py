"""Two Intrigue cards meet: for every ordered pair that can be announced in one round a scenario is made in which both are, and is judged.

    kremlin_pairs.py APPARAT [--list] [--keep FILE]

The referee plays the scenario by itself: what it asks it answers, by the pair's own chance, with something that the rules allow. So the program must allow
it, too, and what follows must be the same. --list prints the pairs that cannot meet, and why; --keep writes the scenarios to a file.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import frame
import kremlin
from kremlin_board import CARDS, NUMBER

LENGTH = 70
FIRST, SECOND, THIRD = "red", "blue", "green"  # who plays the cards, and who acts
ROUNDS = ["purge-open", "purge", "health-open", "health-die", "trial", "charge"]
ONLY_IN = {
    "fever": ["health-open"],
    "imposed": ["purge-open"],
    "alibi": ["trial", "charge"],
    "misdiagnosis": ["health-die"],
    "blackmail": ["purge", "trial"],
    "vaccination": ["health-open", "health-die", "charge"],
}
WHY_ONLY = {
    "fever": "only in the round that opens phase 4",
    "imposed": "only in the round that opens phase 2",
    "alibi": "only when a trial has been called or a charge sticks",
    "misdiagnosis": "only when a Health die has fallen",
    "blackmail": "only against a purge, a trial or a \"?\" that is announced",
    "vaccination": "only in phase 4",
}
PHASE_BEFORE = {"purge-open": 1, "purge": 1, "trial": 2, "health-open": 3, "health-die": 3, "charge": 3}


def rounds_of(card):
    return ONLY_IN.get(CARDS[card]["effect"], ROUNDS)


def meeting(first, second):
    """The round in which both can be announced, or None."""
    return next((each for each in ROUNDS if each in rounds_of(first) and each in rounds_of(second)), None)


def why_not(first, second):
    if first == second:
        return "there is one of each card"
    reasons = [f"card {NUMBER[card]} {WHY_ONLY[CARDS[card]['effect']]}" for card in (first, second) if CARDS[card]["effect"] in WHY_ONLY]
    return "; ".join(reasons)


def position(first, second, where):
    """A full Politburo in which every card has somebody to be about. The chief is whose card needs him."""
    chief = FIRST if first == "glasnost" else SECOND if second == "glasnost" else THIRD
    written = {
        FIRST: {"manjak": 10, "satin": 9, "mischif": 8, "karrienko": 7, "palavrian": 6, "strychnin": 5, "talksalott": 4, "niewitko": 3, "patina": 2, "wasolin": 1},
        SECOND: {"zenjarplan": 10, "satin": 9, "nikotin": 8, "boremtodev": 7, "palavrian": 6, "strychnin": 5, "talksalott": 4, "goferbrok": 3, "patina": 2, "wasolin": 1},
        THIRD: {"palavrian": 10, "goferbrok": 9, "strychnin": 8, "talksalott": 7, "satin": 6, "manjak": 5, "doberman": 4, "zenjarplan": 3, "patina": 2, "wasolin": 1},
    }
    declared = {
        FIRST: {"manjak": 4, "mischif": 3, "satin": 2, "karrienko": 2},
        SECOND: {"zenjarplan": 4, "nikotin": 3, "satin": 2, "boremtodev": 2},
        THIRD: {"palavrian": 5, "goferbrok": 4, "strychnin": 3, "satin": 1},
    }
    declared[chief]["talksalott"] = 3
    state = {
        "year": 2,
        "phase": PHASE_BEFORE[where],
        "sick": ["mischif", "zenjarplan", "karrienko", "palavrian"],
        "ill": ["nikotin"],
        "cure": ["mischif", "zenjarplan"],
        "suspect": ["nikotin", "satin"],
        "place": {
            "aparatschik": "wall", "talksalott": "chief", "palavrian": "kgb", "satin": "foreign", "goferbrok": "defense", "strychnin": "ideology", "manjak": "industry",
            "mischif": "economy", "zenjarplan": "sport", "karrienko": "candidates", "nikotin": "candidates", "boremtodev": "candidates", "doberman": "siberia",
        },
        "stress": {"manjak": 6, "mischif": 2, "zenjarplan": 7, "karrienko": 3, "boremtodev": 4},
        "written": written,
        "shown": declared,
        "declared": declared,
        "card": {first: FIRST, second: SECOND},
    }
    if where == "trial":
        state["suspect"] = ["manjak", "satin"]
    if where == "charge":
        state["card"]["assassination"] = THIRD
    return state


def opening(first, second):
    where = meeting(first, second)
    comment = f"# {first} and {second} are announced in one round"
    return f"{comment}\nstart kremlin players=3 rules=advanced at phase-end\nset {json.dumps(position(first, second, where), indent=1)}\n"


class Player:
    """Plays the scenario on the referee's own board."""

    def __init__(self, first, second, line):
        self.cards = {FIRST: first, SECOND: second}
        self.where = meeting(first, second)
        self.chance = random.Random(f"{first} {second}")
        self.lines = []
        self.referee = kremlin.Referee()
        self.referee.begin(line["state"], [])
        self.announced = False

    def do(self, seat, text):
        self.lines.append(f"do {seat} {text}")
        self.referee.told = []
        self.referee.go_on((seat, text.split()))

    def passes(self):
        """Everybody passes until somebody else is asked."""
        while self.is_round():
            self.do(self.referee.question.seats[0], "pass")

    def is_round(self):
        return self.referee.question.rule == "KR-DE-5"

    def reach(self):
        """Go to the round in which the two meet."""
        if self.where in ("purge-open", "health-open"):
            return None
        if self.where == "charge":
            return self.reach_charge()
        self.passes()
        if self.where == "purge":
            self.do(THIRD, "purge karrienko")
        elif self.where == "trial":
            self.do(THIRD, "trial satin")
        else:
            self.do("chance", "die 12")
            self.passes()
            self.do("chance", "die 12")

    def reach_charge(self):
        """In phase 4 somebody is charged with an attempt on the KGB Head."""
        self.do(THIRD, "play assassination")
        self.passes()
        self.do(THIRD, "target palavrian")
        self.do("chance", "die 2")
        self.do(THIRD, "accuse manjak")
        self.do("chance", "die 15")

    def announce(self):
        if not self.is_round():
            raise AssertionError(f"{self.cards}: no round, but {self.referee.question.rule}")
        for seat, card in self.cards.items():
            self.do(seat, "play " + card)
        self.passes_once()

    def passes_once(self):
        for seat in list(self.referee.question.seats):
            self.do(seat, "pass")

    def play_on(self):
        for _ in range(LENGTH):
            question = self.referee.question
            if self.referee.over or not question.answers:
                return
            self.do(self.chance.choice(question.seats), self.chance.choice(question.answers))

    def text(self):
        self.reach()
        self.announce()
        self.play_on()
        return "\n".join(self.lines) + "\n"


def run_script(apparat, text):
    with tempfile.NamedTemporaryFile("w", suffix=".aps", delete=False) as file:
        file.write(text)
    try:
        events = subprocess.run([apparat, "script", file.name, "--events"], capture_output=True, text=True)
        return [json.loads(line) for line in events.stdout.splitlines()], events.stderr
    finally:
        os.unlink(file.name)


def pairs():
    return [(first, second) for first in CARDS for second in CARDS]


def meeting_pairs():
    return [pair for pair in pairs() if pair[0] != pair[1] and meeting(*pair)]


def scenarios(apparat):
    """The text of each pair's scenario."""
    openings = {pair: opening(*pair) for pair in meeting_pairs()}
    lines, errors = run_script(apparat, "\n".join(openings.values()))
    starts = [line for line in lines if "state" in line and "end" not in line]
    if len(starts) != len(openings):
        raise SystemExit(f"of {len(openings)} positions {len(starts)} are sound: {errors}")
    return {pair: openings[pair] + Player(*pair, start).text() for pair, start in zip(openings, starts, strict=True)}


def judge_pair(apparat, pair, text):
    """Both cards must have been told and resolved, every action allowed, and all of it must be what the rules demand."""
    lines, errors = run_script(apparat, text)
    if errors:
        return f"{pair}: {errors.strip()}"
    verdict = frame.judge(lines)
    if verdict.findings:
        return f"{pair}: {verdict.findings[0]}"
    if verdict.judged != 1:
        return f"{pair}: not judged"
    played = {item["event"]["args"][1] for line in lines for item in line.get("events", []) if item["event"]["event"] == "plays"}
    return None if set(pair) <= played else f"{pair}: only {played} were announced"


def main():
    parser = argparse.ArgumentParser(description="Let two Intrigue cards meet, each with each.")
    parser.add_argument("apparat")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    if arguments.list:
        for first, second in pairs():
            if first == second or not meeting(first, second):
                print(f"{NUMBER[first]:2} {NUMBER[second]:2}  {why_not(first, second)}")
        return 0
    texts = scenarios(arguments.apparat)
    if arguments.keep:
        with open(arguments.keep, "w", encoding="utf-8") as file:
            file.write("\n".join(texts.values()))
    wrong = [finding for pair, text in texts.items() for finding in [judge_pair(arguments.apparat, pair, text)] if finding]
    for finding in wrong[:20]:
        print(finding)
    print(f"{len(pairs())} ordered pairs: {len(texts)} can meet, {len(pairs()) - len(texts)} cannot; {len(wrong)} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
