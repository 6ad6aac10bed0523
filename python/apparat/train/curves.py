"""How a run went: a table as CSV, and curves as SVG."""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

Row = Mapping[str, float | str]
#: Columns that differ between two runs of one file.
CLOCK = ("seconds", "per_second")


def write_table(path: Path, rows: Sequence[Row]) -> None:
    """Writes all rows; a column is there if any row has it."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    part = path.with_suffix(".part")
    with part.open("w", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(rows)
    os.replace(part, path)


def read_table(path: Path) -> list[dict[str, float]]:
    """The rows of a table; cells that are empty are left out."""
    with path.open(newline="") as file:
        return [{name: float(cell) for name, cell in row.items() if cell} for row in csv.DictReader(file)]


# ---- Curves

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 640, 170, 64, 28, 30
COLOURS = ("#1f6feb", "#c2410c", "#15803d", "#7e22ce", "#a16207", "#0e7490")


def write_curves(path: Path, rows: Sequence[Row], title: str) -> None:
    """Draws the figures of a run over its updates: its strength with intervals and par, and how learning goes."""
    levels = [name.removeprefix("share_") for row in rows for name in row if name.startswith("share_")]
    panels = [
        _panel(rows, f"share of the victories against {level}", [f"share_{level}", f"par_{level}"], f"error_{level}")
        for level in dict.fromkeys(levels)
    ]
    panels.append(_panel(rows, "entropy of the choices, part of the values explained", ["entropy", "explained"]))
    panels.append(_panel(rows, "loss of the values", ["value_loss"]))
    panels.append(_panel(rows, "decisions a second", ["per_second"]))
    shown = [panel for panel in panels if panel]
    height = 30 + HEIGHT * len(shown)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="11">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="{LEFT}" y="20" font-size="14">{escape(title)}</text>',
    ]
    for n, panel in enumerate(shown):
        lines += [f'<g transform="translate(0 {30 + n * HEIGHT})">', *panel, "</g>"]
    part = path.with_suffix(".part")
    part.write_text("\n".join([*lines, "</svg>", ""]))
    os.replace(part, path)


def _panel(rows: Sequence[Row], title: str, names: Sequence[str], error: str = "") -> list[str]:
    series = {
        name: [(float(row["update"]), float(row[name]), float(row.get(error, 0))) for row in rows if name in row] for name in names
    }
    points = [point for line in series.values() for point in line]
    if len(points) < 2:
        return []
    left, right = min(x for x, _, _ in points), max(x for x, _, _ in points)
    low, high = min([0.0, *(y - e for _, y, e in points)]), max(y + e for _, y, e in points)
    across, up = max(right - left, 1e-9), max(high - low, 1e-9)
    width, height = WIDTH - LEFT - 16, HEIGHT - TOP - BOTTOM

    def place(x: float, y: float) -> str:
        return f"{LEFT + (x - left) / across * width:.1f},{TOP + (high - y) / up * height:.1f}"

    lines = [f'<text x="{LEFT}" y="{TOP - 10}">{escape(title)}</text>']
    for n in range(5):
        y = low + up * n / 4
        _, _, at = place(left, y).partition(",")
        lines.append(f'<line x1="{LEFT}" x2="{WIDTH - 16}" y1="{at}" y2="{at}" stroke="#ddd"/>')
        lines.append(f'<text x="{LEFT - 6}" y="{at}" text-anchor="end" dominant-baseline="middle">{y:.3g}</text>')
    for x in (left, (left + right) / 2, right):
        at, _, _ = place(x, low).partition(",")
        lines.append(f'<text x="{at}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{x:.0f}</text>')
    for (name, line), colour in zip(series.items(), COLOURS, strict=False):
        is_par = name.startswith("par_")
        if error and not is_par and len(line) > 1:
            edge = [place(x, y + e) for x, y, e in line] + [place(x, y - e) for x, y, e in reversed(line)]
            lines.append(f'<polygon points="{" ".join(edge)}" fill="{colour}" opacity="0.15"/>')
        dashes = ' stroke-dasharray="5 4"' if is_par else ""
        path = " ".join(place(x, y) for x, y, _ in line)
        lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"{dashes}/>')
    for n, (name, colour) in enumerate(zip(series, COLOURS, strict=False)):
        x = WIDTH - 16 - 90 * (len(series) - 1 - n)
        lines.append(f'<text x="{x}" y="{TOP - 10}" text-anchor="end" fill="{colour}">{escape(name)}</text>')
    return lines
