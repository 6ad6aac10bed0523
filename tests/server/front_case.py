"""What the tests of the front share: servers that must end without errors, and their clients."""

import json
import tempfile
import unittest

from wire import Server

QUICK = {"messages_a_second": 100000, "message_burst": 100000, "bot_delay": 0, "shown_most": 0}
GAME = {"type": "create", "game": "red-empire", "players": 4, "public": True}
SEATS = ["me", {"bot": "greedy"}, {"bot": "random"}, {"bot": "random"}]


class Case(unittest.TestCase):
    """Each class has one server, unless a test starts its own."""

    limits = QUICK

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.server = Server(cls.folder.name, **cls.limits) if cls.limits is not None else None
        if cls.server:
            cls.addClassCleanup(cls.end_server)

    @classmethod
    def end_server(cls):
        status = cls.server.stop()
        said = cls.server.said()
        cls.server.close()
        assert (status, said) == (0, ""), (status, said)

    def own_server(self, folder=None, *words, **limits):
        """Starts a server for this test alone, which must end without errors."""
        if folder is None:
            temporary = tempfile.TemporaryDirectory()
            self.addCleanup(temporary.cleanup)
            folder = temporary.name
        server = Server(folder, *words, **{**QUICK, **limits})
        self.addCleanup(server.close)
        self.addCleanup(self.end_own, server)
        return server

    def end_own(self, server):
        if server.process.poll() is None:
            self.assertEqual((server.stop(), server.said()), (0, ""))
        else:
            server.wait()

    def open(self, server=None, cookie=None, **more):
        link = (server or self.server).socket(cookie, **more)
        self.addCleanup(link.close)
        return link

    def greeted(self, server=None, cookie=None):
        link = self.open(server, cookie)
        self.assertEqual(link.hello()["type"], "welcome")
        return link

    def started(self, link, seats=None):
        """Starts a game and returns the key of its table."""
        made = link.ask(**GAME, seats=seats or SEATS)
        self.assertEqual(made["type"], "created", made)
        asks = link.ask(type="wishes", table=made["table"], ask_all=True)
        self.assertEqual(asks["type"], "done", asks)
        self.assertEqual(link.ask(type="start", table=made["table"])["type"], "done")
        return made["table"]

    def refused(self, answer, status, code):
        found, _, body = answer
        body = body if isinstance(body, dict) else json.loads(body)
        self.assertEqual((found, body["code"]), (status, code))
        self.assertEqual(set(body), {"code", "text"})
