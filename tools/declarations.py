#!/usr/bin/env python3
"""Turn what a game declares about itself into C: names, options, verbs, frames, steps, events, facts, figures.

declared.py reads and checks the declarations; docs/adding-a-game.md explains them to who writes them. Here they become
SYMBOL_declared.h, which the game's rules include, and SYMBOL_declared.c with the tables that the core goes by.
"""

import argparse
from pathlib import Path

from common import c_string, guarded, run, write
from declared import read_declarations

PLAIN = {"number": "ap_plain_number", "action": "ap_plain_action", "event": "ap_plain_event"}


def upper(*words):
    return "_".join(words).upper().replace("-", "_")


def lower(*words):
    return "_".join(words).lower().replace("-", "_")


class Writer:
    """The names that a game's C has."""

    def __init__(self, game):
        self.game, self.p = game, game.prefix

    def list_variable(self, kind):
        return f"&{PLAIN[kind]}" if kind in PLAIN else f"&{lower(self.p, kind, 'list')}"

    def constant(self, *words):
        return upper(self.p, *words)

    def clause(self, clause):
        return clause.replace("-", "_").replace(".", "_")


def wrapped(text, indent=""):
    """A comment of one line or more."""
    room = 97 - 4 * len(indent)
    lines, words = [""], text.split()
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > room - (2 if len(lines) == 1 else 0):
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    if len(lines) == 1:
        return [f"{indent}/* {lines[0]} */"]
    return [f"{indent}/* {lines[0]}", *(f"{indent} * {line}" for line in lines[1:-1]), f"{indent} * {lines[-1]} */"]


def enumeration(entries):
    """Constants with a line about each."""
    lines = ["enum {"]
    for constant, about in entries:
        if about:
            lines += wrapped(about, "\t")
        lines.append(f"\t{constant},")
    return [*lines, "};", ""]


# ---- Names and options -----------------------------------------------------------------------------------------------


def list_header(w, names):
    lines = []
    if names.about:
        lines += wrapped(f"{names.kind}: {names.about}")
    if names.is_own:
        entries = [(w.constant(names.kind, word), about) for word, about in names.words.items()]
        entries.append((w.constant(names.kind, "count"), ""))
        if names.bits:
            lines += flag_header(w, names)
        else:
            lines += enumeration(entries)
    elif names.part_of:
        lines += [f"enum {{ {w.constant(names.kind, 'count')} = {len(names.words)} }};", ""]
    lines += [f"extern const ap_names {lower(w.p, names.kind, 'list')};"]
    return lines + [""]


def flag_header(w, names):
    """Of a set each word is a bit."""
    lines = ["enum {"]
    for n, (word, about) in enumerate(names.words.items()):
        if about:
            lines += wrapped(about, "\t")
        lines.append(f"\t{w.constant(names.kind, word)} = 1 << {n},")
    return [*lines, f"\t{w.constant(names.kind, 'count')} = {len(names.words)}", "};", ""]


def argument_header(w, names):
    """An index of this list and of no other, so that the compiler tells them apart."""
    name, count = lower(w.p, names.kind, "name"), count_of(w, names)
    return [
        f"typedef struct {name} {{",
        "\tint16_t index;",
        f"}} {name};",
        f"#define {w.constant(names.kind)}(n) (({name}){{ap_checked(n, {count})}})",
        f"#define {w.constant('maybe', names.kind)}(n) (({name}){{ap_maybe(n, {count})}})",
        "",
    ]


def count_of(w, names):
    return upper(w.p, names.plural) if names.table else w.constant(names.kind, "count")


def option_header(w):
    lines = []
    if w.game.options:
        lines += ["/* The options, and the values of each. */"]
        lines += enumeration([(w.constant("option", name), "") for name in w.game.options])
        for name, values in w.game.options.items():
            lines += enumeration([(w.constant(name, value), "") for value in values])
    return lines


def list_source(w, names):
    lines = []
    words = lower(w.p, names.kind, "words")
    if names.is_own:
        lines += [f"static const char *const {words}[] = {{", *(f"\t{c_string(word)}," for word in names.words), "};"]
        name, label = words, words
    elif names.table:
        name, label = f"{lower(w.p, names.kind)}_names", f"{lower(w.p, names.kind)}_labels"
    elif names.part_of:
        base = names.part_of
        start = f" + {names.start}" if names.start else ""
        own = base.is_own
        name = (lower(w.p, base.kind, "words") if own else f"{lower(w.p, base.kind)}_names") + start
        label = name if own or not base.table else f"{lower(w.p, base.kind)}_labels{start}"
    else:
        name = label = f"{lower(w.p, names.kind)}_names"
    attributes = attribute_source(w, names)
    lines += attributes
    lines += [
        f"const ap_names {lower(w.p, names.kind, 'list')} = {{",
        f"\t.kind = {c_string(names.word_kind)},",
        f"\t.count = {len(names.words)},",
        f"\t.name = {name},",
        f"\t.label = {label},",
    ]
    if attributes:
        attribute_table = lower(w.p, names.kind, "attributes")
        lines += [f"\t.attributes = {attribute_table},", f"\t.attribute_count = AP_COUNT({attribute_table}),"]
    if names.implied:
        lines.append("\t.implied = true,")
    return [*lines, "};", ""]


def attribute_source(w, names):
    if not names.attributes:
        return []
    table, row = f"{w.p}_{names.plural}", f"{w.p}_{lower(names.kind)}"
    lines = []
    for a in names.attributes:
        if a.neighbours is not None:
            lines += neighbour_source(w, names, a)
    lines.append(f"static const ap_attribute {lower(w.p, names.kind, 'attributes')}[] = {{")
    for a in names.attributes:
        values = f"{w.list_variable(a.values)}" if a.values else "NULL"
        if a.neighbours is not None:
            rows = lower(w.p, names.kind, a.name)
            size = [f".rows = {rows}", f".stride = sizeof {rows}[0]", f".offset = offsetof({rows}_row, value)",
                    ".bytes = 2", f".most = {a.most}", f".count_offset = offsetof({rows}_row, count)"]
        else:
            count = f"offsetof({row}, {a.name}_count)" if a.has_count else "0xffff"
            element = f"(({row} *)0)->{a.name}" + ("[0]" if a.kind == "AP_SEVERAL" else "")
            size = [f".rows = {table}", f".stride = sizeof({row})", f".offset = offsetof({row}, {a.name})",
                    f".bytes = sizeof {element}", f".is_signed = {'true' if a.is_signed else 'false'}",
                    f".most = {a.most}", f".count_offset = {count}"]
        lines.append(f"\t{{.name = {c_string(a.name)}, .kind = {a.kind}, .values = {values}, {', '.join(size)}}},")
    return [*lines, "};"]


def neighbour_source(w, names, attribute):
    """The other ends of a graph's edges, a row for each name."""
    rows = lower(w.p, names.kind, attribute.name)
    entries = [
        f"\t{{{len(ends)}, {{{', '.join(str(end) for end in ends) or '0'}}}}}," for ends in attribute.neighbours
    ]
    return [
        f"typedef struct {rows}_row {{",
        "\tuint8_t count;",
        f"\tuint16_t value[{attribute.most}];",
        f"}} {rows}_row;",
        f"static const {rows}_row {rows}[] = {{",
        *entries,
        "};",
    ]


def option_source(w):
    lines = []
    for name, values in w.game.options.items():
        listed = ", ".join(c_string(value) for value in values)
        lines.append(f"static const char *const {lower('values_of', name)}[] = {{{listed}, NULL}};")
    lines += [f"const ap_option {w.p}_options[] = {{"]
    lines += [f"\t{{{c_string(name)}, {lower('values_of', name)}}}," for name in w.game.options]
    if not w.game.options:
        lines.append("\t{0},")
    return [*lines, "};", ""]


# ---- Frames and steps ------------------------------------------------------------------------------------------------


def member(w, local):
    """The declaration of a local in its frame's struct."""
    if local.bits:
        return f"{local.c_type} {lower(local.name)};"
    array = f"[{local.count}]" if local.keys else ""
    return f"{local.c_type} {lower(local.name)}{array};"


def frame_header(w, frame):
    name = lower(w.p, frame.name, "frame")
    lines = [*wrapped(f"{frame.about}"), f"typedef struct __attribute__((may_alias)) {name} {{", "\tuint16_t step;",
             "\tap_seats asked;"]
    for local in sorted(frame.locals, key=lambda one: one.offset):
        lines += wrapped(local.explained, "\t")
        lines.append(f"\t{member(w, local)}")
    if frame.unused:
        lines.append(f"\tuint8_t unused[{frame.unused}];")
    lines += [f"}} {name};", f'_Static_assert(sizeof({name}) == sizeof(ap_frame), "a frame has no padding");']
    kind = lower(w.p, frame.name, "frame", "kind")
    lines += [
        f"extern const ap_frame_kind {kind};",
        f"static inline {name} *{name}_of(ap_frame *frame)",
        "{",
        f"\tassert({w.p}_steps[frame->step].frame == &{kind});",
        f"\treturn ({name} *)frame;",
        "}",
        f"static inline const {name} *{name}_in(const ap_frame *frame)",
        "{",
        f"\tassert({w.p}_steps[frame->step].frame == &{kind});",
        f"\treturn (const {name} *)frame;",
        "}",
        f"static inline {name} *{lower(w.p, frame.name, 'top')}(void *state)",
        "{",
        f"\treturn {name}_of(ap_top(state));",
        "}",
        f"static inline const {name} *{lower(w.p, frame.name, 'peek')}(const void *state)",
        "{",
        f"\treturn {name}_in(ap_peek(state));",
        "}",
    ]
    for local in frame.locals:
        if local.bits:
            lines += packed_access(w, name, local)
    return [*lines, ""]


def packed_access(w, frame, local):
    """Elements that are smaller than a byte are read and written one by one."""
    field, mask = lower(local.name), (1 << local.bits) - 1
    return [
        f"static inline int {frame}_{field}(const {frame} *f, int key)",
        "{",
        f"\tassert(key >= 0 && key < {local.count});",
        f"\treturn (int)(f->{field} >> key * {local.bits} & {mask});",
        "}",
        f"static inline void {frame}_set_{field}({frame} *f, int key, int value)",
        "{",
        f"\tassert(key >= 0 && key < {local.count} && value >= 0 && value <= {mask});",
        f"\tf->{field} = ({local.c_type})((f->{field} & ~({mask}u << key * {local.bits})) | (unsigned)value << key * {local.bits});",
        "}",
    ]


SIGNATURES = {
    "run": "void {0}_run(void *state, ap_events *events);",
    "legal": "void {0}_legal(const void *state, int seat, ap_list *out);",
    "refuse": "uint16_t {0}_refuse(const void *state, int seat, ap_action a);",
    "apply": "void {0}_apply(void *state, int seat, ap_action a, ap_events *events);",
    "close": "void {0}_close(void *state, ap_events *events);",
    "unseal": "bool {0}_unseal(void *state, int seat);",
}


def step_header(w):
    d = w.game
    lines = ["/* ---- Steps ---- */", ""]
    lines += enumeration([*((w.constant("step", s.name), s.about) for s in d.steps), (w.constant("step", "count"), "")])
    lines += [f"extern const ap_step {w.p}_steps[{w.constant('step', 'count')}];", ""]
    lines += ["/* ---- What their frames remember ---- */", ""]
    for frame in d.frames:
        lines += frame_header(w, frame)
    lines += moves_header(w)
    lines += ["/* ---- The functions of the steps: the rules ---- */", ""]
    known = set()
    for step in d.steps:
        for part, function in step.functions.items():
            if (part, function) not in known:
                known.add((part, function))
                lines.append(SIGNATURES[part].format(lower(w.p, function)))
    return [*lines, ""]


def moves_header(w):
    """Between steps: on with the same locals, on with none, into a frame of its own."""
    return [
        "/* The top frame goes on with another step that remembers the same things. */",
        f"static inline void {w.p}_goto(void *state, int step)",
        "{",
        f"\tassert({w.p}_steps[ap_peek(state)->step].frame == {w.p}_steps[step].frame);",
        "\tap_goto(state, step);",
        "}",
        "/* The top frame goes on with a step that remembers nothing yet. */",
        f"static inline void {w.p}_enter(void *state, int step)",
        "{",
        f"\tap_enter(state, step, {w.p}_steps[step].frame);",
        "}",
        "/* A new frame on top, which remembers nothing yet; the one below runs when it ends. */",
        f"static inline ap_frame *{w.p}_call(void *state, int step)",
        "{",
        "\tap_call(state, step);",
        f"\tap_enter(state, step, {w.p}_steps[step].frame);",
        "\treturn ap_top(state);",
        "}",
        "",
    ]


LOCAL_KINDS = {"number": "AP_LOCAL_NUMBER", "name": "AP_LOCAL_NAME", "set": "AP_LOCAL_SET", "action": "AP_LOCAL_ACTION"}


def frame_source(w, frame):
    lines = []
    table = lower(w.p, frame.name, "locals")
    if frame.locals:
        lines.append(f"static const ap_local {table}[] = {{")
        for local in frame.locals:
            parts = [f".name = {c_string(local.name)}", f".kind = {LOCAL_KINDS[local.kind]}", f".offset = {local.offset}",
                     f".bytes = {local.bytes}"]
            if local.bits:
                parts.append(f".bits = {local.bits}")
            if local.optional:
                parts.append(".optional = true")
            if local.keys:
                parts.append(f".keys = {w.list_variable(local.keys)}")
            if local.values:
                parts.append(f".values = {w.list_variable(local.values)}")
            if local.kind == "number":
                parts += [f".low = {local.low}", f".high = {local.high}"]
            lines.append(f"\t{{{', '.join(parts)}}},")
        lines.append("};")
    blank = ", ".join(str(byte) for byte in frame.blank)
    return [*lines, f"const ap_frame_kind {lower(w.p, frame.name, 'frame', 'kind')} = {{",
            f"\t.name = {c_string(frame.name)},",
            f"\t.locals = {table if frame.locals else 'NULL'},", f"\t.count = {len(frame.locals)},",
            f"\t.blank = {{{blank}}},", "};", ""]


def step_source(w):
    lines = []
    for frame in w.game.frames:
        lines += frame_source(w, frame)
    lines.append(f"const ap_step {w.p}_steps[{w.constant('step', 'count')}] = {{")
    for step in w.game.steps:
        parts = [f".name = {c_string(step.name)}", f".clause = {w.clause(step.clause)}"]
        parts += [f".{part} = {lower(w.p, function)}_{part}" for part, function in step.functions.items()]
        parts.append(f".frame = &{lower(w.p, step.frame, 'frame', 'kind')}")
        parts += [".often = true"] if step.often else []
        parts += [".own_turn = true"] if step.own_turn else []
        parts += [".final = true"] if step.final else []
        parts += [".reaction = true"] if step.reaction else []
        parts += [".open = true"] if step.open else []
        lines += [f"\t[{w.constant('step', step.name)}] = {{{', '.join(parts)}}},"]
    return [*lines, "};", ""]


# ---- Verbs, events, facts --------------------------------------------------------------------------------------------


def verb_header(w):
    entries = [(w.constant("verb", v.name), v.about) for v in w.game.verbs]
    return ["/* ---- Verbs, in the order in which legal lists have them ---- */", "",
            *enumeration([*entries, (w.constant("verb", "count"), "")])]


def verb_source(w):
    lines = [f"const ap_verb {w.p}_verbs[{w.constant('verb', 'count')}] = {{"]
    for verb in w.game.verbs:
        parts = [f".name = {c_string(verb.name)}"]
        parts += [f".{place} = {w.list_variable(kind)}" for place, kind in zip("xy", verb.of, strict=False)]
        if verb.most:
            parts.append(f".most = {verb.most}")
        if verb.nothing:
            parts.append(".nothing = true")
        if verb.final:
            parts.append(".final = true")
        if verb.open:
            parts.append(".open = true")
        lines.append(f"\t[{w.constant('verb', verb.name)}] = {{{', '.join(parts)}}},")
    return [*lines, "};", ""]


def parameters(w, kind):
    out = []
    for arg in kind.args:
        if arg.kind in ("number", "event"):
            out.append(f"int {lower(arg.name)}")
        elif arg.kind == "action":
            out.append(f"ap_action {lower(arg.name)}")
        else:
            out.append(f"{lower(w.p, w.game.lists[arg.kind].argument, 'name')} {lower(arg.name)}")
    return out


def values(w, kind, cast):
    out = []
    for arg in kind.args:
        plain = arg.kind in ("number", "event", "action")
        out.append(f"({cast}){lower(arg.name)}" if plain else f"{lower(arg.name)}.index")
    return ", ".join(out) or "0"


def event_functions(w, event):
    """A function that tells an event, and a macro of its name: what is told is computed only if somebody listens."""
    name = lower(w.p, "tell", event.name)
    args = ", ".join(["ap_events *events", "int clause", *parameters(w, event)])
    to = ", ".join(["ap_events *events", "ap_seats seen_by", "int clause", *parameters(w, event)])
    constant = w.constant("event", event.name)
    lines = wrapped(event.about) if event.about else []
    body = f"ap_record_event(events, {{0}}, {constant}, clause, (const int16_t[AP_EVENT_ARGS]){{{{{values(w, event, 'int16_t')}}}}});"
    signature, seen = (f"{name}({args})", "AP_ALL_VIEWERS") if not event.private else (f"{name}_to({to})", "seen_by")
    own = name if not event.private else f"{name}_to"
    return [*lines, f"static inline void {signature}", "{", "\tif (events)", f"\t\t{body.format(seen)}", "}",
            f"#define {own}(...) (AP_FIRST(__VA_ARGS__, 0) ? {own}(__VA_ARGS__) : (void)0)"]


def event_header(w):
    lines = ["/* ---- Events: a function tells each kind ---- */", ""]
    lines += enumeration([*((w.constant("event", e.name), "") for e in w.game.events), (w.constant("event", "kinds"), "")])
    for event in w.game.events:
        lines += event_functions(w, event)
    return [*lines, ""]


def fact_header(w):
    lines = ["/* ---- Facts: a function states each kind ---- */", ""]
    entries = [(w.constant("fact", "odds"), "")]
    entries += [(w.constant("fact", f.name), "") for f in w.game.facts]
    lines += enumeration([*entries, (w.constant("fact", "kinds"), "")])
    for fact in w.game.facts:
        args = ", ".join(["ap_facts *facts", "int frame", "int clause", *parameters(w, fact)])
        lines += wrapped(fact.about) if fact.about else []
        lines += [f"static inline void {lower(w.p, 'state', fact.name)}({args})", "{",
                  f"\tap_state_fact(facts, frame, {w.constant('fact', fact.name)}, clause, "
                  f"(const int32_t[AP_EVENT_ARGS]){{{values(w, fact, 'int32_t')}}});", "}"]
    return [*lines, ""]


def kind_row(w, kind, constant, more=()):
    parts = [f".name = {c_string(kind.name)}"]
    if kind.args:
        parts.append(f".arg = {{{', '.join(w.list_variable(a.kind) for a in kind.args)}}}")
        parts.append(f".called = {{{', '.join(c_string(a.name) for a in kind.args)}}}")
    optional = sum(1 << n for n, a in enumerate(kind.args) if a.optional)
    if optional:
        parts.append(f".optional = {optional}")
    if kind.turning:
        parts.append(".turning_point = true")
    if kind.quiet:
        parts.append(".quiet = true")
    if kind.die:
        parts.append(f".die_argument = {kind.die}")
    if kind.drawn:
        parts.append(f".drawn_argument = {kind.drawn}")
    if kind.odds is not None:
        parts.append(f".in_odds = true, .odds_argument = {kind.odds}")
    return f"\t[{constant}] = {{{', '.join([*parts, *more])}}},"


def shown(event):
    return f".shown = {'AP_EVENT_SHOWN' if event.shown is None else event.shown}"


def kinds_source(w):
    lines = [f"const ap_event_kind {w.p}_event_kinds[{w.constant('event', 'kinds')}] = {{"]
    lines += [kind_row(w, event, w.constant("event", event.name), [shown(event)]) for event in w.game.events]
    lines += ["};", "", f"const ap_event_kind {w.p}_fact_kinds[{w.constant('fact', 'kinds')}] = {{"]
    lines += [kind_row(w, w.game.odds, w.constant("fact", "odds"))]
    lines += [kind_row(w, fact, w.constant("fact", fact.name)) for fact in w.game.facts]
    return [*lines, "};", ""]


# ---- Figures ---------------------------------------------------------------------------------------------------------


def figure_header(w):
    if not w.game.figures:
        return []
    lines = ["/* ---- Figures: what follows from a view by the rules ---- */", ""]
    lines += enumeration([*((w.constant("figure", f.name), f.about) for f in w.game.figures),
                          (w.constant("figure", "count"), "")])
    lines += [f"int {lower(w.p, 'figure', f.name)}(const void *view, int key);" for f in w.game.figures]
    return [*lines, ""]


def figure_source(w):
    if not w.game.figures:
        return []
    lines = [f"const ap_figure_row {w.p}_figures[] = {{"]
    for f in w.game.figures:
        keys = w.list_variable(f.each) if f.each else "NULL"
        kind = "NULL" if f.kind == "number" else w.list_variable(f.kind)
        lines.append(f"\t{{{c_string(f.name)}, {w.clause(f.clause)}, {keys}, {kind}, {str(f.standing).lower()}, "
                     f"{str(f.hidden).lower()}, {lower(w.p, 'figure', f.name)}}},")
    return [*lines, "};", ""]


# ---- The whole -------------------------------------------------------------------------------------------------------


def game_macro(w):
    d = w.game
    rows = [
        f".name = {c_string(d.name)}", f".min_players = {d.players[0]}", f".max_players = {d.players[1]}",
        f".rules_version = {d.rules}", f".data_hash = 0x{d.data_hash}u",
        f".clause_count = {w.constant('clauses')}", f".clause_ids = {w.p}_clause_ids",
        f".turn_clause = {w.clause(d.turn_clause)}", f".over_clause = {w.p}_over_clauses",
        f".seats = &{lower(w.p, d.seats, 'list')}", f".reasons = &{lower(w.p, 'reason', 'list')}",
        f".steps = {w.p}_steps", f".step_count = {w.constant('step', 'count')}",
        f".verbs = {w.p}_verbs", f".verb_count = {w.constant('verb', 'count')}",
        f".events = {w.p}_event_kinds", f".event_count = {w.constant('event', 'kinds')}",
        f".facts = {w.p}_fact_kinds", f".fact_count = {w.constant('fact', 'kinds')}",
        f".options = {w.p}_options", f".option_count = {len(d.options)}",
        f".names = {w.p}_lists", f".standing_name = {c_string(d.standing)}",
        f".blank = {w.p}_blank", f".mend = {w.p}_mend", f".unsound = {w.p}_unsound", f".hide = {w.p}_hide",
        f".fill = {w.p}_fill", f".mask = {w.p}_mask", f".outcome = {w.p}_outcome", f".bound = {w.p}_bound",
        f".standing = {w.p}_standing", f".situation = {w.p}_situation",
    ]
    if d.figures:
        rows += [f".figures = {w.p}_figures", f".figure_count = {w.constant('figure', 'count')}"]
    hooks = [
        f"void {w.p}_blank(void *state);",
        f"void {w.p}_mend(void *state);",
        f"const char *{w.p}_unsound(const void *state);",
        f"void {w.p}_hide(void *state, int viewer);",
        f"void {w.p}_fill(void *state, int viewer, ap_rng *rng);",
        f"ap_action {w.p}_mask(const void *state, int seat, ap_action a, int viewer);",
        f"void {w.p}_outcome(const void *state, ap_outcome *out);",
        f"int {w.p}_bound(const ap_setup *setup);",
        f"int {w.p}_standing(const void *view, int seat);",
        f"void {w.p}_situation(const void *view, ap_facts *facts);",
    ]
    tables = [
        f"extern const ap_verb {w.p}_verbs[];",
        f"extern const ap_event_kind {w.p}_event_kinds[], {w.p}_fact_kinds[];",
        f"extern const ap_option {w.p}_options[];",
        f"extern const uint16_t {w.p}_over_clauses[];",
        f"extern const ap_names *const {w.p}_lists[];",
        *([f"extern const ap_figure_row {w.p}_figures[];"] if d.figures else []),
        f"extern const ap_game {d.symbol};",
    ]
    macro = [f"#define {w.constant('declared')} \\"] + [f"\t{row}, \\" for row in rows[:-1]] + [f"\t{rows[-1]}"]
    return ["/* ---- The game ---- */", "", "/* The hooks that the game writes itself. */", *hooks, "", *tables, "",
            "/* What the declarations say of the game: its ap_game begins with it, and adds its state, the parts of it that",
            " * JSON shows, and the hooks that not every game has. */", *macro, ""]


def header_lines(w):
    d = w.game
    includes = ['#include "game.h"', f'#include "{d.symbol}_clauses.h"']
    if d.has_tables:
        includes.append(f'#include "{d.symbol}_tables.h"')
    lines = [*includes, "", "/* ---- Lists of names ---- */", ""]
    for names in d.lists.values():
        lines += list_header(w, names)
    for names in d.lists.values():
        if names.argument == names.kind:
            lines += argument_header(w, names)
    lines += option_header(w)
    lines += verb_header(w)
    lines += step_header(w)
    lines += event_header(w)
    lines += fact_header(w)
    lines += figure_header(w)
    return [*lines, *game_macro(w)][:-1]


def source_lines(w):
    d = w.game
    lines = [f'#include "{d.symbol}_declared.h"', "", "#include <stddef.h>", ""]
    for names in d.lists.values():
        lines += list_source(w, names)
    with_words = [names for names in d.lists.values() if names.catalogue]
    lines += [f"const ap_names *const {w.p}_lists[] = {{",
              *(f"\t&{lower(w.p, names.kind, 'list')}," for names in with_words), "\tNULL,", "};", ""]
    lines += [*option_source(w), *verb_source(w), *step_source(w), *kinds_source(w), *figure_source(w)]
    reasons = [f"\t[{w.constant('reason', reason)}] = {w.clause(clause)}," for reason, clause in d.reasons.items()]
    return [*lines, f"const uint16_t {w.p}_over_clauses[] = {{", *reasons, "};"]


def main():
    parser = argparse.ArgumentParser(description="Turn a game's declarations into C.")
    parser.add_argument("--header", required=True, type=Path)
    parser.add_argument("--source", required=True, type=Path)
    parser.add_argument("manifest", type=Path, metavar="game.toml")
    options = parser.parse_args()
    game = read_declarations(options.manifest)
    w = Writer(game)
    origin = f"/* What {game.name} declares, generated by declarations.py: do not edit. */"
    write(options.header, [origin, *guarded(game.prefix, options.header, header_lines(w))])
    write(options.source, [origin, *source_lines(w)])


if __name__ == "__main__":
    run(main)
