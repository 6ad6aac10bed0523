"""JSON schemas as functions, for tests that check every message: a hundred times as fast as the library, which still checks
the first messages of each type, and says what is wrong with a bad one. A keyword that is not known here is an error."""

import re

NOTES = {"description", "title", "examples", "$defs", "$schema", "$id"}

TYPES = {
    "null": lambda v: v is None,
    "boolean": lambda v: isinstance(v, bool),
    "string": lambda v: isinstance(v, str),
    "array": lambda v: isinstance(v, list),
    "object": lambda v: isinstance(v, dict),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "integer": lambda v: not isinstance(v, bool) and (isinstance(v, int) or (isinstance(v, float) and v.is_integer())),
}


def same(a, b):
    """Equal as JSON: true is not 1."""
    return a == b and isinstance(a, bool) == isinstance(b, bool)


class QuickSchema:
    """What a part of a schema demands, as a function of a value: is_valid(value)."""

    def __init__(self, whole):
        self.whole, self.known = whole, {}

    def of(self, part):
        """Returns the function of a part."""
        if isinstance(part, bool):
            return lambda value: part
        checks = [getattr(self, f"on_{word.strip('$')}")(part[word], part) for word in part if word not in NOTES]
        checks = [check for check in checks if check]
        return checks[0] if len(checks) == 1 else lambda value: all(check(value) for check in checks)

    def on_ref(self, name, _):
        if name not in self.known:
            found = self.whole
            for word in name.removeprefix("#/").split("/"):
                found = found[word]
            self.known[name] = None  # it may lead to itself
            self.known[name] = self.of(found)
        return lambda value: self.known[name](value)

    def on_type(self, names, _):
        kinds = [TYPES[name] for name in ([names] if isinstance(names, str) else names)]
        return kinds[0] if len(kinds) == 1 else lambda value: any(kind(value) for kind in kinds)

    def on_const(self, wanted, _):
        return lambda value: same(value, wanted)

    def on_enum(self, wanted, _):
        return lambda value: any(same(value, one) for one in wanted)

    def on_properties(self, parts, _):
        checks = {name: self.of(part) for name, part in parts.items()}
        return lambda value: not isinstance(value, dict) or all(
            check(value[name]) for name, check in checks.items() if name in value
        )

    def on_additionalProperties(self, part, schema):  # noqa: N802 (as the keyword is written)
        known, check = set(schema.get("properties", ())), self.of(part)
        return lambda value: not isinstance(value, dict) or all(check(value[name]) for name in value if name not in known)

    def on_required(self, names, _):
        return lambda value: not isinstance(value, dict) or all(name in value for name in names)

    def on_dependentRequired(self, names, _):  # noqa: N802
        return lambda value: not isinstance(value, dict) or all(
            other in value for name, others in names.items() if name in value for other in others
        )

    def on_items(self, part, _):
        check = self.of(part)
        return lambda value: not isinstance(value, list) or all(check(one) for one in value)

    def on_oneOf(self, parts, _):  # noqa: N802
        checks = [self.of(part) for part in parts]
        return lambda value: sum(check(value) for check in checks) == 1

    def on_anyOf(self, parts, _):  # noqa: N802
        checks = [self.of(part) for part in parts]
        return lambda value: any(check(value) for check in checks)

    def on_not(self, part, _):
        check = self.of(part)
        return lambda value: not check(value)

    def on_pattern(self, text, _):
        pattern = re.compile(text)
        return lambda value: not isinstance(value, str) or pattern.search(value) is not None

    def on_minimum(self, least, _):
        return lambda value: not TYPES["number"](value) or value >= least

    def on_maximum(self, most, _):
        return lambda value: not TYPES["number"](value) or value <= most

    def on_minLength(self, least, _):  # noqa: N802
        return lambda value: not isinstance(value, str) or len(value) >= least

    def on_maxLength(self, most, _):  # noqa: N802
        return lambda value: not isinstance(value, str) or len(value) <= most

    def on_minItems(self, least, _):  # noqa: N802
        return lambda value: not isinstance(value, list) or len(value) >= least

    def on_maxItems(self, most, _):  # noqa: N802
        return lambda value: not isinstance(value, list) or len(value) <= most
