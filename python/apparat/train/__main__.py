"""python -m apparat.train: see --help."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ..errors import Error
from . import Result, Run, Training, evaluate, example, read_run


def arguments() -> argparse.ArgumentParser:
    """What the command line has."""
    parser = argparse.ArgumentParser(prog="python -m apparat.train", description="Train a network to play a game.")
    parser.add_argument("run", nargs="?", type=Path, help="a file that says what is trained, and how")
    parser.add_argument("--example", metavar="GAME", help="print such a file, with all settings")
    parser.add_argument("--folder", type=Path, help="where everything is written; without it beside the file, under its name")
    parser.add_argument("--resume", action="store_true", help="go on where the run in the folder was stopped")
    parser.add_argument("--minutes", type=float, help="end earlier if it takes longer than this")
    parser.add_argument("--evaluate", action="store_true", help="train nothing: measure the weights in the folder")
    parser.add_argument("--weights", type=Path, help="with --evaluate: measure these")
    parser.add_argument("--against", action="append", metavar="LEVEL", help="with --evaluate: against this bot; may be repeated")
    parser.add_argument("--games", type=int, default=0, help="with --evaluate: how many games against each")
    parser.add_argument("--json", action="store_true", help="print results as JSON")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on the machines of this Ray cluster; 'local' makes one here")
    parser.add_argument("--workers", type=int, default=0, help="with --ray: how many workers play; 0: one for each machine")
    return parser


def main(words: list[str] | None = None) -> int:
    """Does what the command line says; returns the exit status."""
    parser = arguments()
    given = parser.parse_args(words)
    if given.example:
        try:
            print(example(given.example).text(), end="")
        except ValueError as error:
            return fail(error)
        return 0
    if not given.run:
        parser.error("a file is needed; --example GAME prints one")
    try:
        run = read_run(given.run)
    except (OSError, ValueError) as error:
        return fail(error)
    if given.minutes is not None:
        run.minutes = given.minutes
    if given.against:
        run.evaluation.against = given.against
    folder = given.folder or given.run.with_suffix("")
    try:
        results = measure(run, folder, given) if given.evaluate else go(run, folder, given)
    except (Error, OSError) as error:
        return fail(error)
    if given.json:
        print(json.dumps([result.as_json() for result in results]))
    elif given.evaluate:
        print("\n".join(map(str, results)))
    return 0


def measure(run: Run, folder: Path, given: argparse.Namespace) -> list[Result]:
    """Measures weights."""
    return evaluate(run, given.weights or folder / "weights.npz", given.games)


def go(run: Run, folder: Path, given: argparse.Namespace) -> list[Result]:
    """Trains."""

    def say(text: str) -> None:
        print(text, file=sys.stderr if given.json else sys.stdout, flush=True)

    if given.ray:
        from .cluster import training_on

        training: Training = training_on(given.ray, run, folder, given.resume, given.workers)
    else:
        training = Training(run, folder, given.resume)
    try:
        return training.go(say)
    finally:
        training.players.close()


def fail(error: Exception) -> int:
    """Says in one line what is wrong."""
    print(f"apparat.train: {error}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
