"""The tests that a mutant has to pass, from cheap to dear, and how one is run."""

import dataclasses
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORE_UNITS = ("chance", "changes", "codes", "event_json", "fair_records", "fingerprint", "history", "json_writer", "learn", "notation", "phrases",
    "record_files", "record_parts", "registry", "sets", "situation", "state_json", "vector")  # fmt: skip
# How many random games the laws are checked on: far fewer than ./check plays.
GAMES = {"triumph-of-chaos": (2, 200), "kremlin": (4, 20), "atomic-business": (4, 20), "red-empire": (8, 10)}
# Games whose changed states are not played (properties/meson.build), and for which reach.c takes too long.
LONG = ("triumph-of-chaos",)
# On one position of scenarios in how many.
POSITIONS = {"triumph-of-chaos": 40}
KINDS = ("scenarios", "golden games", "courses", "signature", "unit tests", "laws", "positions")
LEAST_SECONDS, TIMES = 2, 6
# The games of a course in portions that grow, since a mutant is mostly caught by the first.
COURSE_SEED, COURSE_PORTIONS = 1, (1, 3, 12, 1000)
# How many files of scenarios one process runs, one after the other: at first few, since most mutants are caught soon.
AT_ONCE = (2, 4, 8, 16, 32, 64)


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
    found += courses(game, build)
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
    if game not in LONG:
        found.append(Trial("laws", f"{game} reach", [str(build / f"tests/games/{symbol}_reach")]))
    bent = properties[:4] + ["--games", "1", "--bends", "12", "--seed", "3"] + ([] if game in LONG else ["--goes-on"])
    found.append(Trial("laws", f"{game} bent states", bent))
    scenarios = [str(each) for each in sorted((folder / "scenarios").glob("*.aps"))]
    how = "positions" if game in LONG else "positions-go-on"
    words = [properties[0], how, str(POSITIONS.get(game, 4)), "2", "0", str(folder / "scenarios/setups.aps"), *scenarios]
    found.append(Trial("positions", f"{game} positions", words))
    return found


def courses(game, build):
    """The games of golden/course: see tests/golden/course.py."""
    file, found, first = ROOT / "games" / game / "golden/course", [], 0
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True) if file.exists() else []
    for count in COURSE_PORTIONS:
        part = lines[first : first + count]
        if part:
            words = [str(build / "tests/differential/told"), game, str(COURSE_SEED), str(first), str(len(part))]
            found.append(Trial("courses", f"{game} course from {first}", words, "".join(part)))
        first += count
    return found


def together(trials):
    """Makes one trial of several files of scenarios: a process takes as long to start as a file takes to run."""
    words = trials[0].words[:2] + [trial.words[2] for trial in trials]
    return Trial("scenarios", trials[0].name, words, seconds=sum(trial.seconds for trial in trials))


def in_portions(ordered):
    """Puts the scenarios, which come first, together in portions that grow; the rest stays as it is."""
    scenarios = [trial for trial in ordered if trial.kind == "scenarios"]
    portions, at = [], 0
    for count in AT_ONCE:
        if at < len(scenarios):
            portions.append(together(scenarios[at : at + count]))
        at += count
    return portions + [trial for trial in ordered if trial.kind != "scenarios"]


def file_that_failed(trial, printed):
    """Returns the name of the file of scenarios that failed first, as far as that can be told from what was printed."""
    for file in map(pathlib.Path, trial.words[2:]):
        if f"{file}:".encode() in printed and f"{file}: ok".encode() not in printed:
            return file.name
    return None


def core_trials(build):
    return [Trial("unit tests", name, [str(build / f"tests/unit/test_{name}")]) for name in CORE_UNITS]


def targets():
    """What has to be built, as ninja calls it."""
    found = ["apparat", "tests/properties/properties", "tests/differential/told"] + [f"tests/unit/test_{name}" for name in CORE_UNITS]
    for source in ROOT.glob("games/*/tests/*.c"):
        if source.stem.startswith("test_"):
            found.append(f"tests/games/{source.parts[-3].replace('-', '_')}_{source.stem}")
    found += [f"tests/games/{source.parts[-3].replace('-', '_')}_reach" for source in ROOT.glob("games/*/tests/reach.c")]
    return found


def bounded(words, seconds):
    """A mutant may never end, or fill the memory: processor time is what counts, since the machine may be busy."""
    return ["prlimit", f"--cpu={seconds}:{seconds + 1}", f"--as={1 << 31}", "--core=0", *words]


def passes(trial, mutant, reached=None):
    """Runs a trial with a mutant; returns whether it passes, the seconds of the processor, the status, what was printed."""
    environment = dict(os.environ, AP_MUTANT=str(mutant), LC_ALL="C.UTF-8")
    if reached:
        environment["AP_MUTANT_REACHED"] = str(reached)
    limit = 600 if mutant <= 0 else max(LEAST_SECONDS, round(TIMES * trial.seconds))
    # Unit tests find their files from the folder of the build.
    process = subprocess.Popen(
        bounded(trial.words, limit), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, cwd=ROOT / "build-mutation"
    )
    printed = process.stdout.read()
    process.stdout.close()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    good = process.returncode == 0
    if good and isinstance(trial.expected, str):
        good = printed.decode(errors="replace") == trial.expected
    elif good and trial.expected is not None:
        good = trial.expected.search(printed.decode(errors="replace")) is not None
    return good, used.ru_utime + used.ru_stime, process.returncode, printed
