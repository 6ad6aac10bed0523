"""What the generators share: reading their input, naming its faults, writing C."""

import re
import sys

# C17 promises 4095 characters to a string literal; we leave one for the terminator.
LONGEST_STRING = 4094


class Malformed(Exception):
    """A fault in an input file, told as FILE:LINE: what was wrong, what was expected."""

    def __init__(self, path, line, fault):
        super().__init__(f"{path}:{line}: {fault}")


def read_lines(path):
    with open(path, "rb") as file:
        data = file.read()
    try:
        return re.split("\r?\n", data.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        fault = f"byte 0x{data[error.start]:02x}, expected UTF-8 text"
        raise Malformed(path, line, fault) from None


def fits_a_string(text):
    return len(text.encode("utf-8")) <= LONGEST_STRING


def c_string(text):
    """A C literal: UTF-8 kept, no trigraphs, no escape that a following digit could change."""
    text = re.sub(r'[\\"]', r"\\\g<0>", text)
    text = text.replace("\n", r"\n").replace("\t", r"\t")
    text = re.sub(r"(?<=\?)\?", r"\\?", text)
    text = re.sub(r"[\x00-\x1f\x7f]", lambda control: f"\\{ord(control[0]):03o}", text)
    return f'"{text}"'


def include_guard(prefix, header):
    name = re.sub(r"[^A-Z0-9]", "_", header.name.upper())
    prefix = prefix.upper() + "_"
    return name if name.startswith(prefix) else prefix + name


def guarded(prefix, header, lines):
    guard = include_guard(prefix, header)
    return [f"#ifndef {guard}", f"#define {guard}", "", *lines, "", "#endif"]


def write(path, lines):
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def run(generate):
    """Run a generator; whatever is wrong with its files is one line on stderr and status 1."""
    try:
        generate()
    except Malformed as fault:
        sys.exit(str(fault))
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}")
