"""Counts which branches of the engine the tests take, and demands that it is nearly all.

    branches.py REPORT EXEMPTIONS [--uncovered]

REPORT is what `llvm-cov export` prints of a build without assertions. A branch is an outcome, true or false, of one condition as the
source has it: each side of && and || has its own two. A condition that is constant has none. A condition in a function of a header
is one condition, however many files include it. Only what people wrote counts: src/core and games/*/engine.

A line of EXEMPTIONS is FILE | FUNCTION | CONDITION | true or false | REASON: an outcome that cannot happen, or that no test
can show, and why. An exemption that is taken all the same, or that is no branch, is an error.
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEAST, MOST_EXEMPT = 0.95, 0.01
BRANCH_REGION = 4


def place_of(file):
    """Returns the place of a source of the engine within the tree; None if it is something else."""
    path = pathlib.Path(file).resolve()
    if not path.is_relative_to(ROOT):
        return None
    place = path.relative_to(ROOT).as_posix()
    ours = place.startswith("src/core/") or re.match(r"games/[^/]+/engine/", place)
    return place if ours else None


def stratum(place):
    return "core" if place.startswith("src/core/") else place.split("/")[1]


def between(lines, begin, end):
    """Returns the source between two places (line and column, counted from 1), in one line."""
    (first, left), (last, right) = begin, end
    if first == last:
        text = lines[first - 1][left - 1 : right - 1]
    else:
        text = "\n".join([lines[first - 1][left - 1 :], *lines[first : last - 1], lines[last - 1][: right - 1]])
    return " ".join(text.split())


def function_at(lines, line):
    """Returns the name of the function that a line lies in: the last line above that begins with a name and has a bracket."""
    for number in range(line, 0, -1):
        found = re.match(r"[A-Za-z_].*?\b(\w+)\(", lines[number - 1])
        if found and not lines[number - 1].startswith(("#", "typedef", "enum")):
            return found[1]
    return ""


def is_constant(condition):
    return condition in ("true", "false", "0", "1")


def read(report):
    """Returns {(place, function, condition, line, column, outcome): how often}."""
    counts = {}
    for file in json.loads(pathlib.Path(report).read_text(encoding="utf-8"))["data"][0]["files"]:
        place = place_of(file["filename"])
        if place is None:
            continue
        lines = (ROOT / place).read_text(encoding="utf-8").split("\n")
        for first, left, last, right, taken, not_taken, _, _, kind in file["branches"]:
            condition = between(lines, (first, left), (last, right))
            if kind != BRANCH_REGION or is_constant(condition):
                continue
            where = (place, function_at(lines, first), condition, first, left)
            for outcome, count in (("true", taken), ("false", not_taken)):
                counts[(*where, outcome)] = counts.get((*where, outcome), 0) + count
    return counts


def read_exemptions(file):
    """Returns {(place, function, condition, outcome): reason}."""
    exemptions = {}
    for number, line in enumerate(pathlib.Path(file).read_text(encoding="utf-8").split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split(" | ")]
        if len(parts) != 5 or not all(parts) or parts[3] not in ("true", "false"):
            sys.exit(f"{file}:{number}: not FILE | FUNCTION | CONDITION | true or false | REASON")
        exemptions[tuple(parts[:4])] = parts[4]
    return exemptions


def judge(counts, exemptions):
    """Returns the numbers of each part, what is not covered, and what is wrong with exemptions."""
    table, uncovered, used = {}, [], set()
    faults = []
    for (place, function, condition, line, column, outcome), count in sorted(counts.items()):
        row = table.setdefault(stratum(place), {"branches": 0, "covered": 0, "exempt": 0})
        row["branches"] += 1
        key = (place, function, condition, outcome)
        if key in exemptions:
            used.add(key)
        if count > 0:
            row["covered"] += 1
            if key in exemptions:
                faults.append(f"exempt, but taken: {' | '.join(key)}")
        elif key in exemptions:
            row["exempt"] += 1
        else:
            uncovered.append((place, line, column, function, condition, outcome))
    faults += [f"exempt, but no branch: {' | '.join(key)}" for key in sorted(set(exemptions) - used)]
    return table, uncovered, faults


def tell(table, uncovered, list_all):
    total = {name: sum(row[name] for row in table.values()) for name in ("branches", "covered", "exempt")}
    print(f"{'':20}{'branches':>10}{'covered':>9}{'exempt':>8}{'share':>8}")
    for name, row in [*sorted(table.items()), ("all", total)]:
        share = row["covered"] / max(1, row["branches"] - row["exempt"])
        print(f"{name:20}{row['branches']:10}{row['covered']:9}{row['exempt']:8}{share:8.4f}")
    if list_all:
        for place, line, _, function, condition, outcome in uncovered:
            print(f"{place}:{line}: {function}: never {outcome}: {condition}")
    return total


def main(report, exemptions, *words):
    table, uncovered, faults = judge(read(report), read_exemptions(exemptions))
    total = tell(table, uncovered, "--uncovered" in words)
    for fault in faults:
        print(fault)
    if not total["branches"]:
        sys.exit("the report has no branch of the engine")
    share = total["covered"] / (total["branches"] - total["exempt"])
    exempt = total["exempt"] / total["branches"]
    if share < LEAST or exempt > MOST_EXEMPT or faults:
        sys.exit(f"asked for: {LEAST:.0%} covered, at most {MOST_EXEMPT:.0%} exempt, no wrong exemption")


if __name__ == "__main__":
    main(*sys.argv[1:])
