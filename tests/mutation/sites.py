"""Finds the places of a C file where a mutant can be made, and what stands there instead.

A mutant is a small change that turns the rules into other rules: another operator, a number that is one too great, a
condition that is negated, a call that is left out. libclang says what is an expression and of which type, so that every
mutant is C that compiles. What a macro writes, data outside functions and whatever has to be constant is left alone.
"""

import dataclasses
import re

from clang.cindex import CursorKind as Kind
from clang.cindex import Index, TranslationUnit, TypeKind

# What a comparison, a sum and so on becomes. Each string is one mutant.
OPERATORS = {
    "<": ["<=", ">="],
    "<=": ["<", ">"],
    ">": [">=", "<="],
    ">=": [">", "<"],
    "==": ["!="],
    "!=": ["=="],
    "+": ["-"],
    "-": ["+"],
    "*": ["+"],
    "/": ["*"],
    "%": ["/"],
    "&": ["|"],
    "|": ["&"],
    "^": ["&"],
    "<<": [">>"],
    ">>": ["<<"],
    "&&": ["||"],
    "||": ["&&"],
}
ASSIGNMENTS = {"+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=", "<<=": ">>=", ">>=": "<<=", "*=": "+="}
LOGICAL = ("&&", "||")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
COUNTING = {"++": "--", "--": "++"}
WHOLE = {
    TypeKind.BOOL, TypeKind.CHAR_U, TypeKind.UCHAR, TypeKind.CHAR_S, TypeKind.SCHAR, TypeKind.USHORT, TypeKind.SHORT,
    TypeKind.UINT, TypeKind.INT, TypeKind.ULONG, TypeKind.LONG, TypeKind.ULONGLONG, TypeKind.LONGLONG, TypeKind.ENUM,
}  # fmt: skip
EXPRESSION, STATEMENT, BODY = "expression", "statement", "body"


@dataclasses.dataclass(frozen=True)
class Mutant:
    """`instead` replaces the bytes from `start` to `end`. Of a body it is the statement that comes first in it."""

    file: str
    start: int
    end: int
    shape: str
    what: str
    instead: str


def is_whole(node):
    return node.type.get_canonical().kind in WHOLE


class Finder:
    def __init__(self, file, text, unit):
        self.file, self.text, self.found = file, text, []
        self.macros = [
            (cursor.extent.start.offset, cursor.extent.end.offset)
            for cursor in unit.cursor.get_children()
            if cursor.kind == Kind.MACRO_INSTANTIATION and self.is_here(cursor)
        ]
        for cursor in unit.cursor.get_children():
            if cursor.kind == Kind.FUNCTION_DECL and cursor.is_definition() and self.is_here(cursor):
                self.function(cursor)

    def is_here(self, cursor):
        return cursor.location.file is not None and cursor.location.file.name == self.file

    def span(self, node):
        return node.extent.start.offset, node.extent.end.offset

    def source(self, node):
        start, end = self.span(node)
        return self.text[start:end].decode()

    def of_macro(self, node):
        """Returns whether a macro wrote this, or a part of what it was given."""
        start, end = self.span(node)
        return any(first <= start and end <= last for first, last in self.macros)

    def add(self, node, shape, what, instead):
        start, end = self.span(node)
        if not self.of_macro(node):
            self.found.append(Mutant(self.file, start, end, shape, what, instead))

    def function(self, function):
        body = [child for child in function.get_children() if child.kind == Kind.COMPOUND_STMT]
        if not body:
            return
        result = function.result_type.get_canonical()
        statements = list(body[0].get_children())
        if result.kind == TypeKind.VOID and statements:
            self.add(body[0], BODY, "does nothing", "return;")
        elif result.kind in WHOLE and len(statements) > 1:
            self.add(body[0], BODY, "returns 0 at once", "return 0;")
        self.result = result
        self.statement(body[0])

    # ---- Statements --------------------------------------------------------------------------------

    def statement(self, node):
        kind, children = node.kind, list(node.get_children())
        if kind == Kind.COMPOUND_STMT:
            for child in children:
                self.removable(child)
                self.statement(child)
        elif kind == Kind.IF_STMT:
            self.condition(children[0])
            for child in children[1:]:
                self.removable(child)
                self.statement(child)
        elif kind == Kind.WHILE_STMT:
            self.condition(children[0])
            self.removable(children[-1])
            self.statement(children[-1])
        elif kind == Kind.DO_STMT:
            self.statement(children[0])
            self.condition(children[-1])
        elif kind == Kind.FOR_STMT:
            # To count the other way only makes a loop endless.
            for child in children[:-1]:
                self.statement(child) if child.kind == Kind.DECL_STMT else self.expression(child, counts=False)
            self.removable(children[-1])
            self.statement(children[-1])
        elif kind == Kind.SWITCH_STMT:
            self.expression(children[0])
            self.statement(children[-1])
        elif kind in (Kind.CASE_STMT, Kind.DEFAULT_STMT):
            self.removable(children[-1])
            self.statement(children[-1])
        elif kind == Kind.RETURN_STMT:
            if children:
                self.returned(children[0])
        elif kind == Kind.DECL_STMT:
            for child in children:
                self.variable(child)
        elif kind.is_expression():
            self.expression(node)
        elif kind not in (Kind.BREAK_STMT, Kind.CONTINUE_STMT, Kind.NULL_STMT):
            for child in children:
                self.statement(child)

    def removable(self, node):
        """A statement of its own that can be left out."""
        names = {
            Kind.CALL_EXPR: "call",
            Kind.BINARY_OPERATOR: "assignment",
            Kind.COMPOUND_ASSIGNMENT_OPERATOR: "assignment",
            Kind.UNARY_OPERATOR: "step",
            Kind.CONTINUE_STMT: "continue",
        }
        if node.kind in names:
            self.add(node, STATEMENT, f"without the {names[node.kind]}", "")

    def variable(self, node):
        if node.kind != Kind.VAR_DECL or node.storage_class.name == "STATIC":
            return
        array = node.type.get_canonical().kind in (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY)
        for child in node.get_children():
            if child.kind.is_expression() and (not array or child.kind == Kind.INIT_LIST_EXPR):
                self.expression(child)

    def condition(self, node):
        bare = node
        while bare.kind in (Kind.PAREN_EXPR, Kind.UNEXPOSED_EXPR) and len(list(bare.get_children())) == 1:
            bare = next(iter(bare.get_children()))
        if self.operator(bare) not in COMPARISONS and not self.source(bare).startswith("!"):
            self.add(node, EXPRESSION, "condition negated", f"!({self.source(node)})")
        self.expression(node)

    def returned(self, node):
        text = self.source(node)
        if self.result.kind in WHOLE and text not in ("0", "false"):
            self.add(node, EXPRESSION, "returns 0", "0")
        self.expression(node)

    # ---- Expressions -------------------------------------------------------------------------------

    def operator(self, node):
        """Returns the operator between the two operands of a node; None if it is another kind of node."""
        if node.kind not in (Kind.BINARY_OPERATOR, Kind.COMPOUND_ASSIGNMENT_OPERATOR):
            return None
        left, right = list(node.get_children())
        between = self.text[self.span(left)[1] : self.span(right)[0]].decode()
        return re.sub(r"/\*.*?\*/|\s", "", between, flags=re.DOTALL)

    def expression(self, node, counts=True):
        children = list(node.get_children())
        if node.kind == Kind.BINARY_OPERATOR:
            self.binary(node, *children)
        elif node.kind == Kind.COMPOUND_ASSIGNMENT_OPERATOR:
            other = ASSIGNMENTS.get(self.operator(node))
            left, right = children
            if other and counts and is_whole(left):
                self.add(node, EXPRESSION, f"{self.operator(node)} is {other}",
                    f"{self.source(left)} {other} {self.source(right)}")  # fmt: skip
            self.inside(left)
            self.expression(right)
        elif node.kind == Kind.UNARY_OPERATOR:
            self.unary(node, children[0], counts)
        elif node.kind in (Kind.INTEGER_LITERAL, Kind.DECL_REF_EXPR):
            self.number(node)
        elif node.kind == Kind.CALL_EXPR:
            self.call(node)
        elif node.kind == Kind.CONDITIONAL_OPERATOR:
            self.condition(children[0])
            self.expression(children[1])
            self.expression(children[2])
        elif node.kind not in (Kind.CXX_UNARY_EXPR, Kind.CHARACTER_LITERAL, Kind.STRING_LITERAL, Kind.TYPE_REF):
            for child in children:
                if child.kind.is_expression():
                    self.expression(child)
                elif child.kind.is_statement():
                    self.statement(child)

    def inside(self, node):
        """What is written to is no value; its indices are."""
        if node.kind == Kind.ARRAY_SUBSCRIPT_EXPR:
            base, index = list(node.get_children())
            self.inside(base)
            self.expression(index)
        elif node.kind != Kind.DECL_REF_EXPR:
            for child in node.get_children():
                if child.kind.is_expression():
                    self.inside(child)

    def binary(self, node, left, right):
        operator = self.operator(node)
        one, other = self.source(left), self.source(right)
        if operator == "=":
            self.inside(left)
            self.expression(right)
            return
        pointers = not (is_whole(left) and is_whole(right))
        for instead in OPERATORS.get(operator, []):
            if not pointers or operator in COMPARISONS + LOGICAL:
                self.add(node, EXPRESSION, f"{operator} is {instead}", f"({one}) {instead} ({other})")
        if operator in LOGICAL:
            self.add(node, EXPRESSION, f"without what is right of {operator}", f"({one}) != 0")
            self.add(node, EXPRESSION, f"without what is left of {operator}", f"({other}) != 0")
        self.expression(left)
        self.expression(right)

    def unary(self, node, operand, counts):
        text = self.source(node)
        if text.startswith("!"):
            self.add(node, EXPRESSION, "without !", f"({self.source(operand)}) != 0")
            self.expression(operand)
        elif text[:2] in COUNTING or text[-2:] in COUNTING:
            if counts and is_whole(operand):
                sign = text[:2] if text[:2] in COUNTING else text[-2:]
                self.add(node, EXPRESSION, f"{sign} is {COUNTING[sign]}", text.replace(sign, COUNTING[sign]))
            self.inside(operand)
        elif text.startswith("&"):
            self.inside(operand)
        else:
            self.expression(operand)

    def number(self, node):
        """A literal number, or a constant of an enum: one more and one less; a clause is then another clause."""
        text = self.source(node)
        if node.kind == Kind.INTEGER_LITERAL and not re.match(r"[0-9]", text):
            return  # true and false are macros
        if node.kind == Kind.DECL_REF_EXPR:
            if node.referenced is None or node.referenced.kind != Kind.ENUM_CONSTANT_DECL:
                return
            self.add(node, EXPRESSION, "the next constant", f"({text} + 1)")
            return
        self.add(node, EXPRESSION, "one more", f"({text} + 1)")
        if text != "0":
            self.add(node, EXPRESSION, "one less", f"({text} - 1)")

    def call(self, node):
        arguments = list(node.get_arguments())
        if self.source(node).startswith("__builtin_choose") or self.of_macro(node):
            return
        for i in range(len(arguments) - 1):
            here, next_ = arguments[i], arguments[i + 1]
            if here is None or next_ is None or self.source(here) == self.source(next_):
                continue
            both_whole = is_whole(here) and is_whole(next_)
            same = here.type.get_canonical().spelling == next_.type.get_canonical().spelling
            if both_whole or same:
                start = self.span(node)[0]
                a, b, c, d = (offset - start for offset in self.span(here) + self.span(next_))
                whole = self.text[start : self.span(node)[1]]
                swapped = whole[:a] + whole[c:d] + whole[b:c] + whole[a:b] + whole[d:]
                self.add(node, EXPRESSION, f"arguments {i + 1} and {i + 2} swapped", swapped.decode())
        for argument in arguments:
            if argument is not None:
                self.expression(argument)


def find(file, arguments):
    """Returns the mutants of a file, in the order of their places."""
    unit = Index.create().parse(
        file, args=arguments, options=TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
    )
    faults = [str(each) for each in unit.diagnostics if each.severity >= 3]
    if faults:
        raise SystemExit(f"{file}: {faults[0]}")
    with open(file, "rb") as stream:
        text = stream.read()
    found = Finder(file, text, unit).found
    return sorted(set(found), key=lambda each: (each.start, -each.end, each.what, each.instead))
