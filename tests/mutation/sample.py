"""Which mutants are tried, and in which order: seeded, and stratified by file and so by game.

Every beginning of the order has as many mutants of each file as its share of all mutants is. So what has been tried so
far is an honest sample, however far that is."""

import json
import pathlib
import random

import sites

ROOT = pathlib.Path(__file__).resolve().parents[2]


def engine_files(build):
    """Returns the sources of core and of the games that are here, with the arguments of the compiler that matter."""
    commands = json.loads((ROOT / build / "compile_commands.json").read_text(encoding="utf-8"))
    found = {}
    for command in commands:
        file = (ROOT / build / command["file"]).resolve()
        if not file.is_relative_to(ROOT) or file.is_relative_to(ROOT / build):
            continue
        place = file.relative_to(ROOT).as_posix()
        if place.startswith("src/core/") or (place.startswith("games/") and "/engine/" in place):
            words = command["command"].split()
            found[place] = [word for word in words if word.startswith(("-I", "-D", "-std"))]
    return dict(sorted(found.items()))


def stratum(place):
    return "core" if place.startswith("src/core/") else place.split("/")[1]


def absolute(arguments, build):
    """Includes are relative to the build; libclang reads the file from where the tree begins."""
    return [f"-I{(ROOT / build / word[2:]).resolve()}" if word.startswith("-I") else word for word in arguments]


def all_mutants(build):
    mutants = []
    for place, arguments in engine_files(build).items():
        file = str(ROOT / place)
        for mutant in sites.find(file, absolute(arguments, build)):
            mutants.append(sites.dataclasses.replace(mutant, file=place))
    return mutants


def ordered(mutants, seed):
    by_file = {}
    for mutant in mutants:
        by_file.setdefault(mutant.file, []).append(mutant)
    keyed = []
    for place, of_file in by_file.items():
        generator = random.Random(f"{seed} {place}")
        generator.shuffle(of_file)
        offset = generator.random()
        keyed += [((rank + offset) / len(of_file), place, rank, mutant) for rank, mutant in enumerate(of_file)]
    return [each[3] for each in sorted(keyed, key=lambda each: each[:3])]
