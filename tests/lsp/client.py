"""A client of the language server protocol that waits for what it asks for: for the scripts in this folder."""
import collections
import json
import os
import select
import subprocess
import tempfile
import time

WAIT = 120  # seconds: more than any answer needs on a machine that has other work

# conn.state has a lock that one access does not hold, and a name beyond ASCII before it in its line.
PROGRAM = """#include <pthread.h>
struct conn { int state; int other; };
static struct conn conn;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg)
{
	pthread_mutex_lock(&lock);
	conn.state++;
	conn.state += 2;
	pthread_mutex_unlock(&lock);
	/* \u00e4\U0001f600 */ conn.state = 7;
	return arg;
}
int main(void)
{
	pthread_t t;
	if (pthread_create(&t, 0, worker, 0)) return 1;
	pthread_mutex_lock(&lock);
	conn.state++;
	pthread_mutex_unlock(&lock);
	pthread_join(t, 0);
	return 0;
}
"""
RACY = [n for n, text in enumerate(PROGRAM.split("\n")) if "conn.state = 7" in text][0]
CLEAN = PROGRAM.replace("conn.state = 7;", "(void)conn.state; ", 1).replace("(void)conn.state; ", ";")

CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "window": {"workDoneProgress": True, "showDocument": {"support": True}},
    "textDocument": {"publishDiagnostics": {"relatedInformation": True},
                     "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}}}}
PULL = {**CAPABILITIES, "textDocument": {**CAPABILITIES["textDocument"], "diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": True}}}


def project(text=PROGRAM, database=True):
    """A directory with one C file, and a compile database."""
    root = os.path.realpath(tempfile.mkdtemp(prefix="snag-lsp-"))
    path = os.path.join(root, "main.c")
    with open(path, "w", encoding="utf-8", newline="") as f:
        f.write(text)
    if database:
        with open(os.path.join(root, "compile_commands.json"), "w", encoding="utf-8") as f:
            json.dump([{"directory": root, "file": "main.c", "command": "cc -c main.c"}], f)
    return root, path


def uri(path):
    return "file://" + path


def environment():
    env = {k: v for k, v in os.environ.items() if k not in ("SNAG_ARGS", "CLICOLOR_FORCE", "FORCE_COLOR")}
    env["SNAG_CHECK"] = "1"
    return env


class Client:
    def __init__(self, snag, cwd, *args):
        self.process = subprocess.Popen([snag, "lsp", *args], cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=environment())
        self.buffer, self.said, self.seen, self.ids, self.at_end = b"", b"", collections.deque(), 0, False
        self.auto = True  # requests of the server are answered

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method, params=None):
        self.send({"method": method, "params": params if params is not None else {}})

    def ask(self, method, params=None):
        self.ids += 1
        self.send({"id": self.ids, "method": method, "params": params if params is not None else {}})
        return self.ids

    def request(self, method, params=None):
        return self.answer(self.ask(method, params))

    def answer(self, number):
        return self.wait(lambda m: m.get("id") == number and "method" not in m)

    def _read(self, until):
        left = until - time.monotonic()
        if left <= 0 or self.at_end:
            return False
        if select.select([self.process.stdout], [], [], left)[0]:
            data = os.read(self.process.stdout.fileno(), 65536)
            self.at_end = not data
            self.buffer += data
            return True
        return False

    def _last_words(self):
        """Who waits for a message that cannot come any more is told how the server ended; `end` returns the same words again."""
        try:
            status = self.process.wait(WAIT)
        except subprocess.TimeoutExpired:
            status = "none"
        if select.select([self.process.stderr], [], [], 0)[0]:
            self.said += os.read(self.process.stderr.fileno(), 65536)
        print("the server has ended: status %s: %s" % (status, self.said.decode("utf-8", "replace").strip()), flush=True)

    def _messages(self):
        while True:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            length = int(self.buffer[:end].split(b":")[1])
            if len(self.buffer) < end + 4 + length:
                return
            message = json.loads(self.buffer[end + 4:end + 4 + length])
            self.buffer = self.buffer[end + 4 + length:]
            if self.auto and "method" in message and "id" in message:
                self.send({"id": message["id"], "result": None})
            yield message

    def wait(self, good, seconds=WAIT):
        """The first message that is good, also of those that came before; others are kept. None: it did not come."""
        until = time.monotonic() + seconds
        for message in self.seen:
            if good(message):
                self.seen.remove(message)
                return message
        while True:
            found = None
            for message in self._messages():
                if found is None and good(message):
                    found = message
                else:
                    self.seen.append(message)
            if found is not None:
                return found
            if not self._read(until):
                if self.at_end:
                    self._last_words()
                return None

    def notification(self, method, good=lambda params: True, seconds=WAIT):
        message = self.wait(lambda m: m.get("method") == method and good(m.get("params") or {}), seconds)
        return message["params"] if message else None

    def diagnostics(self, path, good=lambda items: True):
        params = self.notification("textDocument/publishDiagnostics",
                                   lambda p: p["uri"] == uri(path) and good(p["diagnostics"]))
        return params["diagnostics"] if params else None

    def start(self, root, capabilities=None):
        result = self.request("initialize", {"processId": os.getpid(), "rootUri": uri(root),
                                             "capabilities": CAPABILITIES if capabilities is None else capabilities})
        self.notify("initialized")
        return result

    def open(self, path, text, version=1):
        self.notify("textDocument/didOpen",
                    {"textDocument": {"uri": uri(path), "languageId": "c", "version": version, "text": text}})

    def save(self, path, text=None):
        if text is not None:
            with open(path, "w", encoding="utf-8", newline="") as f:
                f.write(text)
            self.notify("textDocument/didChange", {"textDocument": {"uri": uri(path), "version": 2},
                                                   "contentChanges": [{"text": text}]})
        self.notify("textDocument/didSave", {"textDocument": {"uri": uri(path)}})

    def at(self, path, line, character):
        return {"textDocument": {"uri": uri(path)}, "position": {"line": line, "character": character}}

    def over(self, path, line):
        return {"textDocument": {"uri": uri(path)}, "context": {"diagnostics": []},
                "range": {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 0}}}

    def stop(self):
        """shutdown and exit: the exit status, and what was written to standard error."""
        answer = self.request("shutdown")
        self.notify("exit")
        status, said = self.end()
        return answer, status, said

    def end(self):
        try:
            self.process.stdin.close()
        except OSError:
            pass
        said = (self.said + self.process.stderr.read()).decode()
        status = self.process.wait(WAIT)
        self.process.stdout.close()
        self.process.stderr.close()
        return status, said
