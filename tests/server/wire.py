"""A server under test and its clients: HTTP and WebSocket are written by hand, so that tests can send
wrong ones. APPARAT is the path of the program."""

import base64
import copy
import hashlib
import http.client
import json
import os
import re
import signal
import socket
import ssl
import struct
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

PROGRAM = Path(os.environ.get("APPARAT", "build/apparat")).resolve()
PATIENCE = 90  # seconds after which something that has not happened never will, however busy the machine is

FREQUENT = ("lists", "looks", "changes", "wishes", "acts")

# All clients of a test have one address: what one address may do is tested by itself.
CROWD = {
    **{f"{what}_an_address": 1000000 for what in FREQUENT + ("guests", "names", "requests", "talk")},
    **{f"{what}_in_all": 1000000 for what in FREQUENT + ("guests", "names", "requests", "talk")},
    **{f"{what}_a_person": 100000 for what in FREQUENT + ("connections", "open_seats", "bots", "watches")},
    **{f"{what}_an_address": 100000 for what in ("tables", "open_seats", "bots", "downloads", "reports", "watches")},
    **{f"waiting_bytes_{whose}": 1 << 30 for whose in ("a_person", "an_address", "in_all")},
}

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Closed(Exception):
    """The other side has closed the connection; code is None if it sent no close frame."""

    def __init__(self, code=None):
        super().__init__(code)
        self.code = code


class Refused(Exception):
    """The handshake was answered with an error."""

    def __init__(self, status, body):
        super().__init__(status, body)
        self.status, self.body = status, body


class Site:
    """A server that somebody else has started, for its clients."""

    def __init__(self, address):
        self.address = address
        self.trust = None  # a certificate, for TLS
        self.source = None  # the address that clients come from; None: any

    def seen_from(self, source):
        """Returns the same server, for clients that come from another address of this machine."""
        other = copy.copy(self)
        other.source = source
        return other

    def request(self, method, path, body=None, **headers):
        """Returns status, headers and body. Underscores in the names of headers become dashes."""
        how = {"timeout": PATIENCE, "source_address": self.source and (self.source, 0)}
        if self.trust:
            secure = ssl.create_default_context(cafile=self.trust)
            connection = http.client.HTTPSConnection(*self.address, context=secure, **how)
        else:
            connection = http.client.HTTPConnection(*self.address, **how)
        headers = {k.replace("_", "-"): v for k, v in headers.items()}
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def post(self, path, body, cookie=None, **headers):
        """Returns status, JSON and the cookie that is set."""
        if cookie:
            headers["Cookie"] = cookie
        status, heads, data = self.request("POST", path, body, **headers)
        return status, json.loads(data), (heads["Set-Cookie"] or "").split(";")[0]

    def guest(self, name="Ann"):
        """Returns the cookie of a new guest."""
        status, said, cookie = self.post("/api/guest", {"name": name})
        assert status == 200, said
        return cookie

    def raw(self, data, size=65536, patience=PATIENCE):
        """Sends these bytes, and returns what comes until the connection is closed or silent for so many seconds."""
        with socket.create_connection(self.address, PATIENCE) as s:
            s.sendall(data)
            s.settimeout(patience)
            answer = b""
            try:
                while len(answer) < size and (more := s.recv(4096)):
                    answer += more
            except OSError:
                pass
            return answer

    def socket(self, cookie=None, **more):
        return Socket(self.address, cookie or self.guest(), trust=self.trust, source=self.source, **more)


class Server(Site):
    """`apparat serve` on a free port, with its database in a folder; or another such program."""

    def __init__(self, folder, *words, program=None, apparat=PROGRAM, crowd=CROWD, **limits):
        self.database = Path(folder) / "games.db"
        self.errors = tempfile.TemporaryFile()
        more = [word for k, v in {**crowd, **limits}.items() for word in ("--limit", f"{k}={v}")]
        words = ["serve", "--port", "0", "--db", f"sqlite:{self.database}", *words, *more]
        self.process = subprocess.Popen(
            [program] if program else [apparat, *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )
        line = self.process.stdout.readline()
        assert line.startswith("listening on "), line + self.said()
        self.url = line.split()[-1]
        super().__init__((urlsplit(self.url).hostname, urlsplit(self.url).port))

    def log(self):
        """What it has written to stderr."""
        self.errors.seek(0)
        return self.errors.read().decode()

    def said(self):
        """The same without what may happen to any server: that nobody was served for a moment, that the machine's clock
        was set, or that there are no pages."""
        lines = self.log().splitlines(keepends=True)
        return "".join(line for line in lines if not re.search(" event=(stall|clock-set|no-pages) ", line))

    def stop(self, number=signal.SIGTERM):
        """Sends it a signal, and returns its exit status."""
        self.process.send_signal(number)
        return self.wait()

    def wait(self):
        try:
            return self.process.wait(PATIENCE)
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()
            self.process.stdout.close()

    def close(self):
        self.errors.close()


class Socket:
    """A WebSocket. Messages are JSON; frames can be anything."""

    def __init__(
        self,
        address,
        cookie,
        path="/ws",
        protocol="apparat.1",
        trust=None,
        buffer=None,
        source=None,
        **headers,
    ):
        self.link = socket.socket()
        if source:
            self.link.bind((source, 0))
        if buffer:
            self.link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.link.settimeout(PATIENCE)
        try:
            self.link.connect(address)
        except OSError:
            self.link.close()
            raise
        if trust:
            secure = ssl.create_default_context(cafile=trust)
            self.link = secure.wrap_socket(self.link, server_hostname=address[0])
        self.unread = b""
        self.name = os.urandom(6).hex()  # ids must differ from those of earlier connections
        self.count = 0
        self.aside = []  # messages that came while waiting for an answer
        key = base64.b64encode(os.urandom(16)).decode()
        lines = {
            "Host": f"{address[0]}:{address[1]}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": key,
            "Sec-WebSocket-Protocol": protocol,
            "Cookie": cookie,
            **headers,
        }
        head = "".join(f"{k}: {v}\r\n" for k, v in lines.items() if v)
        self.link.sendall(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
        self.shake_hands(key, protocol)

    def shake_hands(self, key, protocol):
        while b"\r\n\r\n" not in self.unread:
            self.read_more()
        head, self.unread = self.unread.split(b"\r\n\r\n", 1)
        status, *lines = head.decode().split("\r\n")
        status = int(status.split()[1])
        heads = {k.lower(): v for k, v in (line.split(": ", 1) for line in lines)}
        if status != 101:
            while len(self.unread) < int(heads.get("content-length", 0)):
                self.read_more()
            self.link.close()
            raise Refused(status, json.loads(self.unread))
        accept = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        assert heads["sec-websocket-accept"] == base64.b64encode(accept).decode()
        assert heads["sec-websocket-protocol"] == protocol
        assert "sec-websocket-extensions" not in heads

    def read_more(self):
        try:
            more = self.link.recv(65536)
        except (ConnectionError, TimeoutError) as error:
            self.link.close()
            raise Closed() from error
        if not more:
            self.link.close()
            raise Closed()
        self.unread += more

    def take(self, count):
        while len(self.unread) < count:
            self.read_more()
        taken, self.unread = self.unread[:count], self.unread[count:]
        return taken

    def frame(self):
        """Returns opcode and payload of the next frame."""
        first, length = self.take(2)
        assert first & 0x80 and not length & 0x80, "servers do not split and do not mask"
        if length == 126:
            (length,) = struct.unpack(">H", self.take(2))
        elif length == 127:
            (length,) = struct.unpack(">Q", self.take(8))
        return first & 15, self.take(length)

    def send_frame(self, opcode, payload=b"", last=True):
        mask = os.urandom(4)
        length = len(payload)
        head = bytes([(0x80 if last else 0) | opcode])
        if length < 126:
            head += bytes([0x80 | length])
        elif length < 65536:
            head += struct.pack(">BH", 0x80 | 126, length)
        else:
            head += struct.pack(">BQ", 0x80 | 127, length)
        # XOR of two big numbers: a loop over bytes would be the slowest part of the tests.
        repeated = (mask * (length // 4 + 1))[:length]
        masked = int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")
        self.link.sendall(head + mask + masked.to_bytes(length, "big"))

    def send(self, **message):
        self.send_frame(TEXT, json.dumps(message).encode())

    def receive(self):
        """Returns the next message; answers pings on the way."""
        while True:
            opcode, payload = self.frame()
            if opcode == PING:
                self.send_frame(PONG, payload)
            elif opcode == CLOSE:
                self.link.close()
                raise Closed(struct.unpack(">H", payload[:2])[0] if payload else None)
            elif opcode == TEXT:
                return json.loads(payload)

    def next(self):
        return self.aside.pop(0) if self.aside else self.receive()

    def ask(self, **message):
        """Sends a message and returns its answer; other messages are put into `aside`."""
        self.count += 1
        number = f"{self.name}-{self.count}"
        self.send(**message, id=number)
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                return answer
            self.aside.append(answer)

    def hello(self):
        return self.ask(type="hello", version=1)

    def ends(self):
        """Waits until the other side closes, and returns its code."""
        try:
            while True:
                self.receive()
        except Closed as closed:
            return closed.code

    def close(self):
        self.link.close()


def merge(view, change):
    """Applies a change to a view: objects key by key, everything else is replaced."""
    if not (isinstance(view, dict) and isinstance(change, dict)):
        return change
    return {**view, **{k: merge(view.get(k), v) for k, v in change.items()}}


class Table:
    """What a client knows of a table that it watches."""

    def __init__(self, link, key):
        self.link, self.key = link, key
        self.view = self.asked = self.status = None
        self.changes = 0
        self.take(link.ask(type="watch", table=key))

    def take(self, message):
        if message.get("table") != self.key:
            return
        if message["type"] == "table":
            self.view, self.status = message.get("view"), message["status"]
            self.asked = message.get("ask")
        elif message["type"] == "change":
            self.view = merge(self.view, message["view"])
            self.asked = message["ask"]
            self.changes += 1

    def whole(self):
        """Returns view and question when the person is asked again or the game is over."""
        while self.status != "over" and not self.asked:
            self.take(self.link.next())
        self.link.ask(type="ping")  # after this answer all earlier messages are here
        while self.link.aside:
            self.take(self.link.next())
        return self.view, self.asked

    def play(self, most=10000):
        """Answers with the first legal action until the game is over, but not more often than `most`. An
        answer is stale if the server has answered by itself in the meantime."""
        acts = 0
        while self.status != "over" and acts < most:
            if self.asked:
                words = {"question": self.asked["question"], "action": self.asked["legal"][0]}
                self.asked = None
                answer = self.link.ask(type="act", table=self.key, **words)
                assert answer["type"] == "done" or answer["code"] == "stale", answer
                acts += answer["type"] == "done"
            else:
                self.take(self.link.next())
            while self.link.aside:
                self.take(self.link.next())
        return acts
