#!/usr/bin/env python3
"""Draw the icon of the client as PNG files, for systems that install it: icons.py ICON.svg OUT.png..

The name of each file says how large it is: icon-192.png has 192 x 192 pixels. In icon-maskable-512.png the drawing is
smaller, because systems cut such icons to a circle or another shape of their own.

The icon may have <rect> and <path> with a fill, and paths of straight lines: that is all this reads."""

import argparse
import re
import struct
from xml.etree import ElementTree
import zlib
from pathlib import Path

from common import Malformed, run

# How many lines of samples a row of pixels has. Across, coverage is computed exactly.
SAMPLES = 8
# What is left of a maskable icon whatever its shape: a circle of 80 % of its width; the drawing's square fits into it.
MASKABLE = 0.56

SVG = "{http://www.w3.org/2000/svg}"
# The commands of paths: how many numbers each takes.
COMMANDS = {"M": 2, "L": 2, "H": 1, "V": 1, "Z": 0}


def colour(text):
    return tuple(int(text[at : at + 2], 16) for at in (1, 3, 5))


def rectangle(width, height):
    return [(0, 0), (width, 0), (width, height), (0, height)]


def polygon(path, data):
    """The corners of a path that is one closed outline."""
    corners, x, y, command, at = [], 0.0, 0.0, "M", 0
    parts = re.findall(r"[A-Za-z]|-?\d*\.?\d+", data)
    while at < len(parts):
        if parts[at].isalpha():
            command = parts[at]
            at += 1
        if command.upper() not in COMMANDS:
            raise Malformed(path, 1, f"the command '{command}', expected one of {', '.join(COMMANDS)}")
        count = COMMANDS[command.upper()]
        numbers = [float(part) for part in parts[at : at + count]]
        at += count
        from_x, from_y = (x, y) if command.islower() else (0, 0)
        if count == 2:
            x, y = from_x + numbers[0], from_y + numbers[1]
        elif command in "Hh":
            x = from_x + numbers[0]
        elif command in "Vv":
            y = from_y + numbers[0]
        if count:
            corners.append((x, y))
        command = {"M": "L", "m": "l"}.get(command, command)  # what follows a move are lines
    return corners


def shapes(path):
    """The outlines of an icon with their colours, and its width."""
    root = ElementTree.parse(path).getroot()
    width = float(root.get("viewBox").split()[2])
    found = []
    for element in root:
        if element.tag == SVG + "rect":
            corners = rectangle(float(element.get("width")), float(element.get("height")))
        elif element.tag == SVG + "path":
            corners = polygon(path, element.get("d"))
        else:
            raise Malformed(path, 1, f"an element {element.tag}, expected rect or path")
        found.append((corners, colour(element.get("fill"))))
    return found, width


def crossings(corners, y):
    """Where a line across, at this height, enters and leaves an outline."""
    found = []
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (y1 <= y) != (y2 <= y):
            found.append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
    return sorted(found)


def add_span(coverage, left, right):
    """Adds how much of each pixel of a row lies between two places."""
    left, right = max(0.0, left), min(float(len(coverage)), right)
    for pixel in range(int(left), min(len(coverage), int(right) + 1)):
        coverage[pixel] += max(0.0, min(right, pixel + 1) - max(left, pixel)) / SAMPLES


def paint(rows, size, corners, fill):
    for n, row in enumerate(rows):
        coverage = [0.0] * size
        for sample in range(SAMPLES):
            ends = crossings(corners, n + (sample + 0.5) / SAMPLES)
            for left, right in zip(ends[::2], ends[1::2], strict=True):
                add_span(coverage, left, right)
        for x, part in enumerate(coverage):
            if part > 0:
                row[x] = tuple(round(old + (new - old) * min(1, part)) for old, new in zip(row[x], fill, strict=True))


def drawing(icon, size, scale):
    """The rows of pixels of an icon. The first shape is the ground: it fills the picture."""
    (outlines, width) = icon
    ground = outlines[0][1]
    rows = [[ground] * size for _ in range(size)]
    factor, shift = size / width * scale, size * (1 - scale) / 2
    for corners, fill in outlines[1:]:
        paint(rows, size, [(x * factor + shift, y * factor + shift) for x, y in corners], fill)
    return rows


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(rows):
    size = len(rows)
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)  # 8 bits for each of red, green and blue
    lines = b"".join(b"\0" + bytes(value for pixel in row for value in pixel) for row in rows)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b"")


def main():
    parser = argparse.ArgumentParser(description="Draw the icon of the client as PNG files.")
    parser.add_argument("icon", type=Path, metavar="ICON.svg")
    parser.add_argument("outputs", type=Path, nargs="+", metavar="OUT.png")
    options = parser.parse_args()
    icon = shapes(options.icon)
    for output in options.outputs:
        size = re.search(r"-(\d+)\.png$", output.name)
        if not size:
            raise Malformed(output, 1, "no size in the name, expected one such as icon-192.png")
        scale = MASKABLE if "maskable" in output.name else 1
        output.write_bytes(png(drawing(icon, int(size[1]), scale)))


if __name__ == "__main__":
    run(main)
