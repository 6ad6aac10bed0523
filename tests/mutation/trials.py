"""The tests that a mutant has to pass, from cheap to dear, and how one is run."""

import dataclasses
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORE_UNITS = ("chance", "changes", "codes", "event_json", "fair_records", "history", "json_writer", "learn", "notation", "phrases",
    "record_files", "record_parts", "registry", "sets", "state_json", "vector")  # fmt: skip
# How many random games the laws are checked on: far fewer than ./check plays.
GAMES = {"triumph-of-chaos": (2, 200), "kremlin": (4, 20), "atomic-business": (4, 20), "red-empire": (8, 10)}
# On one position of scenarios in how many.
POSITIONS = {"triumph-of-chaos": 40}
KINDS = ("scenarios", "golden games", "signature", "unit tests", "laws", "positions")
LEAST_SECONDS, TIMES = 4, 10


@dataclasses.dataclass
class Trial:
    kind: str
    name: str
    words: list
    expected: object = None  # what it prints, if that matters
    seconds: float = 0.0  # of the processor, without a mutant
    reached: bytes = b""


def trials_of(game, build):
    folder, apparat = ROOT / "games" / game, str(build / "apparat")
    found = []
    for scenario in sorted((folder / "scenarios").glob("*.aps")):
        found.append(Trial("scenarios", f"{game} {scenario.name}", [apparat, "script", str(scenario)]))
    for record in sorted((folder / "golden").glob("*.apr")):
        found.append(Trial("golden games", f"{game} {record.name}", [apparat, "verify", str(record)]))
    for log in sorted((folder / "golden").glob("*.log")):
        name, language, _ = log.name.rsplit(".", 2)
        words = [apparat, "replay", str(log.with_name(f"{name}.apr")), "--lang", language]
        found.append(Trial("golden games", f"{game} {log.name}", words, log.read_text(encoding="utf-8")))
    signature = (folder / "golden/signature").read_text(encoding="utf-8").strip()
    bench = ["env", f"LD_PRELOAD={build / 'quick_clock.so'}", apparat, "bench", "--games", game, "--json"]
    found.append(Trial("signature", f"{game} signature", bench, re.compile(f'"signature":"{signature}"')))
    symbol = game.replace("-", "_")
    for source in sorted((folder / "tests").glob("*.c")):
        program = build / f"tests/games/{symbol}_{source.stem}"
        if source.stem.startswith("test_"):
            found.append(Trial("unit tests", f"{game} {source.stem}", [str(program)]))
    games, every = GAMES.get(game, (10, 10))
    properties = [str(build / "tests/properties/properties"), game, "--every", str(every), "--games"]
    found.append(Trial("laws", f"{game} laws", properties + [str(games)]))
    scenarios = [str(each) for each in sorted((folder / "scenarios").glob("*.aps"))]
    words = [properties[0], "positions", str(POSITIONS.get(game, 4)), "2", str(folder / "scenarios/setups.aps"), *scenarios]
    found.append(Trial("positions", f"{game} positions", words))
    return found


def core_trials(build):
    return [Trial("unit tests", name, [str(build / f"tests/unit/test_{name}")]) for name in CORE_UNITS]


def targets():
    """What has to be built, as ninja calls it."""
    found = ["apparat", "tests/properties/properties"] + [f"tests/unit/test_{name}" for name in CORE_UNITS]
    for source in ROOT.glob("games/*/tests/*.c"):
        if source.stem.startswith("test_"):
            found.append(f"tests/games/{source.parts[-3].replace('-', '_')}_{source.stem}")
    return found


def bounded(words, seconds):
    """A mutant may never end, or fill the memory: processor time is what counts, since the machine may be busy."""
    return ["nice", "-n", "2", "prlimit", f"--cpu={seconds}:{seconds + 1}", f"--as={1 << 31}", "--core=0", *words]


def passes(trial, mutant, reached=None):
    """Runs a trial with a mutant; returns whether it passes, and the seconds of the processor that it took."""
    environment = dict(os.environ, AP_MUTANT=str(mutant), LC_ALL="C.UTF-8")
    if reached:
        environment["AP_MUTANT_REACHED"] = str(reached)
    limit = 600 if mutant <= 0 else max(LEAST_SECONDS, round(TIMES * trial.seconds))
    process = subprocess.Popen(bounded(trial.words, limit), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, cwd=ROOT)
    printed = process.stdout.read()
    process.stdout.close()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    good = process.returncode == 0
    if good and isinstance(trial.expected, str):
        good = printed.decode(errors="replace") == trial.expected
    elif good and trial.expected is not None:
        good = trial.expected.search(printed.decode(errors="replace")) is not None
    return good, used.ru_utime + used.ru_stime, process.returncode
