"""The 34 Intrigue cards of the Advanced game: when each may be played, what it does, when it lapses."""

from kremlin_board import CARDS, NAMES, NUMBER, PEOPLE, POSTS, PURGE_NUMBERS
from kremlin_listen import Matter
from kremlin_phases import INVESTIGATORS, PURGERS, Phases

DIAGNOSES = {"minus": -2, "none": 0, "plus": 2}
CHARGE = 12
GLASNOST = 10
NEW_INFLUENCE_YEARS = (3, 6, 9)
PROTECTIONS = [card for card in CARDS if CARDS[card]["effect"] == "protection"]
# Who may purge instead when the holder of the purge power declines, and whom after the man of the card.
STAND_INS = {"hail": "ideology", "arms-talks": "ideology", "red-square-landing": "ideology", "defector": "chief", "war-critics": "chief", "car-exports": "chief", "boycott": "chief"}


class IntrigueCards(Phases):
    def clause_of(self, card):
        return f"KR-IC-{NUMBER[card]}"

    def effect(self, card):
        return CARDS[card]["effect"]

    def draw_card(self, rule):
        if not [card for card in CARDS if self.card_at[card] == "deck"]:
            for card in CARDS:
                if self.card_at[card] == "discards":
                    self.card_at[card] = "deck"
            self.tell("reshuffled", "KR-AD-3")
        _, action = yield self.ask(rule, "chance")
        self.check(action[0] == "draw" and self.card_at.get(action[1]) == "deck", rule, f"{action} is not in the deck")
        return action[1]

    # ---- When a card may be played ----

    def not_playable(self, seat, card, matter):
        """The clause that forbids it now, or None."""
        clause = self.clause_of(card)
        able = getattr(self, "may_" + self.effect(card).replace("-", "_"))(seat, card, matter)
        return None if able else clause

    def die_is_his(self, matter, name):
        """Once a Health die has fallen only Misdiagnosis changes it."""
        return matter.kind == "health-die" and matter.actor == name

    def may_fever(self, seat, card, matter):
        return matter.kind == "health-open" and not self.fever

    def may_protection(self, seat, card, matter):
        return self.holder(CARDS[card]["post"]) is not None

    def may_assassination(self, seat, card, matter):
        return bool(self.victims(matter))

    def victims(self, matter):
        return [name for name in NAMES if self.place[name] in PURGE_NUMBERS]

    def may_alibi(self, seat, card, matter):
        """The trial must still be to come: neither the accused nor who has called it may be gone."""
        if matter.alibi or matter.lapsed:
            return False
        if matter.kind == "charge":
            return self.on_board(matter.target)
        return matter.kind == "spy" and matter.deed == "trial" and self.first_active(INVESTIGATORS) == matter.actor and self.is_member(matter.target)

    def may_outing(self, seat, card, matter):
        return bool(self.patients(matter))

    def patients(self, matter):
        return [name for name in self.members() if self.in_sanatorium(name)]

    def may_visit(self, seat, card, matter):
        return not self.no_visits and bool(self.visitors(matter))

    def visitors(self, matter):
        return [name for name in self.members() if name not in self.cure and name not in self.visiting]

    def may_misdiagnosis(self, seat, card, matter):
        return matter.kind == "health-die" and self.is_member(matter.actor)

    def may_specialist(self, seat, card, matter):
        return bool(self.own_patients(seat, matter))

    def own_patients(self, seat, matter):
        return [name for name in self.members() if (name in self.cure or name in self.visiting) and self.control[name] == seat and not self.die_is_his(matter, name)]

    def may_pardon(self, seat, card, matter):
        return bool(self.at("siberia"))

    def may_hormones(self, seat, card, matter):
        return bool(self.own_aged(seat, matter))

    def own_aged(self, seat, matter):
        return [name for name in NAMES if self.on_board(name) and self.control[name] == seat and self.stress[name] and not self.die_is_his(matter, name)]

    def may_imposed(self, seat, card, matter):
        return matter.kind == "purge-open" and not self.imposed and self.holder(CARDS[card]["post"]) is not None

    def may_fall(self, seat, card, matter):
        man = self.holder(CARDS[card]["post"])
        return man is not None and not self.die_is_his(matter, man)

    def may_revelations(self, seat, card, matter):
        return True

    def may_blackmail(self, seat, card, matter):
        if matter.kind not in ("purge", "spy") or matter.deed not in ("purge", "trial", "investigate") or matter.lapsed:
            return False
        by = self.control[matter.actor]
        return by is not None and by != seat and self.on_board(matter.actor) and self.on_board(matter.target)

    def may_chief_blackmail(self, seat, card, matter):
        chief = self.holder("chief")
        return chief is not None and self.control[chief] not in (None, seat) and bool(self.own_men(seat))

    def own_men(self, seat):
        return [name for name in NAMES if self.on_board(name) and self.control[name] == seat]

    def may_drug(self, seat, card, matter):
        return bool(self.sick_men(matter))

    def sick_men(self, matter):
        return [name for name in NAMES if self.on_board(name) and self.crosses[name] and not self.die_is_his(matter, name)]

    def may_pravda(self, seat, card, matter):
        man = self.holder("ideology")
        return man is not None and PEOPLE[man]["strength"] == "ideology" and self.control[man] is not None

    def may_power_game(self, seat, card, matter):
        return True

    def may_glasnost(self, seat, card, matter):
        chief = self.holder("chief")
        return chief is not None and self.control[chief] == seat

    def may_crisis(self, seat, card, matter):
        return True

    def may_vaccination(self, seat, card, matter):
        return bool(self.unrolled())

    def unrolled(self):
        if self.phase != "health":
            return []
        return [name for name in self.members() if name not in self.rolled]

    # ---- What it does ----

    def resolve(self, seat, card, matter):
        if self.not_playable(seat, card, matter):
            self.card_at[card] = seat
            self.known.add(card)
            self.tell("card-returns", "KR-AD-4", seat, card)
            return
        lasting = yield from getattr(self, "play_" + self.effect(card).replace("-", "_"))(seat, card, matter)
        if not lasting:
            self.card_at[card] = "discards"

    def target(self, seat, card, names):
        clause = self.clause_of(card)
        _, action = yield self.ask(clause, seat, *(f"target {name}" for name in names))
        self.check(action[0] == "target" and action[1] in names, clause, f"{seat}: {action}, but {names} can be meant")
        self.tell("targets", clause, seat, card, action[1])
        return action[1]

    def play_fever(self, seat, card, matter):
        self.fever = int(CARDS[card]["amount"])
        self.fever_card = card
        self.tell("fever", self.clause_of(card), self.fever)
        return False
        yield

    def play_protection(self, seat, card, matter):
        man = self.holder(CARDS[card]["post"])
        self.guarded[card] = man
        self.tell("protected", self.clause_of(card), man)
        return True
        yield

    def play_assassination(self, seat, card, matter):
        victim = yield from self.target(seat, card, self.victims(matter))
        die = yield from self.die20("KR-IC-4")
        number = PURGE_NUMBERS[self.place[victim]]
        accuser = self.control[victim]
        self.tell("card-roll", "KR-IC-4", card, die, number)
        if die >= number:
            self.dies(victim, "KR-IC-4")
        elif die >= number - 2:
            self.crosses[victim] += 2 if die == number - 1 else 1
            if self.crosses[victim] >= 3:
                self.dies(victim, "KR-IC-4")
            else:
                self.tell("health-change", "KR-IC-4", victim, self.crosses[victim])
        else:
            self.tell("attempt-fails", "KR-IC-4", victim)
        if accuser:
            yield from self.accusation(accuser)
        return False

    def accusation(self, accuser):
        _, action = yield self.ask("KR-IC-4", accuser, "nothing", *(f"accuse {name}" for name in NAMES if self.on_board(name)))
        if action == ["nothing"]:
            self.tell("accuses-nobody", "KR-IC-4", accuser)
            return
        self.check(action[0] == "accuse" and self.on_board(action[1]), "KR-IC-4", f"{accuser}: {action}")
        accused = action[1]
        self.tell("accuses", "KR-IC-4", accuser, accused)
        die = yield from self.die20("KR-IC-4")
        self.tell("charged" if die >= CHARGE else "charge-fails", "KR-IC-4", accused, die, CHARGE)
        if die >= CHARGE:
            matter = Matter("charge", accused, accused)
            yield from self.listen(matter, cards_alone=True)
            if self.on_board(accused):
                yield from self.trial(accused, None, matter.alibi)

    def play_alibi(self, seat, card, matter):
        matter.alibi = True
        return False
        yield

    def play_outing(self, seat, card, matter):
        man = yield from self.target(seat, card, self.patients(matter))
        self.outing.add(man)
        self.tell("outing", self.clause_of(card), man)
        return False

    def play_visit(self, seat, card, matter):
        man = yield from self.target(seat, card, self.visitors(matter))
        die = yield from self.die20(self.clause_of(card))
        needs = int(CARDS[card]["amount"]) - self.crosses[man]
        self.tell("card-roll", self.clause_of(card), card, die, needs)
        if self.crosses[man]:
            self.tell("modifier", self.clause_of(card), self.crosses[man], "crosses")
        if die < needs:
            self.tell("visit-fails", self.clause_of(card), man)
            return False
        self.visiting.append(man)
        self.visit_card[man] = card
        self.tell("visit", self.clause_of(card), man)
        return False

    def is_visiting(self, name):
        return name in self.visiting

    def visit_clause(self, name):
        return self.clause_of(self.visit_card[name])

    def visits_end(self):
        """At the end of the phase his controller keeps him there or not; uncontrolled he returns."""
        for name in [name for name in NAMES if name in self.visiting]:
            clause = self.visit_clause(name)
            by = self.control[name]
            said = "work"
            if by:
                _, action = yield self.ask(clause, by, "cure", "work")
                self.check(action in (["cure"], ["work"]), clause, f"{by}: {action}")
                said = action[0]
            self.visiting.remove(name)
            del self.visit_card[name]
            if said == "cure":
                self.cure.add(name)
                self.tell("to-sanatorium", clause, name)
            else:
                self.off_sanatorium(name)
                self.tell("back-at-work", clause if by else "KR-IN-2", name)

    def play_misdiagnosis(self, seat, card, matter):
        _, action = yield self.ask("KR-IC-10", seat, *(f"diagnose {name}" for name in DIAGNOSES))
        self.check(action[0] == "diagnose" and action[1] in DIAGNOSES, "KR-IC-10", f"{seat}: {action}")
        self.tell("diagnosis", "KR-IC-10", seat, action[1])
        die = yield from self.die20("KR-IC-10")
        self.tell_health_roll("KR-IC-10", matter.actor, die, matter.in_cure)
        change = DIAGNOSES[action[1]]
        for term in matter.terms + ([("KR-IC-10", card, change)] if change else []):
            self.tell("card-modifier", *term)
        matter.diagnosis = (die, change)
        return False

    def play_specialist(self, seat, card, matter):
        self.specialist = yield from self.target(seat, card, self.own_patients(seat, matter))
        self.tell("specialist", "KR-IC-11", self.specialist)
        return True

    def play_pardon(self, seat, card, matter):
        man = yield from self.target(seat, card, self.at("siberia"))
        self.place[man] = "people"
        self.tell("pardoned", "KR-IC-12", man)
        return False

    def play_hormones(self, seat, card, matter):
        man = yield from self.target(seat, card, self.own_aged(seat, matter))
        years = min(5, self.stress[man])
        self.stress[man] -= years
        self.tell("younger", "KR-IC-13", man, years, self.age(man))
        return False

    def play_imposed(self, seat, card, matter):
        self.imposed = (card, self.holder(CARDS[card]["post"]))
        self.tell("imposed", self.clause_of(card), self.imposed[1])
        return False
        yield

    def play_fall(self, seat, card, matter):
        man = self.holder(CARDS[card]["post"])
        self.tell("falls", self.clause_of(card), man)
        self.leaves_politburo(man)
        self.place[man] = "people"
        return False
        yield

    def play_revelations(self, seat, card, matter):
        yield from self.listen(Matter("revelations", self.holder("kgb"), men=lambda: [self.holder("kgb")] if self.holder("kgb") else []))
        head = self.holder("kgb")
        namer = (self.control[head] if head else None) or seat
        _, action = yield self.ask("KR-IC-17", namer, *(f"target {name}" for name in NAMES if self.on_board(name)))
        self.check(action[0] == "target" and self.on_board(action[1]), "KR-IC-17", f"{namer}: {action}")
        man = action[1]
        self.tell("masks-off", "KR-IC-17", namer, man)
        self.clock += 1
        for each in self.seats:
            _, action = yield self.ask("KR-IC-17", "chance", f"recorded {self.written[each][man]}")
            written = self.written[each][man]
            self.check(action == ["recorded", str(written)], "KR-IC-17", f"{action}: {each} has written {written} on {man}")
            self.tell("recorded", "KR-IC-17", each, man, written)
            self.bared[each].add(man)
        changed = [each for each in self.seats if self.written[each][man] > self.shown[each][man]]
        for each in changed:
            self.declares(each, man, self.written[each][man] - self.shown[each][man], "KR-IC-17")
        if changed:
            yield from self.settle_all({man})
        return False

    def play_blackmail(self, seat, card, matter):
        self.blackmail = (matter.actor, matter.target)
        self.tell("blackmails", "KR-IC-19", seat, self.control[matter.actor], matter.actor, matter.target)
        matter.lapsed = True
        return True
        yield

    def play_chief_blackmail(self, seat, card, matter):
        man = yield from self.target(seat, card, self.own_men(seat))
        chief = self.holder("chief")
        self.chief_blackmail = (seat, self.control[chief], chief, man)
        self.tell("chief-blackmailed", "KR-IC-20", seat, self.control[chief], chief, man)
        return True

    def play_drug(self, seat, card, matter):
        man = yield from self.target(seat, card, self.sick_men(matter))
        self.crosses[man] -= 1
        self.tell("cured-one", "KR-IC-21", man)
        return False

    def play_pravda(self, seat, card, matter):
        man = self.holder("ideology")
        self.pravda = (man, self.control[man])
        self.tell("pravda", "KR-IC-22", man)
        tied = set()
        for name in NAMES:
            points = sorted(self.declared[each][name] for each in self.seats)
            if self.on_board(name) and name != man and points[-1] and points[-1] == points[-2]:
                tied.add(name)
        yield from self.settle_all(tied)
        return True

    def play_power_game(self, seat, card, matter):
        others = [each for each in self.seats if each != seat]
        faction = yield from self.pick_faction(card, others)
        points = yield from self.power_die(card)
        _, action = yield self.ask("KR-IC-23", seat, "keep", "other", "reroll")
        self.check(action in (["keep"], ["other"], ["reroll"]), "KR-IC-23", f"{seat}: {action}")
        if action == ["other"]:
            self.tell("picks-again", "KR-IC-23", seat)
            faction = yield from self.pick_faction(card, [each for each in others if each != faction])
        elif action == ["reroll"]:
            self.tell("rolls-again", "KR-IC-23", seat)
            points = yield from self.power_die(card)
        self.tell("power-game", "KR-IC-23", faction, points)
        if self.hidden_on_own(faction) < points:
            _, action = yield self.ask("KR-IC-23", faction, "cannot")
            self.check(action == ["cannot"], "KR-IC-23", f"{faction} has {self.hidden_on_own(faction)} points there: {action}")
            self.tell("cannot", "KR-IC-23", faction)
            return False
        self.clock += 1
        while points:
            _, action = yield self.ask("KR-IC-23", faction, *self.forced(faction))
            self.check(action[0] == "declare", "KR-IC-23", f"{faction}: {action}")
            name, part = action[1], int(action[2])
            left = self.written[faction][name] - self.shown[faction][name]
            good = self.on_board(name) and self.control[name] == faction and 1 <= part <= min(points, left)
            self.check(good, "KR-IC-23", f"{faction}: {action}, {points} are due")
            self.declares(faction, name, part, "KR-IC-23")
            yield from self.settle_all({name})
            points -= part
        return False

    def pick_faction(self, card, among):
        _, action = yield self.ask("KR-IC-23", "chance", *(f"lot {seat}" for seat in among))
        self.check(action[0] == "lot" and action[1] in among, "KR-IC-23", f"{action}, but it is one of {among}")
        self.tell("lot-picks", "KR-IC-23", card, action[1])
        return action[1]

    def power_die(self, card):
        die = yield from self.die20("KR-IC-23")
        self.tell("card-die", "KR-IC-23", card, die)
        return die

    def forced(self, faction):
        return [f"declare {name} 1" for name in NAMES if self.on_board(name) and self.control[name] == faction and self.written[faction][name] > self.shown[faction][name]]

    def hidden_on_own(self, faction):
        return sum(self.written[faction][name] - self.shown[faction][name] for name in NAMES if self.on_board(name) and self.control[name] == faction)

    def play_glasnost(self, seat, card, matter):
        die = yield from self.die20("KR-IC-24")
        votes = sum(self.is_active(name) and self.control[name] == seat for name in self.members())
        self.tell("card-roll", "KR-IC-24", card, die, GLASNOST - votes)
        own = self.own_men(seat)
        self.clock += 1
        if die + votes < GLASNOST:
            self.tell("glasnost-fails", "KR-IC-24", seat, die + votes)
            for name in own:
                self.add_points(seat, name, -1)
                self.tell("point-lost", "KR-IC-24", seat, name)
            yield from self.settle_all(set(own))
            return False
        self.tell("glasnost", "KR-IC-24", seat, die + votes)
        while own:
            _, action = yield self.ask("KR-IC-24", seat, "nothing", *(f"add {name}" for name in own))
            if action == ["nothing"]:
                break
            self.check(action[0] == "add" and action[1] in own, "KR-IC-24", f"{seat}: {action}")
            own.remove(action[1])
            self.add_points(seat, action[1], 1)
            self.tell("new-influence", "KR-IC-24", seat, action[1], self.declared[seat][action[1]])
            yield from self.settle_all({action[1]})
        return False

    def play_crisis(self, seat, card, matter):
        self.no_visits = True
        self.tell("crisis", "KR-IC-33")
        for name in NAMES:
            if name in self.cure or name in self.visiting:
                self.off_sanatorium(name)
                self.tell("back-at-work", "KR-IC-33", name)
        return False
        yield

    def play_vaccination(self, seat, card, matter):
        left = self.unrolled()
        first = True
        while left:
            _, action = yield self.ask("KR-IC-34", seat, *([] if first else ["nothing"]), *(f"target {name}" for name in left))
            if action == ["nothing"] and not first:
                break
            self.check(action[0] == "target" and action[1] in left, "KR-IC-34", f"{seat}: {action}")
            if first:
                self.tell("targets", "KR-IC-34", seat, card, action[1])
            first = False
            left.remove(action[1])
            self.vaccinated.add(action[1])
            self.tell("vaccinated", "KR-IC-34", action[1])
        return False

    # ---- What lasts ----

    def guards_of(self, name):
        return [card for card in PROTECTIONS if self.guarded.get(card) == name]

    def health_terms(self, name):
        """What fever and specialist add to the die that has fallen: (clause, card, value)."""
        terms = []
        if self.fever and name not in self.vaccinated:
            terms.append((self.clause_of(self.fever_card), self.fever_card, -self.fever))
        if self.specialist == name and self.in_sanatorium(name):
            terms.append(("KR-IC-11", "specialist", 3))
        return terms

    def protections_lapse_after(self, phase):
        if phase == "replacement":
            for card in PROTECTIONS:
                if card in self.guarded:
                    self.protection_ends(card)

    def cards_lapse_after(self, phase):
        if self.pravda:
            man, seat = self.pravda
            if self.holder("ideology") != man or self.control[man] != seat:
                self.pravda = None
                self.card_lapses("pravda")
                self.tell("pravda-ends", "KR-IC-22", man)

    def protection_ends(self, card):
        self.tell("protection-ends", self.clause_of(card), self.guarded.pop(card))
        self.card_lapses(card)

    def protections_of_end(self, name):
        for card in self.guards_of(name):
            self.protection_ends(card)

    # ---- Imposed purges: 14, 15, 18, 26, 27, 29, 31 ----

    def imposed_purges(self):
        """The first purge. Returns True if the phase goes on as usual."""
        card, man = self.imposed
        while True:
            if card == "defector":
                purger = self.lent_power("ideology", card)
                then = self.holder("ideology")
            else:
                purger = self.power(PURGERS, "KR-2.1")
                then = self.holder("kgb")
            outcome = "declined"
            if purger:
                outcome = yield from self.one_purge(purger, man, card, None if card == "defector" else PURGERS)
            if outcome != "again":
                break
        if outcome == "declined":
            yield from self.stand_in(card, man, then, purger)
        self.imposed = None
        self.tell("imposed-over", self.clause_of(card), card)
        if outcome == "success" and purger == man:
            return False
        return card == "defector" or outcome in ("success", "gone")

    def lent_power(self, post, card):
        """Who purges because the card says so; None if he is not active."""
        name = self.holder(post)
        if not self.is_active(name):
            return None
        self.remark("power-passes", self.clause_of(card), name, post)
        return name

    def stand_in(self, card, man, then, declined):
        """He may purge the man of the card and, if he succeeds, the other one, both at +3."""
        if self.holder(STAND_INS[card]) == declined:
            return
        purger = self.lent_power(STAND_INS[card], card)
        if not purger:
            return
        outcome = yield from self.one_purge(purger, man, card)
        if outcome == "success" and then and self.is_member(then):
            yield from self.one_purge(purger, then, card)

    # ---- Leave of a protected man ----

    def asks_leave(self, name, card):
        by = self.control[name]
        if by:
            _, action = yield self.ask("KR-IC-3", by, "allow", "forbid")
            self.check(action in (["allow"], ["forbid"]), "KR-IC-3", f"{by}: {action}")
            self.tell("leave-given" if action == ["allow"] else "leave-refused", self.clause_of(card), name, by)
            return action == ["allow"]
        self.tell("leave-lacking", self.clause_of(card), name)
        return False

    def needs_leave(self, name):
        """Protected, and not the chief's own faction's man, whose controller orders it himself."""
        by = self.control[name]
        return bool(self.guards_of(name)) and (by is None or by != self.control[self.holder("chief")])

    def leaves_of_order(self, order):
        """Refused: he keeps his place, and everybody in the same exchange of places. Returns who keeps his post, or None if the order falls."""
        moves = {name: post for post, name in order.items() if name and self.place[name] != post}
        kept = set()
        for post in POSTS:
            name = self.holder(post)
            if name not in moves or name in kept or not self.needs_leave(name):
                continue
            given = yield from self.asks_leave(name, self.guards_of(name)[0])
            if given:
                continue
            if self.leave_rule == "order":
                self.tell("order-falls", "KR-6", self.holder("chief"))
                return None
            exchange = self.exchange_of(name, moves)
            for other in POSTS:
                if self.holder(other) in exchange - {name}:
                    self.tell("keeps-post", "KR-6", self.holder(other), other)
            kept |= exchange
        return kept

    def exchange_of(self, name, moves):
        """The cycle of places he is part of, or the chain into a vacancy."""
        exchange = {name}
        while True:
            touched = {self.place[each] for each in exchange} | {moves[each] for each in exchange}
            more = {each for each, post in moves.items() if post in touched or self.place[each] in touched}
            if more <= exchange:
                return exchange
            exchange |= more

    def leave_to_demote(self, name, refused):
        if not self.needs_leave(name):
            return True
        given = yield from self.asks_leave(name, self.guards_of(name)[0])
        if not given:
            refused.add(name)
        return given

    # ---- 20 Blackmail of the chief ----

    def demand(self):
        if not self.chief_blackmail:
            return
        author = self.chief_blackmail[0]
        chief = self.holder("chief")
        _, action = yield self.ask("KR-IC-20", author, "nothing")
        if action == ["nothing"]:
            self.tell("demands-nothing", "KR-IC-20", author)
            yield from self.listen(Matter("demand", chief, men=self.the_chief))
            return
        self.check(action[0] in ("move", "promote", "demote") and len(action) == 3, "KR-IC-20", f"{author}: {action}")
        name, place = action[1:]
        self.tell("demands", "KR-IC-20", author, name, place)
        before = dict(self.place)
        yield from self.listen(Matter("demand", chief, men=self.the_chief))
        if not self.chief_blackmail or self.holder("chief") != chief or not self.is_active(chief) or self.place[name] != before[name]:
            return
        if action[0] == "move":
            other = self.holder(place)
            old = self.place[name]
            for man in (name, other):
                if man and self.needs_leave(man):
                    given = yield from self.asks_leave(man, self.guards_of(man)[0])
                    if not given:
                        return
            self.shift(name, place, "KR-6")
            if other:
                self.shift(other, old, "KR-6")
                self.place[other] = old
            self.place[name] = place
        else:
            if action[0] == "demote":
                allowed = yield from self.leave_to_demote(name, set())
                if not allowed:
                    return
            self.touched = set()
            self.carry_out_promotion(chief, action, "KR-6.1")

    # ---- New influence ----

    def end_of_year(self):
        """After years 3, 6 and 9: twice in a row each, beginning left of who controls the highest active member that is controlled."""
        if not self.advanced or self.year not in NEW_INFLUENCE_YEARS:
            return
        highest = next((name for name in self.members() if self.is_active(name) and self.control[name]), None)
        start = self.seats.index(self.control[highest]) + 1 if highest else 0
        for number in range(len(self.seats)):
            seat = self.seats[(start + number) % len(self.seats)]
            for _ in range(2):
                yield from self.new_influence(seat)

    def new_influence(self, seat):
        _, action = yield self.ask("KR-AD-6", seat, "nothing")
        if action == ["nothing"]:
            return
        if action == ["intrigue"]:
            self.check(self.cards, "KR-AD-6", f"{seat} draws a card where there are none")
            card = yield from self.draw_card("KR-AD-6")
            self.card_at[card] = seat
            self.tell("draws", "KR-AD-6", seat, card)
            return
        self.check(action[0] == "add" and self.on_board(action[1]), "KR-AD-6", f"{seat}: {action}")
        self.clock += 1
        self.add_points(seat, action[1], 1)
        self.tell("new-influence", "KR-AD-6", seat, action[1], self.declared[seat][action[1]])
        yield from self.settle_all({action[1]})
