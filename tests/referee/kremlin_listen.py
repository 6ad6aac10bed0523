"""Say, then listen: the sealed rounds in which everybody may declare, announce a card or give one away."""

from kremlin_board import NAMES, NESTOR, Board


class Matter:
    """What a round is about: which cards can be played, and from whom the order begins."""

    def __init__(self, kind, actor=None, target=None, deed=None, men=list, by=None, heard=None):
        self.kind = kind
        self.men = men  # on whose control it depends, as the board is now
        self.heard = heard  # who is listened to, where that is not everybody who has spoken
        self.by = by or {}  # who controlled each of those who have spoken
        self.actor = actor
        self.target = target
        self.deed = deed
        self.lapsed = False
        self.alibi = False
        self.diagnosis = None
        self.die = None
        self.in_cure = False
        self.terms = []


class Listening(Board):
    def listen(self, matter, cards_alone=False):
        """Rounds until one is silent. Announced cards are resolved one by one, each followed by a round."""
        if cards_alone and not self.somebody_holds_cards():
            return
        pending = {}
        while pending or self.is_held(matter):
            asked = [seat for seat in self.seats if self.can_speak(seat)]
            said = False
            if asked:
                answers = yield from self.sealed_round(asked, matter, pending)
                said = yield from self.reveal(answers, pending)
            if pending:
                seat = next(seat for seat in self.order_of_cards(matter) if seat in pending)
                yield from self.resolve(seat, pending.pop(seat), matter)
            elif not said:
                self.tell("all-silent", "KR-DE-8" if self.still_heard(matter) > 1 else "KR-DE-5")
                return

    def still_heard(self, matter):
        """How many announcements all listen to: a card may have removed somebody who has spoken."""
        if matter.heard:
            return len(matter.heard())
        return sum(self.is_member(name) for name in matter.by)

    # ---- Which rounds are held: by what everybody can see, KR-DE-5 ----

    def is_held(self, matter):
        if matter.kind == "opening":
            return any(self.can_speak(seat) for seat in self.seats)
        if self.somebody_holds_cards():
            return True
        if any(self.control[name] != seat for name, seat in matter.by.items()):
            return False  # he decides anew, and then all listen
        return any(self.may_change_hands(name) for name in matter.men() if self.on_board(name))

    def may_change_hands(self, name):
        owner = self.control[name]
        settled = self.advanced or self.pravda is not None  # ties can be settled against the earlier total
        most = self.declared[owner][name] if owner else 0
        tied = owner and sum(self.declared[seat][name] == most for seat in self.seats) > 1
        for seat in self.seats:
            more = self.may_have_left(seat, name)
            if more and settled and tied:
                return True
            total = self.declared[seat][name] + more
            if more and seat != owner and (total > most or (total == most and settled)):
                return True
        return False

    def may_have_left(self, seat, name):
        """The most that this faction could still declare on him, if one knows what all know."""
        if name == NESTOR and not self.advanced:
            return 0
        if name in self.bared[seat]:
            return self.written[seat][name] - self.shown[seat][name]
        taken = {self.written[seat][each] for each in self.bared[seat]}
        free = [number for number in range(1, 11) if number not in taken]
        least = [points for each, points in self.shown[seat].items() if points and each != name and each not in self.bared[seat]]
        for number in reversed(free):
            if number > self.shown[seat][name] and self.fits([other for other in free if other != number], least):
                return min(number - self.shown[seat][name], self.undeclared(seat))
        return 0

    def fits(self, numbers, least):
        """Whether each of these can get a number of its own that is high enough."""
        numbers = sorted(numbers, reverse=True)
        return len(least) <= len(numbers) and all(need <= number for need, number in zip(sorted(least, reverse=True), numbers, strict=False))

    def may_be_in_a_hand(self, card):
        """By what all can see."""
        if self.card_at[card] not in self.seats + ["deck"]:
            return False
        if self.card_at[card] in self.seats and card in self.known:
            return True
        return any(each not in self.known for seat in self.seats for each in self.hand(seat))

    def the_chief(self):
        return [self.holder("chief")] if self.holder("chief") else []

    def order_of_cards(self, matter):
        """Clockwise from the controller of the acting politician; from the first seat if there is none."""
        first = self.control.get(matter.actor) if matter.actor else None
        start = self.seats.index(first) if first else 0
        return self.seats[start:] + self.seats[:start]

    def sealed_round(self, asked, matter, pending):
        answers = {seat: {"declare": {}, "play": None, "give": None} for seat in asked}
        open_seats = list(asked)
        while open_seats:
            seat, action = yield self.ask("KR-DE-5", open_seats, "pass")
            if action == ["unseal"]:
                self.check(seat in asked, "KR-DE-5", f"{seat} takes back what it has not said")
                answers[seat] = {"declare": {}, "play": None, "give": None}
                if seat not in open_seats:
                    open_seats.append(seat)
                continue
            answer = answers[seat]
            if action == ["pass"]:
                open_seats.remove(seat)
            elif action[0] == "declare":
                self.hear_declaration(seat, answer, action[1], int(action[2]))
            elif action[0] == "play":
                self.hear_card(seat, answer, action[1], matter, pending)
            elif action[0] == "give":
                self.hear_gift(seat, answer, action[1], action[2])
            else:
                self.disagree("KR-DE-5", f"{seat}: {action} in a round of listening")
        return answers

    def hear_declaration(self, seat, answer, name, points):
        left = self.written[seat].get(name, 0) - self.shown[seat].get(name, 0) - answer["declare"].get(name, 0)
        self.check(1 <= points <= left, "KR-DE-1", f"{seat} declares {points} on {name} and has {left} left there")
        self.check(self.on_board(name), "KR-DE-7", f"{seat} declares on {name}, who is not on the board")
        answer["declare"][name] = answer["declare"].get(name, 0) + points

    def hear_card(self, seat, answer, card, matter, pending):
        self.check(self.cards, "KR-AD-4", "there are no Intrigue cards in this game")
        self.check(self.card_at.get(card) == seat, "KR-AD-4", f"{seat} plays {card}, which is not in the hand")
        self.check(answer["play"] is None and seat not in pending, "KR-AD-4", f"{seat} plays a second card in one round")
        self.check(answer["give"] is None or answer["give"][0] != card, "KR-AD-4", f"{seat} plays {card} and gives it away")
        why_not = self.not_playable(seat, card, matter)
        self.check(why_not is None, why_not or "", f"{seat} plays {card}, which cannot be played now")
        answer["play"] = card

    def hear_gift(self, seat, answer, card, to):
        self.check(self.cards and self.card_at.get(card) == seat, "KR-AD-5", f"{seat} gives {card}, which is not in the hand")
        self.check(answer["give"] is None and seat not in self.gave, "KR-AD-5", f"{seat} gives a second card in one phase")
        self.check(answer["play"] != card and to in self.seats and to != seat, "KR-AD-5", f"{seat} gives {card} to {to}")
        answer["give"] = (card, to)

    def reveal(self, answers, pending):
        self.clock += 1
        changed = set()
        said = False
        for seat in self.seats:
            declarations = answers.get(seat, {}).get("declare", {})
            for name in NAMES:
                if name in declarations:
                    self.declares(seat, name, declarations[name], "KR-DE-1")
                    changed.add(name)
        for seat, answer in sorted(answers.items(), key=lambda item: self.seats.index(item[0])):
            if answer["play"]:
                self.card_at[answer["play"]] = "table"
                self.known.discard(answer["play"])
                pending[seat] = answer["play"]
                self.tell("plays", "KR-AD-4", seat, answer["play"])
                said = True
        for seat, answer in sorted(answers.items(), key=lambda item: self.seats.index(item[0])):
            if answer["give"]:
                card, to = answer["give"]
                self.card_at[card] = to
                self.known.discard(card)
                self.gave.add(seat)
                self.tell("gives-card", "KR-AD-5", seat, to, card)
                said = True
        yield from self.settle_all(changed)
        return said or bool(changed)

    def declares(self, seat, name, points, clause):
        self.shown[seat][name] += points
        self.add_points(seat, name, points)
        self.tell("declares", clause, seat, name, points, self.declared[seat][name])
        if name == NESTOR:
            self.remark("nestor-wooed", "KR-AD-7", seat)

    def said_and_heard(self, matter, by, still_asked=lambda: True):
        """Everybody has listened to what was announced. Returns True if it stands; a new controller decides anew. What was announced by somebody
        who has left his post, or is in the Sanatorium now, lapses."""
        post = self.place[matter.actor]
        matter.men = lambda: [matter.actor]
        matter.by = {matter.actor: by}
        yield from self.listen(matter)
        if matter.lapsed or self.place[matter.actor] != post or not self.is_active(matter.actor):
            return False
        now = self.control[matter.actor]
        if not still_asked():
            return False
        if now != by:
            self.tell_new_controller(now, matter.actor)
            return False
        return True

    def tell_new_controller(self, seat, name):
        """Whom nobody controls any more has no will; nobody decides anew."""
        if seat:
            self.tell("decides-anew", "KR-DE-6", seat, name)
