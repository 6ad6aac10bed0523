#!/usr/bin/env python3
"""Plays games with bots and lets the referee judge them; or judges records and scenarios.

    run.py APPARAT GAME [--games N] [--seed S] [--players N] [--option K=V].. [--bots A,B,..] [--jobs N]
    run.py APPARAT --records FILE..
    run.py APPARAT --scenarios FILE-OR-FOLDER..

Options, players and bots that are not given are chosen by the seed. Prints each disagreement with the game, how it can be played again, the move and the
rule. The status is 1 if there is any.
"""

import argparse
import glob
import multiprocessing
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import frame
import play


def judge_setting(task):
    apparat, setting = task
    judged = 0
    findings = []
    for number, (_, lines) in enumerate(play.played(apparat, setting)):
        verdict = frame.judge(lines)
        judged += verdict.judged
        findings += [f"{setting} : game {number}, move {finding.move}: {finding.rule}: {finding.text}" for finding in verdict.findings]
    return judged, findings


def judge_games(arguments):
    about = play.known_games(arguments.apparat)[arguments.game]
    module = frame.module_of(arguments.game)
    if module is None:
        print(f"there is no referee for {arguments.game}", file=sys.stderr)
        return 2
    options = dict(option.split("=", 1) for option in arguments.option)
    bots = arguments.bots.split(",") if arguments.bots else None
    refused = getattr(module, "refused", None)
    tasks = [(arguments.apparat, setting) for setting in play.settings(about, arguments.games, arguments.seed, arguments.players, options, bots, refused)]
    judged = 0
    findings = []
    with multiprocessing.Pool(arguments.jobs or os.cpu_count()) as pool:
        for count, found in pool.imap(judge_setting, tasks):
            judged += count
            findings += found
    return report(arguments.game, judged, 0, findings, arguments.show)


def report(what, judged, not_judged, findings, show):
    for finding in findings[:show]:
        print(finding)
    if len(findings) > show:
        print(f".. and {len(findings) - show} more")
    print(f"{what}: {judged} judged, {not_judged} not judged, {len(findings)} disagreements")
    return 1 if findings or judged == 0 else 0


def in_folders(names, ending):
    """Files, and those with that ending in folders."""
    return [file for name in names for file in (sorted(glob.glob(os.path.join(name, "*" + ending))) if os.path.isdir(name) else [name])]


def judge_files(arguments, command, files):
    judged = not_judged = 0
    findings = []
    for file in files:
        if os.path.basename(file) == "setups.aps":
            continue  # nothing begins there
        out = subprocess.run([arguments.apparat, command, file, "--events"], capture_output=True, text=True, check=True).stdout
        verdict = frame.judge(out.splitlines())
        judged += verdict.judged
        not_judged += verdict.not_judged
        findings += [f"{file}: {finding}" for finding in verdict.findings]
    return report(command, judged, not_judged, findings, arguments.show)


def main():
    parser = argparse.ArgumentParser(description="Let the referee judge games.")
    parser.add_argument("apparat")
    parser.add_argument("game", nargs="?", choices=frame.GAMES)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--bots")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--show", type=int, default=20, help="how many disagreements to print")
    parser.add_argument("--records", nargs="+")
    parser.add_argument("--scenarios", nargs="+")
    arguments = parser.parse_args()
    if arguments.records:
        return judge_files(arguments, "replay", in_folders(arguments.records, ".apr"))
    if arguments.scenarios:
        return judge_files(arguments, "script", in_folders(arguments.scenarios, ".aps"))
    if not arguments.game:
        parser.error("a game, --records or --scenarios")
    return judge_games(arguments)


if __name__ == "__main__":
    sys.exit(main())
