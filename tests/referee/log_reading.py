"""The log of one game as a stream of actions and events, which a referee reads from front to back.

A referee that follows the course of a game says at each point what must come next: `event` takes the next event and compares it, `action` takes the next
action. What does not fit is a Disagreement. `LogEnds` says that the log stops here, as scenarios do anywhere.
"""

from frame import Disagreement


class LogEnds(Exception):
    """The log has no more lines; the game goes on, but nobody tells how."""


class Action:
    """What a seat, or chance, has done."""

    __slots__ = ("move", "seat", "verb", "args")
    is_event = False

    def __init__(self, move, seat, words):
        self.move = move
        self.seat = seat
        self.verb = words[0]
        self.args = words[1:]

    def __repr__(self):
        return f"{self.seat}: {' '.join([self.verb] + self.args)}"


class Told:
    """An event, and the action after which it was told."""

    __slots__ = ("move", "name", "clause", "args", "seen_by")
    is_event = True

    def __init__(self, move, event):
        self.move = move
        self.name = event.name
        self.clause = event.clause
        self.args = event.args
        self.seen_by = event.seen_by

    def __repr__(self):
        return f"{' '.join(str(word) for word in [self.name, *self.args])} ({self.clause})"


class Log:
    """The actions and events of one game, in their order."""

    def __init__(self, events):
        self.tokens = [Told(0, event) for event in events]
        self.at = 0
        self.move = 0

    def add(self, move, seat, words, events):
        """Adds an action and what followed it."""
        self.tokens.append(Action(move, seat, words))
        for event in events:
            self.tokens.append(Told(move, event))

    def wrong(self, rule, text):
        raise Disagreement(rule, f"at move {self.move}: {text}")

    def demand(self, holds, rule, text):
        if not holds:
            raise Disagreement(rule, f"at move {self.move}: {text}")

    def next(self):
        """Returns the next token without taking it; LogEnds where there is none."""
        if self.at >= len(self.tokens):
            raise LogEnds()
        return self.tokens[self.at]

    def take(self):
        token = self.next()
        self.at += 1
        self.move = token.move
        return token

    def tells(self, *names):
        """Returns whether the next token is an event with one of these names."""
        token = self.next()
        return token.is_event and token.name in names

    def acts(self, *verbs):
        """Returns whether the next token is an action, with one of these verbs if there are any."""
        token = self.next()
        return not token.is_event and (not verbs or token.verb in verbs)

    def acts_as(self, seat, *verbs):
        """Returns whether the next token is an action of a seat with one of these verbs."""
        return self.acts(*verbs) and self.next().seat == seat

    def event(self, name, clause, *args, seen_by=None):
        """Takes the next event, which must be exactly this one."""
        token = self.take()
        if not token.is_event or token.name != name or token.clause != clause or token.args != list(args):
            due = f"{' '.join(str(word) for word in [name, *args])} ({clause})"
            self.wrong(clause, f"{due} was due, the log has: {token}")
        if (token.seen_by is None) != (seen_by is None) or (seen_by is not None and set(seen_by) != set(token.seen_by)):
            self.wrong(clause, f"{token} is seen by {token.seen_by}, it should be by {seen_by}")
        return token

    def action(self, seat=None, *verbs, rule="TURN"):
        """Takes the next action, which must be of that seat and have one of these verbs, if any are given."""
        token = self.take()
        if token.is_event:
            self.wrong(rule, f"somebody had to act, but the log has: {token}")
        if seat is not None and token.seat != seat:
            self.wrong(rule, f"{seat} had to act, the log has: {token}")
        if verbs and token.verb not in verbs:
            self.wrong(rule, f"one of {', '.join(verbs)} was due, the log has: {token}")
        return token
