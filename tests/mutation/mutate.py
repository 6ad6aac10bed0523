#!/usr/bin/env python3
"""Asks whether the tests would notice if the rules were others: see CONTRIBUTING.md.

    tests/mutation/mutate.py prepare [--seed S] [--count N]   write and build the mutants
    tests/mutation/mutate.py run [--until N] [--jobs J]       try them, or go on doing it
    tests/mutation/mutate.py again                            try those that survived once more, after tests were written
    tests/mutation/mutate.py run --dear SECONDS               only with trials that take at most so long: `again` tries the others
    tests/mutation/mutate.py report [--survivors]             what has been found so far

Everything lies in build-mutation, where the state of the work is kept (results.jsonl). The tests are built with
assertions. A mutant that the compiler turns into the same object code is none, and so is one that equivalent.txt
explains; neither is counted. `prepare` needs a build in `build` and libclang for Python (python3-clang).
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import threading

import sample
import schemata
import trials

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build-mutation"
PLAN, RESULTS, REACHED = BUILD / "plan.json", BUILD / "results.jsonl", BUILD / "reached"
CHOICE_FILE = "src/core/steps.c"  # has the number of the mutant; every program is linked with it


def source_of(place):
    return (ROOT / place).read_bytes()


def line_of(mutant):
    return source_of(mutant.file)[: mutant.start].count(b"\n") + 1


def described(mutant):
    text = source_of(mutant.file)
    before = " ".join(text[mutant.start : mutant.end].decode().split())
    return f"{mutant.file}:{line_of(mutant)}: {mutant.what}: {before[:90]}"


# ---- Preparing -----------------------------------------------------------------------------------


def write_all(mutants, dropped):
    by_file = {place: [] for place in sample.engine_files("build")}
    for number, mutant in enumerate(mutants, 1):
        if number not in dropped:
            by_file[mutant.file].append((number, mutant))
    for place, numbered in by_file.items():
        count = len(mutants) + 1 if place == CHOICE_FILE else None
        path = BUILD / "mutated" / place
        if schemata.write(source_of(place), numbered, path, count):
            # Ninja knows the sources as they lie in the tree, so the objects are taken away.
            name = place.replace("/", "_") if place.startswith("src/") else place[len("games/") :].replace("/", "_")
            for made in BUILD.glob(f"**/{name}.o"):
                made.unlink()


def compile_all(mutants):
    """Builds the tests; leaves out what does not compile, as a constant that is none any more. Returns the numbers."""
    dropped = set()
    for _ in range(20):
        write_all(mutants, dropped)
        ninja = ["nice", "ninja", "-C", str(BUILD), "-k", "0", "-j", "2", *trials.targets()]
        done = subprocess.run(ninja, capture_output=True, text=True)
        if done.returncode == 0:
            return dropped
        bad = {(place, int(line)) for place, line in re.findall(r"mutated/(\S+?):(\d+):\d+: error", done.stdout)}
        new = {n for n, mutant in enumerate(mutants, 1) if n not in dropped and at_fault(mutant, bad)}
        if not new:
            sys.exit(done.stdout[-3000:])
        dropped |= new
    sys.exit("the mutants do not compile")


def at_fault(mutant, bad):
    text = source_of(mutant.file)
    first = line_of(mutant)
    last = first + text[mutant.start : mutant.end].count(b"\n")
    return any((mutant.file, line) in bad for line in range(first, last + 1))


def prepare(arguments):
    mutants = sample.ordered(sample.all_mutants("build"), arguments.seed)
    total = len(mutants)
    mutants = mutants[: arguments.count]
    if not (BUILD / "build.ninja").exists():
        compiler = str(ROOT / "tests/mutation/compiler")
        subprocess.run(["meson", "setup", str(BUILD), str(ROOT), "-Dbuildtype=release", "-Dweb=disabled", "-Dtests=true"],
            env=dict(os.environ, CC=compiler), check=True, capture_output=True)  # fmt: skip
    dropped = compile_all(mutants)
    clock = ["gcc", "-shared", "-fPIC", "-D_POSIX_C_SOURCE=200809L", "-o", str(BUILD / "quick_clock.so")]
    subprocess.run([*clock, str(ROOT / "tests/mutation/quick_clock.c")], check=True)
    keep_results(mutants)
    plan = {
        "seed": arguments.seed,
        "files": {place: hash_of(place) for place in sample.engine_files("build")},
        "of": total,
        "sources": sources_hash(),
        "mutants": [vars(mutant) for mutant in mutants],
        "dropped": sorted(dropped),
    }
    PLAN.write_text(json.dumps(plan), encoding="utf-8")
    print(f"{total} mutants can be made; {len(mutants)} are built, {len(dropped)} of them do not compile")


def hash_of(place):
    return hashlib.blake2b(source_of(place), digest_size=16).hexdigest()


def keep_results(mutants):
    """What was found of mutants in files that have not changed since is still true."""
    if not PLAN.exists() or not RESULTS.exists():
        return
    old = json.loads(PLAN.read_text(encoding="utf-8"))
    same = {place for place, known in old["files"].items() if (ROOT / place).exists() and hash_of(place) == known}
    numbers = {mutant: number for number, mutant in enumerate(mutants, 1) if mutant.file in same}
    kept = {}
    for line in RESULTS.read_text(encoding="utf-8").splitlines():
        result = json.loads(line)
        number = numbers.get(sample.sites.Mutant(**old["mutants"][result["mutant"] - 1]))
        if number:
            kept[number] = json.dumps(dict(result, mutant=number))
    RESULTS.write_text("".join(f"{kept[number]}\n" for number in sorted(kept)), encoding="utf-8")


def sources_hash():
    whole = hashlib.blake2b(digest_size=16)
    for place in sample.engine_files("build"):
        whole.update(place.encode() + b"\0" + source_of(place) + b"\0")
    return whole.hexdigest()


# ---- Trying --------------------------------------------------------------------------------------


class Work:
    def __init__(self, dear, kinds):
        plan = json.loads(PLAN.read_text(encoding="utf-8"))
        if plan["sources"] != sources_hash():
            sys.exit("the engine has changed since `prepare`")
        self.mutants = {n: sample.sites.Mutant(**each) for n, each in enumerate(plan["mutants"], 1)}
        self.left_out = set(plan["dropped"])
        self.results = {}
        if RESULTS.exists():
            for line in RESULTS.read_text(encoding="utf-8").splitlines():
                result = json.loads(line)
                self.results[result["mutant"]] = result
        self.trials, self.kills, self.lock, self.dear, self.kinds = {}, {}, threading.Lock(), dear, kinds
        self.of_file = {}
        for number, mutant in self.mutants.items():
            self.of_file.setdefault(mutant.file, []).append(number)
        for each in self.results.values():
            if each["result"] == "killed":
                kills = self.kills.setdefault(self.mutants[each["mutant"]].file, {})
                kills[each["trial"]] = kills.get(each["trial"], 0) + 1

    def load_trials(self, games, jobs):
        REACHED.mkdir(exist_ok=True)
        of_each = {game: trials.trials_of(game, BUILD) for game in games} | {"core": trials.core_trials(BUILD)}
        everything = [trial for own in of_each.values() for trial in own if trial.kind in self.kinds]
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            used = {id(trial) for trial, good in zip(everything, pool.map(self.baseline, everything), strict=True) if good}
        for name, own in of_each.items():
            self.trials[name] = [trial for trial in own if id(trial) in used]
        self.trials["core"] += [trial for game in games for trial in self.trials[game]]

    def baseline(self, trial):
        """Runs a trial without a mutant: it has to pass, and tells which mutants it reaches."""
        file = REACHED / trial.name.replace(" ", "_")
        seconds = file.with_suffix(file.suffix + ".seconds")
        newest = max(pathlib.Path(word).stat().st_mtime for word in trial.words if word.startswith("/"))
        if not seconds.exists() or seconds.stat().st_mtime < newest:
            good, used, *_ = trials.passes(trial, -1, file)
            if not good:
                print(f"not used, it fails without a mutant: {trial.name}", flush=True)
            # A test that has nothing of the engine but data tells of no mutant.
            seconds.write_text(str(used) if good and file.exists() else "", encoding="utf-8")
        if not seconds.read_text(encoding="utf-8") or not file.exists():
            return False
        trial.seconds, trial.reached = float(seconds.read_text(encoding="utf-8")), file.read_bytes()
        return True

    def reaching(self, number, dear):
        """The trials that reach a mutant and take at most `dear` seconds, and how many there are besides: kind by kind, first
        those that cost little, caught others of its file, or reach much of it."""
        mutant = self.mutants[number]
        all_ = [trial for trial in self.trials[sample.stratum(mutant.file)] if trial.reached[number]]
        cheap = [trial for trial in all_ if trial.seconds <= dear and trial.kind in self.kinds]
        kills, beside = self.kills.get(mutant.file, {}), self.of_file[mutant.file]

        def worth(trial):
            likely = kills.get(trial.name, 0) + sum(trial.reached[n] for n in beside) / len(beside)
            return (trials.KINDS.index(trial.kind), -likely / (trial.seconds + 0.01))

        return trials.in_portions(sorted(cheap, key=worth)), len(all_) - len(cheap)

    def attempt(self, number):
        mutant = self.mutants[number]
        ordered, left = self.reaching(number, self.dear)
        result = {"mutant": number, "result": "survived", "reached": bool(ordered or left), "left": left}
        for trial in ordered:
            good, _, status, printed = trials.passes(trial, number)
            if not good:
                name = trial.name
                if trial.kind == "scenarios":
                    file = trials.file_that_failed(trial, printed)
                    name = f"{sample.stratum(mutant.file)} {file}" if file else name
                result.update(result="killed", by=trial.kind, trial=name, status=status)
                with self.lock:
                    kills = self.kills.setdefault(mutant.file, {})
                    kills[name] = kills.get(name, 0) + 1
                break
        everything = not left and len(self.kinds) == len(trials.KINDS)
        if result["result"] == "survived" and everything and same_object(mutant):
            result["result"] = "same object"
        with self.lock, RESULTS.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(result) + "\n")
            self.results[number] = result

    def counted(self):
        return [n for n, each in self.results.items() if each["result"] in ("killed", "survived")]

    def run(self, until, jobs, files):
        waiting = [
            n
            for n, mutant in self.mutants.items()
            if n not in self.results and n not in self.left_out and re.search(files, mutant.file)
        ]

        def one(number):
            if len(self.counted()) < until:
                self.attempt(number)

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            list(pool.map(one, waiting))

    def again(self, jobs, files):
        known = explained()
        numbers = [
            n
            for n, each in sorted(self.results.items())
            if each["result"] == "survived" and re.search(files, self.mutants[n].file) and key_of(self.mutants[n]) not in known
        ]
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            list(pool.map(self.attempt, numbers))


def same_object(mutant):
    """Returns whether the compiler makes the same of a mutant as of the source."""
    arguments = sample.engine_files("build")[mutant.file]
    folder = str((ROOT / mutant.file).parent)
    command = ["gcc", *sample.absolute(arguments, "build"), "-iquote", folder, "-O2", "-DNDEBUG", "-w", "-x", "c", "-", "-S", "-o", "-"]
    made = [
        subprocess.run(command, input=text, capture_output=True, cwd=ROOT)
        for text in (source_of(mutant.file), schemata.alone(source_of(mutant.file), mutant))
    ]
    return made[0].returncode == made[1].returncode == 0 and made[0].stdout == made[1].stdout


def games_of(mutants, files):
    """Returns the games whose tests are needed for the mutants of these files: for those of core, all."""
    all_ = sorted(path.parent.name for path in ROOT.glob("games/*/game.toml"))
    met = {sample.stratum(mutant.file) for mutant in mutants if re.search(files, mutant.file)}
    return all_ if "core" in met else [game for game in all_ if game in met]


# ---- Telling -------------------------------------------------------------------------------------


def wilson_lower(killed, tried, z=1.959964):
    if tried == 0:
        return 0.0
    share = killed / tried
    middle = share + z * z / (2 * tried)
    spread = z * (share * (1 - share) / tried + z * z / (4 * tried * tried)) ** 0.5
    return (middle - spread) / (1 + z * z / tried)


def explained():
    """Mutants that change nothing anybody could notice: FILE :: WHAT :: SOURCE :: LINE :: REASON in each line."""
    file = ROOT / "tests/mutation/equivalent.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {tuple(line.split(" :: ")[:4]) for line in lines if line and not line.startswith("#")}


def key_of(mutant):
    text = source_of(mutant.file)
    source = " ".join(text[mutant.start : mutant.end].decode().split())[:60]
    line = text[: mutant.start].rpartition(b"\n")[2] + text[mutant.start :].partition(b"\n")[0]
    return mutant.file, mutant.what, source, " ".join(line.decode().split())[:80]


def report(work, survivors):
    known = explained()
    table, kinds, open_ = {}, {}, []
    for number, result in sorted(work.results.items()):
        mutant = work.mutants[number]
        row = table.setdefault(sample.stratum(mutant.file), {"killed": 0, "survived": 0, "equivalent": 0})
        if result["result"] == "killed":
            row["killed"] += 1
            kinds[result["by"]] = kinds.get(result["by"], 0) + 1
        elif result["result"] == "same object" or key_of(mutant) in known:
            row["equivalent"] += 1
        else:
            row["survived"] += 1
            open_.append((mutant, result))
    total = {name: sum(row[name] for row in table.values()) for name in ("killed", "survived", "equivalent")}
    print(f"{'':20}{'tried':>7}{'killed':>8}{'survived':>10}{'share':>8}{'Wilson':>8}{'equivalent':>12}")
    for name, row in [*sorted(table.items()), ("all", total)]:
        tried = row["killed"] + row["survived"]
        share = row["killed"] / tried if tried else 0
        print(f"{name:20}{tried:7}{row['killed']:8}{row['survived']:10}{share:8.3f}"
            f"{wilson_lower(row['killed'], tried):8.3f}{row['equivalent']:12}")  # fmt: skip
    print("caught first by " + ", ".join(f"{kind} {kinds[kind]}" for kind in trials.KINDS if kind in kinds))
    if survivors:
        for mutant, result in sorted(open_, key=lambda pair: (pair[0].file, pair[0].start)):
            print(described(mutant) + ("" if result["reached"] else " (reached by no test)"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("prepare", "run", "again", "report"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1800)
    parser.add_argument("--until", type=int, default=1500)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--dear", type=float, default=1e9, help="leave out trials that take longer, in seconds")
    parser.add_argument("--kinds", default=",".join(trials.KINDS), help="try these kinds of tests alone")
    parser.add_argument("--files", default="", help="only mutants of files whose name this expression finds")
    parser.add_argument("--survivors", action="store_true")
    arguments = parser.parse_args()
    if arguments.what == "prepare":
        prepare(arguments)
        return
    work = Work(arguments.dear, arguments.kinds.split(","))
    if arguments.what != "report":
        work.load_trials(games_of(work.mutants.values(), arguments.files), arguments.jobs)
        if arguments.what == "run":
            work.run(arguments.until, arguments.jobs, arguments.files)
        else:
            work.again(arguments.jobs, arguments.files)
    report(work, arguments.survivors)


if __name__ == "__main__":
    main()
