"""Writes a source file that has many mutants at once. Which of them acts, a number says when the program starts: so a
mutant costs a run of the tests, not a build."""

import pathlib

from sites import BODY, STATEMENT

TOP = """extern int ap_mutant;
extern unsigned char ap_mutant_reached[];
#define AP_MUTANT(n) (ap_mutant == (n) || (ap_mutant < 0 && (ap_mutant_reached[n] = 1, 0)))
#line 1
"""

# Stands in one of the files. The number is -1 to tell which mutants are reached: a byte for each is written at the end.
CHOICE = """
#include <stdio.h>
#include <stdlib.h>
int ap_mutant;
unsigned char ap_mutant_reached[{count}];
static void tell_reached(void)
{{
	FILE *file = fopen(getenv("AP_MUTANT_REACHED"), "wb");
	fwrite(ap_mutant_reached, 1, sizeof ap_mutant_reached, file);
	fclose(file);
}}
__attribute__((constructor)) static void choose_mutant(void)
{{
	const char *number = getenv("AP_MUTANT");
	ap_mutant = number ? atoi(number) : 0;
	if (ap_mutant < 0)
		atexit(tell_reached);
}}
"""


def choice(mutant, number, rendered):
    if mutant.shape == STATEMENT:
        return f"if (AP_MUTANT({number})) {{}} else {rendered}"
    return f"(AP_MUTANT({number}) ? ({mutant.instead}) : ({rendered}))"


def render(text, start, end, numbered):
    """Returns the text from `start` to `end` with these mutants, which lie inside. The outermost come first."""
    out, at, i = [], start, 0
    while i < len(numbered):
        number, mutant = numbered[i]
        if mutant.shape == BODY:
            out.append(text[at : mutant.start + 1].decode())
            out.append(f" if (AP_MUTANT({number})) {mutant.instead} ")
            at = mutant.start + 1
            i += 1
            continue
        inner = i + 1
        while inner < len(numbered) and numbered[inner][1].start < mutant.end:
            inner += 1
        out.append(text[at : mutant.start].decode())
        out.append(choice(mutant, number, render(text, mutant.start, mutant.end, numbered[i + 1 : inner])))
        at, i = mutant.end, inner
    out.append(text[at:end].decode())
    return "".join(out)


def outermost_first(pair):
    number, mutant = pair
    return mutant.start, mutant.shape != BODY, -mutant.end, mutant.shape != STATEMENT, number


def write(text, numbered, path, count=None):
    """Writes a source with mutants, (number, Mutant) each. One of the files is told how many there are in all."""
    mutated = render(text, 0, len(text), sorted(numbered, key=outermost_first))
    whole = TOP + mutated + (CHOICE.format(count=count) if count else "")
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != whole:
        path.write_text(whole, encoding="utf-8")
        return True
    return False


def alone(text, mutant):
    """Returns the source with this one mutant and nothing else."""
    before, after = text[: mutant.start], text[mutant.end :]
    if mutant.shape == BODY:
        instead = b"{ " + mutant.instead.encode() + text[mutant.start + 1 : mutant.end]
    elif mutant.shape == STATEMENT:
        instead = b""
    else:
        instead = b"(" + mutant.instead.encode() + b")"
    return before + instead + after
