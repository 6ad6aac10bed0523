# picture.py: draws what bench/peers/run measured, as SVG.
"""Bars for each engine and each server, and beside each of the peer's how many times as fast ours is."""
import statistics
from html import escape

WIDTH = 900
LEFT, RIGHT = 250, 690  # where bars begin, and the longest ends
ROW, GAP = 34, 30
PAPER, INK, FAINT, RED, RULE = "#f4ecd8", "#171310", "#5d5548", "#b8150f", "#cdbf9f"
TITLES = {"red-empire": "Red Empire", "atomic-business": "Atomic Business", "hearts": "hearts", "spades": "spades"}


class Drawing:
    """Parts of a picture, from the top to the bottom."""

    def __init__(self):
        self.parts, self.y = [], 0

    def text(self, x, words, size=15, **attributes):
        more = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
        self.parts.append(f'<text x="{x}" y="{self.y}" font-size="{size}"{more}>{escape(words)}</text>')

    def heading(self, words, unit):
        self.y += GAP + 14
        self.text(30, words.upper(), 20, font_weight=800, letter_spacing=1)
        self.text(RIGHT + 180, unit, 14, fill=FAINT, text_anchor="end")
        self.y += 12
        self.parts.append(f'<rect x="30" y="{self.y}" width="{WIDTH - 60}" height="3" fill="{INK}"/>')
        self.y += 8

    def bar(self, owner, name, share, figure, ratio=None):
        """A row: our bars are red, a peer's black with what it has to be compared to."""
        ours = owner == "apparat"
        self.y += ROW
        length = max(2, round((RIGHT - LEFT) * share))
        self.text(LEFT - 14, f"{owner}, {name}" if name else owner, text_anchor="end", font_weight=700 if ours else 400)
        top, color = self.y - 18, RED if ours else INK
        self.parts.append(f'<rect x="{LEFT}" y="{top}" width="{length}" height="24" fill="{color}"/>')
        self.text(LEFT + length + 10, figure, font_weight=700)
        if ratio:
            self.text(RIGHT + 180, ratio, 17, fill=RED, font_weight=800, text_anchor="end")


def draw_engines(d, report):
    d.heading("Engines", "random games, steps a second of one core, chance counted")
    best = {game: max(speeds) for game, speeds in report["engines"].items() if not game.endswith(", lean")}
    most = max(best.values())
    theirs = [game for game in best if any(names.endswith(f"/ {game}") for names in report["engine_ratios"])]
    for game, speed in sorted(best.items(), key=lambda item: -item[1]):
        ratios = [ratio for names, ratio in report["engine_ratios"].items() if names.endswith(f"/ {game}")]
        words = f"{min(ratios):.1f} to {max(ratios):.1f} x" if ratios else None
        d.bar("OpenSpiel" if game in theirs else "apparat", TITLES[game], speed / most, f"{speed / 1e6:.1f} M", words)


def draw_servers(d, report):
    d.heading("Servers", f"{report['tables']:,} tables of four, moves a second")
    rounds = report["servers"]
    speeds = {name: statistics.median(found[name][0]["moves_per_second"] for found in rounds) for name in rounds[0]}
    titles = {"apparat": "each move on disk", "memory": "in memory", "files": "in files"}
    for name, speed in speeds.items():
        ratio = report["server_ratios"].get(name)
        words = f"{ratio['moves']:.1f} x" if ratio else None
        owner = "apparat" if name == "apparat" else "boardgame.io"
        d.bar(owner, titles[name], speed / max(speeds.values()), f"{speed:,.0f}", words)


def draw(report, bars):
    d = Drawing()
    d.y = 52
    d.text(30, "APPARAT AND ITS PEERS", 30, font_weight=800, letter_spacing=2)
    d.y += 24
    d.text(30, f"taking turns on one machine, {report['time']}", 14, fill=FAINT)
    if "engines" in report:
        draw_engines(d, report)
    if "servers" in report:
        draw_servers(d, report)
    d.y += GAP + 12
    asked = f"asked for: {bars['engine']:g} x the engines, {bars['memory']:g} x in memory, {bars['files']:g} x in files"
    d.text(30, f"x: how many times as fast ours is; {asked}", 14, fill=FAINT)
    height = d.y + 26
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="Helvetica, Arial, sans-serif" fill="{INK}">\n'
        f"<title>Apparat and its peers: speed of engines and servers</title>\n"
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>\n<rect width="10" height="{height}" fill="{RED}"/>\n'
        + "\n".join(d.parts)
        + "\n</svg>\n"
    )
