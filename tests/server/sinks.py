"""The receivers of notices in tests: a web server, a push service and a mail server that keep what
they are sent."""

import http.server
import json
import os
import queue
import socket
import socketserver
import subprocess
import threading
import time

from wire import PATIENCE


class Sink:
    """A server on a free port of the loopback address, in threads; what it gets is in `got`."""

    def __init__(self, handler, server=socketserver.ThreadingTCPServer):
        self.got = queue.Queue()
        self.server = server(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.server.sink = self
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def next(self):
        return self.got.get(timeout=PATIENCE)

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Web(Sink):
    """Answers each POST with the next of `answers`, then with 204. Each item in `got` is a tuple of
    path, headers and body."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            sink = self.server.sink
            body = self.rfile.read(int(self.headers["Content-Length"]))
            sink.got.put((self.path, self.headers, body))
            status = sink.answers.pop(0) if sink.answers else 204
            self.send_response(status)
            if status == 302:
                self.send_header("Location", f"http://127.0.0.1:{sink.port}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_GET = do_POST  # noqa: N815 (the library's name)

        def log_message(self, *words):
            pass

    def __init__(self, *answers):
        self.answers = list(answers)
        super().__init__(self.Handler, http.server.ThreadingHTTPServer)
        self.url = f"http://127.0.0.1:{self.port}/hook"


class PushService(Web):
    """A push service (RFC 8030), and the browser that has subscribed there. It takes a message only
    if the token says that `owner`, the server's public key, sent it to this service; each item in
    `got` is a tuple of path, headers and the decrypted text."""

    class Handler(Web.Handler):
        def do_POST(self):
            sink = self.server.sink
            try:
                sink.check(self.headers)
            except (AssertionError, KeyError, ValueError, subprocess.CalledProcessError) as error:
                sink.got.put(error)
            super().do_POST()

    def __init__(self, *answers):
        super().__init__(*answers)
        self.owner = None
        self.origin = f"http://127.0.0.1:{self.port}"
        self.secret, self.point, self.auth = self.run("keys").decode().split()

    @staticmethod
    def run(*words, **options):
        return subprocess.run([os.environ["OPEN_PUSH"], *words], stdout=subprocess.PIPE, check=True, **options).stdout

    def subscription(self, name="one"):
        """What a browser's PushSubscription.toJSON() returns."""
        keys = {"p256dh": self.point, "auth": self.auth}
        return {"endpoint": f"{self.origin}/{name}", "expirationTime": None, "keys": keys}

    def check(self, headers):
        scheme, _, words = headers["Authorization"].partition(" ")
        assert scheme == "vapid", scheme
        parts = dict(word.strip().split("=", 1) for word in words.split(","))
        assert parts["k"] == self.owner, parts["k"]
        claims = json.loads(self.run("token", self.owner, parts["t"]))
        assert claims["aud"] == self.origin, claims
        assert time.time() < claims["exp"] < time.time() + 24 * 3600, claims
        assert claims["sub"] == "https://play.example.org", claims
        assert headers["Content-Encoding"] == "aes128gcm"

    def next(self):
        got = super().next()
        if isinstance(got, Exception):
            raise got
        path, headers, body = got
        return path, headers, self.run("message", self.secret, self.point, self.auth, input=body)


class Silent:
    """Accepts connections and never sends anything."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}/"
        self.open = []
        self.came = threading.Event()
        threading.Thread(target=self.take, daemon=True).start()

    def take(self):
        try:
            while True:
                self.open.append(self.socket.accept()[0])
                self.came.set()
        except OSError:
            pass

    def close(self):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        for one in self.open:
            one.close()


class Mail(Sink):
    """Speaks just enough SMTP. Each item in `got` is a tuple of sender, recipients and the lines of
    the mail; `said` has all commands."""

    class Handler(socketserver.StreamRequestHandler):
        def say(self, line):
            self.wfile.write(line.encode() + b"\r\n")

        def data(self):
            lines = []
            while (line := self.rfile.readline().rstrip(b"\r\n")) != b".":
                lines.append(line.removeprefix(b"."))
            return lines

        def handle(self):
            sink, sender, to = self.server.sink, None, []
            self.say("220 sink")
            while command := self.rfile.readline().decode().strip():
                sink.said.append(command)
                word = command.upper()
                if word.startswith("MAIL FROM:"):
                    sender, to = command[10:], []
                elif word.startswith("RCPT TO:"):
                    to.append(command[8:])
                elif word == "DATA":
                    self.say("354 go on")
                    sink.got.put((sender, to, self.data()))
                elif word == "QUIT":
                    self.say("221 bye")
                    return
                self.say("250 ok")

    def __init__(self):
        self.said = []
        super().__init__(self.Handler)
        self.url = f"smtp://127.0.0.1:{self.port}"
