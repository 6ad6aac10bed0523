"""A referee that tells the game itself: its rules are a generator, which says what must be told and asks what the rules leave open.

The generator `story()` tells events with `self.tell(name, clause, ..)` and gets answers with `seat, action = yield self.ask(rule, seats)`. Between two
answers the game must have told exactly what the story tells. Events whose names are in COMMENTS only comment on something: the story tells them with
`self.remark`, and the game may leave them out, but it may not tell others, or tell them elsewhere.
"""

from frame import Disagreement, Event, Referee


class Question:
    """Who may act now, and by which rule; and, where the story says so, some of the answers that the rules allow."""

    __slots__ = ("rule", "seats", "answers")

    def __init__(self, rule, seats, answers):
        self.rule = rule
        self.seats = seats
        self.answers = answers


class Story(Referee):
    COMMENTS = frozenset()
    in_the_middle = False  # of a scenario: what was told before its first state is not known

    def read(self, state):
        """Take the board up from the first state. May raise CannotJudge."""
        raise NotImplementedError

    def story(self):
        """The generator."""
        raise NotImplementedError

    def result(self, state, outcome):
        """The last state and the outcome must be what the story has come to."""
        raise NotImplementedError

    def tell(self, name, clause, *arguments):
        self.told.append(Event(name, clause, arguments))

    def remark(self, name, clause, *arguments):
        assert name in self.COMMENTS
        self.told.append(Event(name, clause, arguments))

    def ask(self, rule, seats, *answers):
        """Answers are texts, such as "target satin": they let a referee play by itself (kremlin_pairs.py)."""
        return Question(rule, [seats] if isinstance(seats, str) else list(seats), answers)

    def begin(self, state, events):
        self.told = []
        self.over = False
        self.question = None
        self.read(state)
        self.tale = self.story()
        self.go_on(None)
        if not self.in_the_middle:
            self.compare(events)

    def move(self, number, seat, action, events):
        if self.over:
            self.disagree("END", f"{seat} does {' '.join(action)} though the game is over")
        if seat not in self.question.seats and action != ["unseal"]:  # under seal, what one has said can be taken back until all are done
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
        expected = self.told
        at = 0
        for event in events:
            if event.name in self.COMMENTS:
                place = at
                while place < len(expected) and expected[place].name in self.COMMENTS and not same_event(expected[place], event):
                    place += 1
                if place == len(expected) or not same_event(expected[place], event):
                    raise Disagreement(event.clause, f"the game tells {event}, which does not follow")
                at = place + 1
                continue
            while at < len(expected) and expected[at].name in self.COMMENTS:
                at += 1
            if at == len(expected):
                raise Disagreement(event.clause, f"the game tells {event}, which does not follow")
            if not same_event(expected[at], event):
                raise Disagreement(expected[at].clause, f"the rules demand {expected[at]}, the game tells {event}")
            at += 1
        for missing in expected[at:]:
            if missing.name not in self.COMMENTS:
                raise Disagreement(missing.clause, f"the rules demand {missing}, the game does not tell it")


def same_event(expected, told):
    return expected.name == told.name and expected.clause == told.clause and expected.args == told.args
