"""A referee that tells the game itself: its rules are a generator, which says what must be told and asks what the rules leave open.

The generator `story()` tells events with `self.tell(name, clause, ..)` and gets answers with `seat, action = yield self.ask(rule, seats)`. Between two
answers the game must have told exactly what the story tells. Events whose names are in COMMENTS only comment on something: they may be missing, but
where they are told they must be true (`comment(event)` says so, from the board as it is after the action).
"""

from frame import Disagreement, Event, Referee


class Question:
    """Who may act now, and by which rule."""

    __slots__ = ("rule", "seats")

    def __init__(self, rule, seats):
        self.rule = rule
        self.seats = seats


class Story(Referee):
    COMMENTS = frozenset()

    def read(self, state):
        """Take the board up from the first state. May raise CannotJudge."""
        raise NotImplementedError

    def story(self):
        """The generator."""
        raise NotImplementedError

    def result(self, state, outcome):
        """The last state and the outcome must be what the story has come to."""
        raise NotImplementedError

    def comment(self, event):
        """An event of COMMENTS must be true."""

    def tell(self, name, clause, *arguments):
        self.told.append(Event(name, clause, arguments))

    def ask(self, rule, seats):
        return Question(rule, [seats] if isinstance(seats, str) else list(seats))

    def begin(self, state, events):
        self.told = []
        self.over = False
        self.question = None
        self.read(state)
        self.tale = self.story()
        self.go_on(None)
        self.compare(events)

    def move(self, number, seat, action, events):
        if self.over:
            self.disagree("END", f"{seat} does {' '.join(action)} though the game is over")
        if seat not in self.question.seats:
            self.disagree(self.question.rule, f"{seat} does {' '.join(action)} where {', '.join(self.question.seats)} must decide")
        self.told = []
        self.go_on((seat, action))
        self.compare(events)

    def end(self, state, outcome):
        if self.over != (outcome is not None):
            self.disagree("END", f"the game is {'' if self.over else 'not '}over by the rules, its outcome is {outcome}")
        self.result(state, outcome)

    def go_on(self, answer):
        try:
            self.question = self.tale.send(answer)
        except StopIteration:
            self.over = True

    def compare(self, events):
        strict = []
        for event in events:
            if event.name in self.COMMENTS:
                self.comment(event)
            else:
                strict.append(event)
        for expected, told in zip(self.told, strict):
            if (expected.name, expected.clause, expected.args) != (told.name, told.clause, told.args):
                raise Disagreement(expected.clause, f"the rules demand {expected}, the game tells {told}")
        if len(strict) < len(self.told):
            missing = self.told[len(strict)]
            raise Disagreement(missing.clause, f"the rules demand {missing}, the game does not tell it")
        if len(strict) > len(self.told):
            extra = strict[len(self.told)]
            raise Disagreement(extra.clause, f"the game tells {extra}, which does not follow")
