"""People over HTTP: passwords are hashed in another process, a proxy names its clients, and a deleted
person is removed from all tables."""

import http.client
import json
import os
import select
import signal
import socket
import unittest
from pathlib import Path

from front_case import GAME, SEATS, Case
from wire import PATIENCE


def hasher_of(server):
    """Returns the id of the process that hashes passwords."""
    pid = server.process.pid
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        if Path(f"/proc/{child}/comm").read_text().strip() == "apparat-hash":
            return int(child)
    raise AssertionError("there is no process that hashes passwords")


class Request:
    """A request that is sent without waiting for its answer."""

    def __init__(self, server, path, body, **headers):
        data = json.dumps(body).encode()
        lines = {
            "Host": "{}:{}".format(*server.address),
            "Content-Type": "application/json",
            "Content-Length": len(data),
            **{k.replace("_", "-"): v for k, v in headers.items()},
        }
        head = "".join(f"{k}: {v}\r\n" for k, v in lines.items())
        self.link = socket.create_connection(server.address, PATIENCE)
        self.link.sendall(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + data)

    def is_answered(self):
        return bool(select.select([self.link], [], [], 0)[0])

    def answer(self):
        answer = http.client.HTTPResponse(self.link)
        answer.begin()
        return answer.status, json.loads(answer.read())

    def close(self):
        self.link.close()


class Hashing(Case):
    limits = {"passwords_a_minute": 1000}
    words = {"name": "Bea", "password": "correct horse"}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        assert cls.server.post("/api/register", cls.words)[0] == 200

    def ask(self, path, body, **headers):
        request = Request(self.server, path, body, **headers)
        self.addCleanup(request.close)
        return request

    def pause(self):
        """Stops the process: nothing is hashed until resume()."""
        hasher = hasher_of(self.server)
        os.kill(hasher, signal.SIGSTOP)
        self.addCleanup(self.resume, hasher)
        return hasher

    def resume(self, hasher):
        try:
            os.kill(hasher, signal.SIGCONT)
        except ProcessLookupError:
            pass  # it was killed, and replaced

    def test_the_loop_goes_on_while_passwords_are_hashed(self):
        link = self.greeted()
        hasher = self.pause()
        logins = [self.ask("/api/login", self.words) for _ in range(4)]
        logins.append(self.ask("/api/login", {**self.words, "password": "wrong horse"}))
        for _ in range(3):
            self.assertEqual(link.ask(type="ping")["type"], "pong")
        self.assertEqual(self.server.request("GET", "/healthz")[0], 200)
        self.assertFalse(any(login.is_answered() for login in logins))
        os.kill(hasher, signal.SIGCONT)
        self.assertEqual([login.answer()[0] for login in logins], [200] * 4 + [403])

    def test_requests_that_are_given_up_hold_up_nobody(self):
        hasher = self.pause()
        gone = [self.ask("/api/login", self.words) for _ in range(3)]
        stays = self.ask("/api/login", self.words)
        for one in gone:
            one.close()
        self.assertEqual(self.server.request("GET", "/healthz")[0], 200)
        os.kill(hasher, signal.SIGCONT)
        self.assertEqual(stays.answer()[0], 200)

    def test_requests_are_checked_again_after_the_hash(self):
        """Two register the same name: each is checked again when its hash is ready."""
        hasher = self.pause()
        name = {"name": "Cleo", "password": "correct horse"}
        both = [self.ask("/api/register", name) for _ in range(2)]
        os.kill(hasher, signal.SIGCONT)
        self.assertEqual(sorted(one.answer()[0] for one in both), [200, 409])

    def test_a_hasher_that_dies_is_replaced(self):
        hasher = self.pause()
        login = self.ask("/api/login", self.words)
        self.assertEqual(self.server.request("GET", "/healthz")[0], 200)
        os.kill(hasher, signal.SIGKILL)
        self.assertEqual(login.answer()[0], 503)
        self.assertEqual(self.server.post("/api/login", self.words)[0], 200)

    def test_a_second_request_while_waiting_closes_the_connection(self):
        """Other requests are still answered."""
        hasher = self.pause()
        login = self.ask("/api/login", self.words)
        login.link.sendall(b"POST /api/login HTTP/1.1\r\nHost: x\r\n\r\n")
        self.assertEqual(login.link.recv(100), b"")
        os.kill(hasher, signal.SIGCONT)
        self.assertEqual(self.server.post("/api/login", self.words)[0], 200)

    def test_several_requests_are_answered_in_turn(self):
        connection = http.client.HTTPConnection(*self.server.address, timeout=PATIENCE)
        self.addCleanup(connection.close)
        for password, status in (("correct horse", 200), ("wrong horse", 403), ("correct horse", 200)):
            body = json.dumps({**self.words, "password": password})
            connection.request("POST", "/api/login", body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            self.assertEqual((answer.status, bool(answer.read())), (status, True))


class Proxy(Case):
    limits = None

    def status_beside_sockets(self, server, number, **headers):
        """Returns the status of a request while this number of WebSockets is open."""
        cookie = server.guest()
        links = [self.open(server, cookie, **headers) for _ in range(number)]
        status = server.request("GET", "/healthz", None, **headers)[0]
        for link in links:
            link.link.close()
        return status

    def test_a_trusted_proxy_names_its_clients(self):
        server = self.own_server(
            None, "--trusted-proxy", "127.0.0.1", connections_an_address=2, passwords_a_minute=1
        )
        one, other = {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "9.9.9.9, 192.0.2.2"}
        self.assertEqual(self.status_beside_sockets(server, 1, **one), 200)
        self.assertEqual(self.status_beside_sockets(server, 2, **one), 429)
        self.assertEqual(self.status_beside_sockets(server, 4), 200)
        self.assertEqual(self.status_beside_sockets(server, 1, **other), 200)
        words = {"name": "Nobody", "password": "correct horse"}
        statuses = [server.post("/api/login", words, None, **h)[0] for h in (one, one, other)]
        self.assertEqual(statuses, [403, 429, 403])

    def test_other_forwarded_headers_are_ignored(self):
        for words in ((), ("--trusted-proxy", "192.0.2.9")):
            server = self.own_server(None, *words, connections_an_address=2)
            cookie = server.guest()
            links = [self.open(server, cookie, **{"X-Forwarded-For": f"192.0.2.{i}"}) for i in range(2)]
            status = server.request("GET", "/healthz", None, **{"X-Forwarded-For": "192.0.2.3"})[0]
            self.assertEqual((len(links), status), (2, 429))

    def test_a_socket_counts_for_the_client_of_the_proxy(self):
        server = self.own_server(None, "--trusted-proxy", "127.0.0.1", connections_an_address=1)
        cookie = server.guest()
        link = self.open(server, cookie, **{"X-Forwarded-For": "2001:db8::1"})
        self.assertEqual(link.hello()["type"], "welcome")
        status = server.request("GET", "/healthz", None, X_Forwarded_For="2001:db8::2")[0]
        self.assertEqual(status, 429)  # the addresses of one IPv6 network count as one
        status = server.request("GET", "/healthz", None, X_Forwarded_For="2001:db9::2")[0]
        self.assertEqual(status, 200)


class Deletion(Case):
    def seats(self, link, table):
        found = link.ask(type="watch", table=table)
        return found.get("status"), found["seats"]

    def start_with_two(self, seats, **more):
        """Returns Ann, Ben, and a table that Ann has made and Ben has joined."""
        ann, ben = self.server.guest("Ann"), self.server.guest("Ben")
        links = self.greeted(cookie=ann), self.greeted(cookie=ben)
        table = links[0].ask(**GAME, seats=seats, **more)["table"]
        self.assertEqual(links[1].ask(type="join", table=table)["type"], "done")
        return ann, ben, links, table

    def delete(self, cookie):
        self.assertEqual(self.server.post("/api/delete", {}, cookie)[0], 200)

    def test_deletion_before_the_game(self):
        ann, ben, (first, second), table = self.start_with_two(["me", "open", "open", "open"])
        self.delete(ben)
        status, seats = self.seats(first, table)
        self.assertEqual((status, seats[1]["kind"]), ("lobby", "open"))
        other = self.greeted()
        self.delete(ann)
        self.assertEqual(other.ask(type="watch", table=table)["code"], "no-such-table")
        self.assertEqual((first.ends(), second.ends()), (1008, 1008))

    def test_deletion_during_the_game(self):
        ann, ben, (first, second), table = self.start_with_two(["me", "open", *SEATS[2:]])
        self.assertEqual(first.ask(type="start", table=table)["type"], "done")
        self.assertEqual(second.ask(type="say", table=table, text="I was here")["type"], "done")
        self.delete(ben)
        status, seats = self.seats(first, table)
        gone = {"seat": "leningrad", "kind": "person", "name": "", "level": "greedy", "away": True}
        self.assertEqual((status, seats[1]), ("running", gone))
        self.assertEqual(seats[0]["name"], "Ann")
        self.delete(ann)
        other = self.greeted()
        names = [seat.get("name") for seat in self.seats(other, table)[1]]
        self.assertEqual(names, ["", "", None, None])
        # Nobody is not the one who was deleted: the record of his seat is not for everybody.
        self.refused(self.server.request("GET", f"/records/{table}.apr"), 401, "no-session")

    def test_deletion_after_the_game(self):
        """The table is only in the store, not in memory."""
        server = self.own_server(live_delay=1)
        cookie = server.guest("Annabel")
        link = self.greeted(server, cookie)
        table = link.ask(**GAME, seats=SEATS)["table"]
        link.ask(type="start", table=table)
        link.ask(type="hand_over", table=table, level="random")
        link.ask(type="watch", table=table)
        while not any(m.get("status") == "over" for m in link.aside):
            link.aside = [link.receive()]
        record = server.request("GET", f"/records/{table}.apr", Cookie=cookie)[2]
        self.assertIn(b"Annabel", record)
        self.assertEqual((server.stop(), server.said()), (0, ""))
        folder = str(server.database.parent)
        server = self.own_server(folder)
        self.assertEqual(server.post("/api/delete", {}, cookie)[0], 200)
        other = self.greeted(server)
        self.assertEqual(other.ask(type="watch", table=table)["seats"][0]["name"], "")
        record = server.request("GET", f"/records/{table}.apr", Cookie=server.guest())[2]
        self.assertNotIn(b"Annabel", record)


if __name__ == "__main__":
    unittest.main()
