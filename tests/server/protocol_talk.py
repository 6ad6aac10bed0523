"""Talk at a table, and who is sent it."""

from protocol import Case


class Talk(Case):
    def texts(self, w):
        return [line["text"] for line in w.talk]

    def test_talk_reaches_those_it_is_for(self):
        people = self.people("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
        ann, ben, cat = self.table(people[:3], players=4, public=True)
        dan, eve = (self.watcher(person, ann.key) for person in people[3:5])
        everybody = [ann, ben, cat, dan, eve]
        self.done(ann.say(type="say", text="Good evening"))
        self.done(ann.say(type="say", text="Together against Cat?", to=[ben.seat]))
        self.done(ben.say(type="say", text="Both of you", to=[ann.seat, cat.seat]))
        self.done(dan.say(type="say", text="Look at Ann"))
        self.settle(everybody)
        good, against, both, look = (
            "Good evening",
            "Together against Cat?",
            "Both of you",
            "Look at Ann",
        )
        self.assertEqual(self.texts(ann), [good, against, both])
        self.assertEqual(self.texts(ben), [good, against, both])
        self.assertEqual(self.texts(cat), [good, both])
        self.assertEqual(self.texts(dan), [good, look])
        self.assertEqual(self.texts(eve), [good, look])
        whisper = ben.talk[1]
        self.assertEqual((whisper["name"], whisper["from"], whisper["to"]), ("Ann", ann.seat, [ben.seat]))
        self.assertEqual(ben.talk[2]["to"], [ann.seat, cat.seat])
        self.assertNotIn("to", ben.talk[0])
        self.assertEqual((eve.talk[1]["from"], eve.talk[1]["name"]), ("observer", "Dan"))
        self.check_late_watchers(people[5], everybody)

    def check_late_watchers(self, fay, everybody):
        """New watchers are sent the earlier talk that they may read."""
        ann, _, cat, dan, _ = everybody
        late = self.watcher(fay, ann.key)
        self.assertEqual(self.texts(late), self.texts(dan))
        tab = self.watcher(self.person("Cat", cookie=cat.client.cookie), ann.key)
        self.assertEqual(tab.talk, [self.without(line, "type", "table") for line in cat.talk])
        since = self.watcher(fay, ann.key, since=late.talk[0]["at"])
        self.assertEqual(since.talk, late.talk[1:])
        since = self.watcher(fay, ann.key, since=late.talk[-1]["at"])
        self.assertEqual(since.talk, [])

    def without(self, message, *keys):
        return {k: v for k, v in message.items() if k not in keys}

    def test_every_chat_message_has_its_own_time(self):
        (ann,) = self.table(self.people("Ann"))
        for i in range(70):
            ann.client.send(type="say", table=ann.key, text=f"line {i}")
        ann.settle()
        times = [line["at"] for line in ann.talk]
        self.assertEqual((len(times), sorted(set(times))), (70, times))
        again = self.watcher(self.person("Ann", cookie=ann.client.cookie), ann.key)
        self.assertEqual(self.texts(again), [f"line {i}" for i in range(10, 70)])

    def test_a_muted_seat_is_not_heard(self):
        people = self.people("Ann", "Ben", "Cat")
        ann, ben, cat = self.table(people, players=4)
        self.done(ben.say(type="say", text="one"))
        self.done(ann.say(type="mute", seat=ben.seat, muted=True))
        self.assertEqual(ann.table["wishes"]["muted"], [ben.seat])
        wholes = ben.wholes
        self.done(ben.say(type="say", text="two"))
        self.assertEqual(ben.wholes, wholes)
        self.done(cat.say(type="say", text="three"))
        ann.settle()
        self.assertEqual(self.texts(ann), ["one", "three"])
        tab = self.watcher(self.person("Ann", cookie=ann.client.cookie), ann.key)
        self.assertEqual(self.texts(tab), ["three"])
        self.done(ann.say(type="mute", seat=ben.seat, muted=False))
        self.done(ben.say(type="say", text="four"))
        ann.settle()
        self.assertEqual(self.texts(ann), ["one", "three", "four"])
        self.refused("bad-message", ann.say(type="mute", seat=ann.seat, muted=True))
        self.refused("bad-message", ann.say(type="mute", seat="paris", muted=True))

    def test_impossible_talk_is_refused(self):
        people = self.people("Ann", "Ben")
        (ann,) = self.table(people[:1], public=True)
        ben = self.watcher(people[1], ann.key)
        length = ann.client.welcome["limits"]["talk_length"]
        self.done(ann.say(type="say", text="x" * (length - 4) + "é\né"[:2] + "y"))
        for text in ("x" * (length + 1), "\x1b[31mred", "tab\t", "\u009b31m", "\x7f"):
            self.refused("bad-message", ann.say(type="say", text=text))
        self.refused("bad-message", ann.say(type="say", text="x", to=["paris"]))
        self.refused("bad-message", ben.say(type="say", text="x", to=[ann.seat]))
        self.assertEqual(len(ann.talk), 1)

    def test_too_much_talk_is_refused(self):
        server = self.own_server(talk_a_minute=3)
        (ann,) = self.table(self.people("Ann", server=server))
        for _ in range(3):
            self.done(ann.say(type="say", text="la"))
        self.refused("too-fast", ann.say(type="say", text="la"))
        self.assertEqual(len(ann.talk), 3)
