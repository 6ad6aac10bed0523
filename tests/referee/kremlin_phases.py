"""The eight phases of a year, 1 to 8 of the rulebook."""

from kremlin_board import CANDIDATES, FIRST_LEVEL, NAMES, NESTOR, POSTS, PURGE_NUMBERS, SECOND_LEVEL, health_result, lowest_roll
from kremlin_listen import Listening, Matter

PHASES = ["cure", "purge", "spy", "health", "funeral", "replacement", "rehabilitation", "parade"]
PURGERS = ["kgb", "ideology", "chief", "industry"]
INVESTIGATORS = ["defense", "foreign", "kgb", "chief", "industry"]
NOMINATORS = ["foreign", "ideology", "kgb", "industry", "economy", "sport", "defense"]
MOST_TIMES = 3


class Phases(Listening):
    # ---- The year ----

    def years(self, first_phase="cure", told=False):
        at = PHASES.index(first_phase)
        while not self.reason:
            if at == 0 and not told:
                self.tell("year", "KR-TU-1", self.year)
            for phase in PHASES[at:]:
                self.phase = phase
                self.gave = set()
                if not told:
                    self.tell("phase", "KR-TU-1", phase, self.year)
                told = False
                yield from getattr(self, "phase_" + phase)()
                if self.reason:
                    return
                yield from self.end_of_phase(phase)
                if self.reason:
                    return
            at = 0
            yield from self.end_of_year()
            self.year += 1

    def end_of_phase(self, phase):
        """Visitors of the Sanatorium stay or return, outings end, who is 96 retires, cards lapse."""
        self.protections_lapse_after(phase)
        if self.cards:
            yield from self.visits_end()
        if any(self.on_board(name) for name in self.retiring()):
            yield from self.listen(Matter("retiring"), cards_alone=True)
            if self.cards:
                yield from self.visits_end()
        for name in self.retiring():
            self.retires(name)
        self.outing = set()
        self.cards_lapse_after(phase)

    def retiring(self):
        """Whoever has reached 96, wherever he is."""
        return [name for name in NAMES if self.is_too_old(name) and self.place[name] not in ("wall", "retired")]

    def power(self, order, clause):
        """The first active one in the order of succession."""
        name = self.first_active(order)
        if name and self.place[name] != order[0]:
            self.remark("power-passes", clause, name, self.place[name])
        return name

    def first_active(self, order):
        return next((self.holder(post) for post in order if self.is_active(self.holder(post))), None)

    # ---- 1 Cure ----

    def phase_cure(self):
        self.no_visits = False
        for name in self.members():
            self.heals(name)
        said = {}
        while not self.no_visits:
            yield from self.cure_decisions(said)
            if not said:
                break
            last = [name for name in self.members() if name in said][-1]
            by = {name: seat for name, (seat, _) in said.items()}
            yield from self.listen(Matter("cure", last, men=lambda: [name for name in said if self.is_member(name)], by=by))
            said = {name: what for name, what in said.items() if self.is_member(name)}
            if self.no_visits or self.cures_stand(said):
                break
        self.ageing()

    def heals(self, name):
        """Whoever is no longer in poor health leaves the Sanatorium in the Cure Phase."""
        if name in self.cure and not self.crosses[name]:
            self.off_sanatorium(name)
            self.tell("healed", "KR-1", name)

    def cure_decisions(self, said):
        """All who are in poor health and have not spoken, in voting order. Who has spoken and is healthy by now leaves when all is carried out."""
        for name in self.members():
            if name in said:
                continue
            if not self.crosses[name]:
                self.heals(name)
            else:
                by = self.control[name]
                deed = "work"
                if by:
                    _, action = yield self.ask("KR-1", by, "cure", "work")
                    self.check(action in (["cure"], ["work"]), "KR-1", f"{by}: {action}")
                    deed = action[0]
                    self.remark(deed + "-chosen", "KR-1", name)
                else:
                    self.remark("no-will", "KR-IN-2", name)
                said[name] = (by, deed)

    def cures_stand(self, said):
        """The first with a new controller, or who has fallen ill since, is asked, and all after him: then it returns False. Otherwise all
        is carried out."""
        patients = [name for name in self.members() if self.crosses[name]]
        for name in patients:
            if name in said and said[name][0] == self.control[name]:
                continue
            if name in said:
                self.tell_new_controller(self.control[name], name)
            for after in self.members()[self.members().index(name):]:
                said.pop(after, None)
            return False
        for name in self.members():
            if name in said and self.crosses[name]:
                self.cure_stands(name, said[name][1])
            elif name in said:
                self.heals(name)
        return True

    def cure_stands(self, name, said):
        if said == "cure":
            self.cure.add(name)
            self.tell("to-sanatorium", "KR-1", name)
        elif self.is_visiting(name):
            self.tell("held", self.visit_clause(name), name)
        else:
            told = "back-at-work" if name in self.cure else "at-work"
            self.off_sanatorium(name)
            self.tell(told, "KR-1", name)

    def ageing(self):
        """1.1: the chief one year; a year for each cross unless in the Sanatorium; a year for a "?"."""
        for name in self.members():
            chair, suspicion = int(self.place[name] == "chief"), int(name in self.suspect)
            illness = self.crosses[name] if name not in self.cure and name not in self.visiting else 0
            years = chair + illness + suspicion
            if self.galls(name):
                years += 1
                self.remark("post-galls", "KR-AD-1", name, self.place[name])
            elif self.suits(name) and years:
                years -= 1
                self.remark("post-suits", "KR-AD-1", name, self.place[name])
            if self.swiss and years > 1:
                self.tell("ageing-capped", "KR-SW-2", name, years)
                self.ages(name, 1, "KR-1.1")
            elif years:
                self.ages(name, years, "KR-1.1", chair, illness, suspicion)

    # ---- 2 Purges ----

    def phase_purge(self):
        yield from self.listen(Matter("purge-open"), cards_alone=True)
        if self.imposed:
            goes_on = yield from self.imposed_purges()
            if not goes_on:
                return
        while True:
            purger = self.power(PURGERS, "KR-2.1")
            if not purger:
                self.remark("nobody-active", "KR-2.1", 2)
                return
            outcome = yield from self.one_purge(purger, order=PURGERS)
            if outcome in ("failure", "declined") or self.place[purger] == "siberia":
                return

    def one_purge(self, purger, only=None, bonus=None, order=None):
        """An announced purge. Returns "success", "failure", "declined", "again" when somebody else has the power now, "gone" when whom it
        must be aimed at cannot be purged any more."""
        while True:
            if only and self.place[only] not in PURGE_NUMBERS:
                return "gone"
            if self.is_too_old(purger):
                self.remark("too-old", "KR-RE-2", purger)
                return "declined"
            by = self.control[purger]
            victim = None
            if by:
                _, action = yield self.ask("KR-2", by, "nothing", *self.purges_of(purger, only))
                if action == ["nothing"]:
                    self.tell("no-purge", "KR-2.1", purger)
                else:
                    self.check(action[0] == "purge", "KR-2", f"{by}: {action}")
                    victim = action[1]
                    self.check_victim(purger, victim, only)
                    self.tell("purge-announced", "KR-2", purger, victim)
            else:
                self.remark("no-will", "KR-IN-2", purger)
            matter = Matter("purge", purger, victim, "purge" if victim else None)
            post = self.place[purger]
            stands = yield from self.said_and_heard(matter, by, lambda: not order or self.first_active(order) == purger)
            if self.place[purger] != post or not self.is_active(purger) or (order and self.first_active(order) != purger):
                return "again"
            if not stands or matter.lapsed:
                continue
            if victim is None:
                return "declined"
            if self.place[victim] not in PURGE_NUMBERS:
                continue
            outcome = yield from self.purge_roll(purger, victim, bonus)
            return outcome

    def purges_of(self, purger, only):
        return [f"purge {name}" for name in NAMES if self.place[name] in PURGE_NUMBERS and only in (None, name) and (purger, name) != self.blackmail]

    def trials_of(self, investigator, late):
        return [f"trial {name}" for name in self.members() if name in self.suspect and not late and (investigator, name) != self.blackmail]

    def check_victim(self, purger, victim, only):
        self.check(self.place[victim] in PURGE_NUMBERS, "KR-2", f"{victim} is neither in the Politburo nor a Candidate")
        self.check(only is None or victim == only, "KR-AD-4", f"the purge must be aimed at {only}, not at {victim}")
        self.check((purger, victim) != self.blackmail, "KR-IC-19", f"{purger} acts against {victim} in spite of the blackmail")

    def purge_roll(self, purger, victim, bonus):
        die = yield from self.die20("KR-2")
        number = PURGE_NUMBERS[self.place[victim]]
        terms = []
        if self.in_sanatorium(victim):
            terms.append(("modifier", "KR-2", 3, "sanatorium"))
        if self.galls(victim):
            terms.append(("modifier", "KR-AD-2", 2, "weakness"))
        if self.suits(victim):
            terms.append(("modifier", "KR-AD-2", -2, "strength"))
        if bonus:
            terms.append(("card-modifier", self.clause_of(bonus), bonus, 3))
        guards = self.guards_of(victim)
        terms += [("card-modifier", self.clause_of(card), card, -3) for card in guards]
        added = sum(value for term in terms for value in term[2:] if isinstance(value, int))
        self.tell("purge-roll", "KR-2", purger, victim, die, number, number - added)
        for term in terms:
            self.tell(*term)
        matter = Matter("purge-die", purger, victim)
        matter.die = die
        yield from self.listen(matter, cards_alone=True)
        late = [card for card in self.guards_of(victim) if card not in guards]
        for card in late:
            self.tell("card-modifier", self.clause_of(card), card, -3)
        added -= 3 * len(late)
        if die + added >= number:
            pays = self.on_board(purger)
            self.to_siberia(victim, "KR-2")
            if pays:
                self.ages(purger, 1, "KR-2")
            return "success"
        self.tell("purge-fails", "KR-2", purger, victim)
        self.ages(purger, 3, "KR-2")
        return "failure"

    # ---- 3 Spies ----

    def phase_spy(self):
        yield from self.listen(Matter("spy-open"), cards_alone=True)
        late = False
        acquitted = None
        alibi = None
        while True:
            investigator = self.power(INVESTIGATORS, "KR-3.4")
            if not investigator:
                self.remark("nobody-active", "KR-3.4", 3)
                return
            if self.is_too_old(investigator):
                self.remark("too-old", "KR-RE-2", investigator)
                return
            by = self.control[investigator]
            verb, target = "nothing", None
            if by:
                _, action = yield self.ask("KR-3", by, "nothing", *self.trials_of(investigator, late))
                verb, target = action[0], action[1] if len(action) > 1 else None
                self.hear_investigator(investigator, verb, target, late, acquitted)
            else:
                self.remark("no-will", "KR-IN-2", investigator)
            matter = Matter("spy", investigator, target, verb)
            matter.alibi = verb == "trial" and target == alibi  # a new controller has confirmed the trial
            post = self.place[investigator]
            stands = yield from self.said_and_heard(matter, by, lambda: self.first_active(INVESTIGATORS) == investigator)
            if self.place[investigator] != post or self.first_active(INVESTIGATORS) != investigator or matter.lapsed:
                alibi = None
                continue
            if not stands:
                alibi = target if matter.alibi else None
                continue
            alibi = None
            if verb == "nothing":
                return
            if verb == "trial":
                if not self.is_member(target) or target not in self.suspect:
                    continue
                late = True
                guilty = yield from self.trial(target, investigator, matter.alibi)
                if not guilty:
                    acquitted = target
            elif verb == "condemn":
                if self.place[target] != "candidates":
                    continue
                late = True
                self.ages(investigator, 2, "KR-3.1")
                self.to_siberia(target, "KR-3.1")
            elif verb == "investigate":
                if not self.is_member(target) or target in self.suspect:
                    continue
                late = True
                self.suspect.add(target)
                self.ages(investigator, 1, "KR-3.2")
            else:
                if target not in self.suspect:
                    continue
                late = late or self.files_rule == "last"
                self.suspect.discard(target)
                self.ages(investigator, 1, "KR-3.3")

    def hear_investigator(self, who, verb, target, late, acquitted):
        if verb == "nothing":
            self.tell("nothing-more" if late else "no-inquiry", "KR-3.4", who)
            return
        self.check(target is not None, "KR-3", f"{verb} nobody")
        if verb in ("trial", "investigate"):
            self.check((who, target) != self.blackmail, "KR-IC-19", f"{who} acts against {target} in spite of the blackmail")
        if verb == "trial":
            self.check(not late, "KR-3", f"a trial of {target} comes too late")
            self.check(self.is_member(target) and target in self.suspect, "KR-3", f"{target} is no member under a \"?\"")
            self.tell("trial-called", "KR-3", who, target)
        elif verb == "condemn":
            self.check(not late, "KR-3.1", f"a condemnation of {target} comes too late")
            self.check(self.place[target] == "candidates", "KR-3.1", f"{target} is no Candidate")
            self.tell("condemned", "KR-3.1", who, target)
        elif verb == "investigate":
            self.check(self.is_member(target) and target not in self.suspect, "KR-3.2", f"{target} cannot get a \"?\"")
            self.check(target != acquitted, "KR-3.2", f"{target} was acquitted in this phase")
            self.tell("investigated", "KR-3.2", who, target)
        elif verb == "close":
            self.check(target in self.suspect, "KR-3.3", f"{target} has no \"?\"")
            self.tell("closed", "KR-3.3", who, target)
        else:
            self.disagree("KR-3", verb)

    def trial(self, accused, caller, alibi):
        """All active members vote in voting order; two "innocent" acquit. Returns True if guilty."""
        clause = "KR-3" if caller else "KR-IC-4"
        if not alibi:
            votes = yield from self.votes("KR-3", accused, self.bound_at_trial, ("innocent", "guilty"))
            innocent = list(votes.values()).count("innocent")
            guilty = innocent < 2
            if not self.on_board(accused):
                return False
            if guilty:
                self.tell("guilty", clause, accused, innocent)
                if caller:
                    self.to_siberia(accused, "KR-3")
                else:
                    self.dies(accused, "KR-IC-4")
                return True
            self.tell("acquitted", clause, accused, innocent)
        else:
            self.tell("alibi", "KR-IC-5", accused)
        self.suspect.discard(accused)
        if caller:
            if self.on_board(caller):
                self.ages(caller, 3, "KR-3")
        elif not alibi:
            self.suspect.add(accused)
            self.tell("suspected", "KR-IC-4", accused)
        return False

    def bound_at_trial(self, name, accused, by):
        """An uncontrolled man votes only "innocent" at his own trial."""
        if by:
            return None
        return "innocent" if name == accused else "none"

    def votes(self, clause, subject, bound, choices, second=False, **known):
        """The votes of the active members, one by one. Each is followed by a round, in which all also listen to the silence of those before
        him whom nobody controls. Returns name to vote."""
        result = {}
        done = at = 0  # the posts whose votes stand; the post that votes
        while done < len(POSTS):
            voter = vote = by = None
            while at < len(POSTS) and voter is None:
                name = self.holder(POSTS[at])
                if name and self.in_sanatorium(name):
                    self.remark("inactive", "KR-IN-1", name)
                elif name:
                    by = self.control[name]
                    vote = bound(name, subject, by, **known)
                    if vote == "yes":
                        self.tell("bound", clause, name, vote)
                        result[name] = vote
                    elif vote == "innocent":
                        self.tell("bound", "KR-IN-2", name, vote)
                        result[name] = vote
                    elif vote == "none":
                        self.remark("no-vote", "KR-IN-2", name)
                    else:
                        voter = name
                        _, action = yield self.ask(clause, by, *(f"vote {choice}" for choice in choices))
                        self.check(action[0] == "vote" and action[1] in choices, clause, f"{by}: {action}")
                        vote = action[1]
                        self.tell("votes", clause, name, vote)
                at += voter is None
            heard = lambda: [self.holder(post) for post in POSTS[done:at + 1] if self.is_active(self.holder(post)) and self.holder(post) not in known.values()]
            standing = [result.get(self.holder(post)) for post in POSTS[:done] if self.holder(post)]
            counts = lambda: self.vote_counts(choices, standing, done, second, known)
            spoken = {name: by if name == voter else None for name in heard()}
            if spoken:
                matter = Matter("vote", voter or list(spoken)[-1], men=lambda: heard() if counts() else [], by=spoken, heard=heard)
                yield from self.listen(matter)
            if self.nothing_to_vote_on(subject, known):
                return result
            woken = next((name for name in heard() if name != voter and self.control[name]), None)
            if woken:
                self.tell_new_controller(self.control[woken], woken)
                at = POSTS.index(self.place[woken])
                for post in POSTS[at:]:
                    result.pop(self.holder(post), None)
                continue
            if voter and self.holder(POSTS[at]) == voter and not self.in_sanatorium(voter):
                if self.control[voter] != by:
                    self.tell_new_controller(self.control[voter], voter)
                    continue
                result[voter] = vote
            at = min(at + 1, len(POSTS))
            done = at
        return result

    def vote_counts(self, choices, standing, done, second, known):
        """Whether a vote that does not stand yet could still change the result."""
        trial = choices[0] == "innocent"
        taken, needed = standing.count("innocent" if trial else "no"), 2 if trial else 3
        free = sum(self.is_active(self.holder(post)) and self.holder(post) not in known.values() for post in POSTS[done:])
        if taken >= needed:
            return not trial and not second
        return taken + free >= needed

    def nothing_to_vote_on(self, subject, ballot):
        """A card has removed the accused from the board, or the nominee from the Politburo."""
        return not (self.is_member(subject) if ballot else self.on_board(subject))

    # ---- 4 Health ----

    def phase_health(self):
        self.rolled = []
        yield from self.listen(Matter("health-open"), cards_alone=True)
        for post in POSTS:
            name = self.holder(post)
            if not name:
                continue
            die = yield from self.die20("KR-4")
            in_cure = self.in_sanatorium(name)
            self.rolled.append(name)
            yield from self.health_roll(name, die, in_cure)
        self.fever = 0
        self.vaccinated = set()

    def tell_health_roll(self, clause, name, die, in_cure):
        """With the numbers from which he gets no worse, and better if he is ill."""
        age = self.age(name)
        better = lowest_roll(age, in_cure, -1) if self.crosses[name] else 0
        self.tell("health-roll", clause, name, die, age, int(in_cure), lowest_roll(age, in_cure, 0), better)

    def health_roll(self, name, die, in_cure):
        self.tell_health_roll("KR-4", name, die, in_cure)
        terms = self.health_terms(name)
        added = sum(value for _, _, value in terms)
        for clause, card, value in terms:
            self.tell("card-modifier", clause, card, value)
        matter = Matter("health-die", name)
        matter.die = die
        matter.in_cure = in_cure
        matter.terms = terms
        if self.cards and self.may_be_in_a_hand("misdiagnosis"):
            yield from self.listen(matter, cards_alone=True)
        if matter.diagnosis is not None:
            die, change = matter.diagnosis
            added += change
        if not self.is_member(name):
            return
        change = health_result(self.age(name), in_cure, die + added)
        crosses = self.crosses[name] + change
        if change == 3 or crosses >= 3:
            self.dies(name, "KR-4")
        elif max(crosses, 0) != self.crosses[name]:
            self.crosses[name] = max(crosses, 0)
            self.tell("health-change", "KR-4", name, self.crosses[name])
        else:
            self.tell("health-same", "KR-4", name)

    # ---- 5 Funeral ----

    def phase_funeral(self):
        yield from self.listen(Matter("funeral-open"), cards_alone=True)
        if not self.holder("chief"):
            yield from self.funeral()
        if self.year == 11:
            yield from self.listen(Matter("eleventh", self.holder("chief"), men=self.the_chief))
            chief = self.holder("chief")
            yield from self.game_ends("year-eleven", "KR-WI-2", chief)

    def funeral(self):
        against = None
        while not self.holder("chief"):
            nominator = self.power(NOMINATORS, "KR-5.1")
            if not nominator:
                self.tell("chair-empty", "KR-5.1")
                return
            eligible = self.eligible(nominator, against)
            if not eligible:
                self.accedes(nominator)
                return
            by = self.control[nominator]
            if by:
                _, action = yield self.ask("KR-5", by, *(f"nominate {name}" for name in eligible))
                self.check(action[0] == "nominate" and action[1] in eligible, "KR-5", f"{by}: {action}, but {eligible} are eligible")
                nominee = action[1]
            else:
                self.remark("names-oldest", "KR-IN-2", nominator)
                nominee = self.oldest(eligible)
                self.tell_older_in_print(eligible, nominee)
            self.tell("nominates", "KR-5", nominator, nominee)
            stands = yield from self.said_and_heard(Matter("nominate", nominator, nominee), by, lambda: self.first_active(NOMINATORS) == nominator)
            if not stands or self.first_active(NOMINATORS) != nominator or not self.is_member(nominee):
                continue
            votes = yield from self.votes("KR-5", nominee, self.bound_at_ballot, ("yes", "no"), second=against is not None,
                                           nominator=nominator, nominee=nominee)
            if not self.is_member(nominee):
                continue
            nays = [name for name, vote in votes.items() if vote == "no"]
            if len(nays) < MOST_TIMES:
                self.place[nominee] = "chief"
                self.tell("becomes-chief", "KR-5", nominee, len(nays))
                self.remark_absence(nominee)
                return
            self.tell("nominee-fails", "KR-5", nominee, len(nays))
            self.ages(nominator, 1, "KR-5")
            if against is not None:
                self.accedes(nominator)
                return
            against = nays

    def accedes(self, name):
        self.place[name] = "chief"
        self.tell("accedes", "KR-5", name)
        self.remark_absence(name)

    def remark_absence(self, name):
        """1.2: who is in the Sanatorium is given a post in absence."""
        if self.place[name] in POSTS and not self.is_active(name):
            self.remark("in-absence", "KR-1.2", name)

    def eligible(self, nominator, against):
        if against is not None:
            return [name for name in against if self.is_member(name) and name != nominator]
        first = [self.holder(post) for post in FIRST_LEVEL if self.holder(post) and self.holder(post) != nominator]
        return first or [self.holder(post) for post in SECOND_LEVEL if self.holder(post) and self.holder(post) != nominator]

    def bound_at_ballot(self, name, subject, by, nominator, nominee):
        if not by:
            return "none"
        return "yes" if name in (nominator, nominee) else None

    # ---- 7 Rehabilitation ----

    def phase_rehabilitation(self):
        yield from self.listen(Matter("rehabilitation-open"), cards_alone=True)
        at = 0  # the post that is asked; those before it stand
        while self.at("siberia") and at < len(POSTS):
            at = yield from self.releases(at)

    def releases(self, first):
        """Members are asked in voting order until one releases somebody, or all have been asked; then all listen to all of them. Returns the
        post with which it goes on."""
        said = {}
        while True:
            sponsor, whom = yield from self.ask_for_release(first, said)
            if not said:
                return len(POSTS)
            last = sponsor or list(said)[-1]
            yield from self.listen(Matter("rehabilitate", last, whom, men=lambda: [name for name in said if self.is_member(name)], by=dict(said)))
            if not self.at("siberia"):
                return len(POSTS)
            until = POSTS.index(self.place[sponsor]) if sponsor and self.is_member(sponsor) else self.last_asked
            if self.somebody_anew(POSTS[first:until + 1], said, self.may_release):
                continue
            if sponsor is None:
                return len(POSTS)
            if self.is_active(sponsor) and self.place[whom] == "siberia":
                self.place[whom] = "people"
                self.tell("returns", "KR-7", whom)
                self.ages(sponsor, 5, "KR-7")
                return until
            said.pop(sponsor, None)

    def may_release(self, name):
        return self.is_active(name) and not self.is_too_old(name)

    def somebody_anew(self, posts, said, may_act):
        """The first who has a new controller, or can act only now, is asked, and all after him."""
        for post in posts:
            name = self.holder(post)
            if not name or not may_act(name) or (name in said and said[name] == self.control[name]):
                continue
            if name in said:
                self.tell_new_controller(self.control[name], name)
            for after in POSTS[POSTS.index(post):]:
                said.pop(self.holder(after), None)
            return True
        return False

    def ask_for_release(self, first, said):
        for number, post in enumerate(POSTS):
            name = self.holder(post)
            if number < first or name in said or not self.is_active(name):
                continue
            if self.is_too_old(name):
                self.remark("too-old", "KR-RE-2", name)
                continue
            by = said[name] = self.control[name]
            if not by:
                self.remark("no-will", "KR-IN-2", name)
                continue
            _, action = yield self.ask("KR-7", by, "nothing", *(f"rehabilitate {name}" for name in self.at("siberia")))
            if action == ["nothing"]:
                self.tell("releases-nobody", "KR-7", name)
                continue
            self.check(action[0] == "rehabilitate" and self.place[action[1]] == "siberia", "KR-7", f"{by}: {action}")
            self.tell("rehabilitates", "KR-7", name, action[1])
            self.last_asked = number
            return name, action[1]
        self.last_asked = len(POSTS) - 1
        return None, None

    # ---- 8 Parade ----

    def phase_parade(self):
        chief = self.holder("chief")
        if chief and not self.is_active(chief):
            yield from self.listen(Matter("parade-open", chief), cards_alone=True)
            chief = self.holder("chief")
        if not self.is_active(chief):
            self.tell("no-parade", "KR-8", self.year)
            return
        self.tell("rostrum", "KR-8", chief)
        yield from self.listen(Matter("rostrum", chief, men=self.the_chief))
        if self.holder("chief") != chief or not self.is_active(chief):
            self.tell("no-parade", "KR-8", self.year)
            return
        if self.crosses[chief]:
            self.ages(chief, self.crosses[chief], "KR-8", illness=self.crosses[chief])
            needs = 7 * self.crosses[chief]
            die = yield from self.die20("KR-8")
            self.tell("parade-roll", "KR-8", chief, die, needs)
            if die < needs:
                self.tell("does-not-wave", "KR-8", chief)
                return
        yield from self.wave(chief)

    def wave(self, chief):
        seat = self.control[chief]
        self.waved[str(self.year)] = chief
        self.waved_for[str(self.year)] = seat
        if seat:
            times = list(self.waved_for.values()).count(seat)
            self.tell("waves", "KR-8", chief, seat, 0 if self.swiss else times)
        else:
            self.tell("waves-for-nobody", "KR-8", chief)
        if self.swiss:
            so_far = list(self.waved.values()).count(chief)
            self.tell("waves-so-far", "KR-SW-1", chief, so_far)
            if so_far >= MOST_TIMES:
                yield from self.game_ends("one-chief", "KR-SW-1", chief)
        elif seat and times >= MOST_TIMES:
            self.winners = [seat]
            self.tell("wins", "KR-WI-1", seat)
            self.reason = "three-waves"

    # ---- The end ----

    def game_ends(self, reason, clause, decides):
        """Basic: who controls him. Swiss: others with as many or more points recorded on him win instead."""
        self.reason = reason
        seat = self.control[decides] if decides else None
        if self.swiss:
            clause = "KR-SW-1"
            yield from self.swiss_winners(decides, seat)
        else:
            if decides:
                self.tell("hangs-on", clause, decides)
            self.winners = [seat] if seat else []
        for winner in self.winners:
            self.tell("wins", clause, winner)
        if not self.winners:
            self.tell("nobody-wins", clause)

    def swiss_winners(self, decides, seat):
        self.winners = []
        if not decides or decides == NESTOR:
            return
        if seat:
            self.tell("sheets-decide", "KR-SW-1", decides, seat)
        else:
            self.tell("most-written-decides", "KR-SW-1", decides)
        for each in self.seats:
            _, action = yield self.ask("KR-SW-1", "chance", f"recorded {self.written[each][decides]}")
            self.check(action == ["recorded", str(self.written[each][decides])], "KR-SW-1", f"{action}: {each} has written {self.written[each][decides]}")
            self.tell("recorded", "KR-SW-1", each, decides, self.written[each][decides])
        recorded = {each: self.written[each][decides] for each in self.seats}
        if seat:
            others = [each for each in self.seats if each != seat and recorded[each] >= recorded[seat]]
            self.winners = others or [seat]
        else:
            most = max(recorded.values())
            self.winners = [each for each in self.seats if most and recorded[each] == most]

    def places_left(self):
        return CANDIDATES - len(self.at("candidates"))
