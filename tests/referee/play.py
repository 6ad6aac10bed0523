"""Games for the referee: bots play them by seed, `apparat replay --events` tells what happened."""

import json
import os
import random
import subprocess
import tempfile

CHUNK = 10


def known_games(apparat):
    """What `apparat games --json` says of each game: players, options and bots."""
    out = subprocess.run([apparat, "games", "--json"], check=True, capture_output=True, text=True).stdout
    return {game["game"]: game for game in json.loads(out)["games"]}


class Setting:
    """How a number of games are played: options, players, bots, and the seed."""

    def __init__(self, game, players, options, bots, seed, count):
        self.game = game
        self.players = players
        self.options = options
        self.bots = bots
        self.seed = seed
        self.count = count

    def command(self, apparat, folder):
        command = [apparat, "simulate", self.game, "--players", str(self.players), "--bots", ",".join(self.bots), "--games", str(self.count)]
        command += ["--seed", str(self.seed), "--record", folder]
        for name, value in self.options.items():
            command += ["--option", f"{name}={value}"]
        return command

    def __str__(self):
        options = "".join(f" --option {name}={value}" for name, value in self.options.items())
        return f"apparat simulate {self.game} --players {self.players} --bots {','.join(self.bots)} --games {self.count} --seed {self.seed}{options}"


def settings(about, count, seed, players=None, options=None, bots=None, refused=None):
    """Settings for so many games, chosen by the seed; what is given is not chosen. `refused(players, options)` leaves combinations out."""
    game = about["game"]
    made = 0
    chunk = 0
    result = []
    while made < count:
        chance = random.Random(f"{game} {seed} {chunk}")
        few = min(CHUNK, count - made)
        number = players or chance.randint(about["min_players"], about["max_players"])
        chosen = {name: (options or {}).get(name) or chance.choice(values) for name, values in about["options"].items()}
        who = bots or chance.choice([["random"], ["greedy"], ["random", "greedy"], ["greedy", "random", "greedy"]])
        who = [level for level in who if level in about["bots"]][:number] or ["random"]
        if refused is None or not refused(number, chosen):
            result.append(Setting(game, number, chosen, who, seed * 100003 + chunk, few))
            made += few
        chunk += 1
    return result


def played(apparat, setting):
    """Play the games of a setting: yields (name of the record, its lines as `replay --events` prints them)."""
    with tempfile.TemporaryDirectory(prefix="referee-") as folder:
        subprocess.run(setting.command(apparat, folder), check=True, stdout=subprocess.DEVNULL)
        for name in sorted(os.listdir(folder), key=lambda name: int(name.rsplit("-", 1)[1].split(".")[0])):
            out = subprocess.run([apparat, "replay", os.path.join(folder, name), "--events"], check=True, capture_output=True, text=True).stdout
            yield name, out.splitlines()
