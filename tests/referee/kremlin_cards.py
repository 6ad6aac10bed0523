"""The 34 Intrigue cards of the Advanced game."""

from kremlin_phases import Phases


class IntrigueCards(Phases):
    def draw_card(self, rule):
        _, action = yield self.ask(rule, "chance")
        self.check(action[0] == "draw" and self.card_at.get(action[1]) == "deck", rule, f"{action} is not in the deck")
        return action[1]

    def end_of_year(self):
        return
        yield

    def visits_end(self):
        return
        yield

    def cards_lapse_after(self, phase):
        pass

    def is_visiting(self, name):
        return False

    def guards_of(self, name):
        return []

    def demand(self):
        return
        yield

    def leaves_of_order(self, order):
        return set()
        yield

    def leave_to_demote(self, name, refused):
        return True
        yield

    def health_terms(self, name):
        return 0
