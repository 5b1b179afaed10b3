"""What others put into Redis is believed as little as a file in a cache: rubbish for the coordinator, rubbish for the worker."""
import os
import random
import socket
import subprocess
import threading
import time

from blake3 import blake3
from checks import check
from servers import Client, Error, Server, Workers, check_program, elsewhere, frame, pack_result, pack_task, program, put_blob, temporary, units

UNIT, NONE, REFUSED, MISSING = 1, 2, 3, 4


def hashes():
    """The other half of every name: as the paper's own test vectors say."""
    for n, begins in ((0, "af1349b9f5f9a1a6a0404dea36dcc949"), (1, "2d3adedff11b61f14c886e35afa03673"),
                      (1024, "42214739f095a406f3fc83deb889744a"), (1025, "d00278ae47eb27b34faecf67b4fe263f"),
                      (5120, "9cadc15fed8b5d854562b26a9536d970")):
        check(blake3(bytes(i % 251 for i in range(n))).startswith(begins), "BLAKE3 of %d bytes" % n)


def _group(client):
    for _ in range(2000):
        for key in client("KEYS", "snag:*:tasks"):
            return key.decode()
        time.sleep(0.005)
    raise SystemExit("there is no group")


class _Liar(threading.Thread):
    """A worker that takes every task and makes something of it."""

    def __init__(self, server, makes):
        super().__init__(daemon=True)
        self.client, self.makes, self.told, self.over = Client(server), makes, 0, False

    def run(self):
        key = _group(self.client)
        while not self.over:
            try:
                got = self.client("XREADGROUP", "GROUP", "workers", "liar", "COUNT", "1", "BLOCK", "100", "STREAMS", key, ">")
            except Error:
                time.sleep(0.01)
                continue
            for entry in (got[0][1] if got else []):
                fields = dict(zip(entry[1][::2], entry[1][1::2]))
                self.makes(self.client, fields[b"task"].decode())
                self.client("XACK", key, "workers", entry[0])
                self.client("XDEL", key, entry[0])
                self.told += 1

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.over = True
        self.join()


def results_that_are_none():
    """Each unit is compiled, by nobody but us in the end, and the report is what it is without workers."""
    with temporary() as d, Server(d) as server:
        src = program(d, 2)
        here = check_program(src, d + "/here")
        good = next(iter(units(d + "/here").values()))
        dice = random.Random(1)

        def done(client, task, name):
            client("SET", "snag:done:" + task, name)

        def damaged(_client, task):
            unit = bytearray(good)
            unit[dice.randrange(len(unit))] ^= 1 << dice.randrange(8)
            done(_client, task, put_blob(_client, pack_result(task, UNIT, b"/etc/passwd\0", bytes(unit))))

        def wrong_hash(client, task):
            client("SET", "snag:blob:" + "0" * 64, frame(pack_result(task, UNIT, b"", good)))
            done(client, task, "0" * 64)

        kinds = {
            "no name": lambda c, t: done(c, t, "rubbish\0" * 9),
            "of nothing": lambda c, t: done(c, t, "1" * 64),
            "no frame": lambda c, t: (c("SET", "snag:blob:" + "2" * 64, b"no frame"), done(c, t, "2" * 64)),
            "of another hash": wrong_hash,
            "not packed as one": lambda c, t: done(c, t, put_blob(c, dice.randbytes(500))),
            "cut off": lambda c, t: done(c, t, put_blob(c, pack_result(t, UNIT, b"", good)[:-10])),
            "of another task": lambda c, t: done(c, t, put_blob(c, pack_result("3" * 64, UNIT, b"", good))),
            "of other files": lambda c, t: done(c, t, put_blob(c, pack_result(t, UNIT, b"/x.c\0", good))),
            "a damaged unit": damaged,
            "a list": lambda c, t: (c("DEL", "snag:done:" + t), c("RPUSH", "snag:done:" + t, "x")),
            "does not compile": lambda c, t: done(c, t, put_blob(c, pack_result(t, NONE, why="\x1b[31m%s%n"))),
            "refused": lambda c, t: done(c, t, put_blob(c, pack_result(t, REFUSED))),
            "missing": lambda c, t: done(c, t, put_blob(c, pack_result(t, MISSING))),
            "too large": lambda c, t: (c("SET", "snag:blob:" + "4" * 64, b"\x28\xb5\x2f\xfd\xe0" + b"\xff" * 8 + b"\1\0\0"),
                                       done(c, t, "4" * 64)),
        }
        for what, makes in kinds.items():
            with _Liar(server, makes) as liar:
                r = check_program(src, d + "/cache" + what.replace(" ", ""), "--queue", server.url, "--stats=json", "--queue-patience",
                                  "1" if what == "a list" else "20")
            check(liar.told >= 3 and elsewhere(r) == 0, "a result that is %s is not taken" % what, r)
            check(r.report == here.report and r.status == here.status, "a result that is %s changes nothing" % what, r)
            check(units(d + "/cache" + what.replace(" ", "")) == units(d + "/here"), "nor the cache: %s" % what)


def one_liar_among_workers():
    with temporary() as d, Server(d) as server:
        src = program(d, 6)
        here = check_program(src, d + "/here")
        with _Liar(server, lambda c, t: c("SET", "snag:done:" + t, "5" * 64)), Workers(server, 1):
            r = check_program(src, d + "/cache", "--queue", server.url)
        check(r.report == here.report and units(d + "/cache") == units(d + "/here"), "one that lies", r)


def _ask(client, key, task, run="0" * 32):
    """What a worker makes of a task: (kind, the rest)."""
    name = put_blob(client, task) if isinstance(task, bytes) else task
    client("SET", "snag:run:" + run, "1")
    client("DEL", "snag:done:" + name)
    client("XADD", key, "*", "task", name, "run", run)
    for _ in range(2000):
        done = client("GET", "snag:done:" + name)
        if done:
            value = client("GET", "snag:blob:" + done.decode())
            return value
        time.sleep(0.01)
    return None


def tasks_that_are_none():
    """A worker throws away what is no entry, refuses what is no task, and goes on."""
    with temporary() as d, Server(d) as server, Workers(server, 1) as workers:
        client = Client(server)
        key = _group(client)
        dice = random.Random(2)
        for i in range(200):
            words = [dice.randbytes(dice.randrange(1, 80)) for _ in range(2 * dice.randrange(1, 5))]
            client("XADD", key, "*", *words)
            if i % 3 == 0:
                client("XADD", key, "*", "task", dice.randbytes(64).hex()[:64], "run", dice.randbytes(8))
        client("XADD", key, "*", "task", "6" * 64, "run", "../../etc")
        source = put_blob(client, b"int f(void) { return 0; }\n")
        refused = {"nothing": b"", "rubbish": dice.randbytes(300), "only its head": b"snagtsk1"}
        file = [("/nowhere/a.c", source, 27, 0)]
        for flag in ("-fplugin=/tmp/x.so", "-Xclang", "-load", "-ivfsoverlay", "-working-directory=/", "-o/tmp/x", "@/etc/passwd", "-B/tmp",
                     "--config=/tmp/x", "-specs=/tmp/x", "-include-pch", "-fprofile-use=/etc/passwd", "-MF/tmp/x", "-save-temps", "-###"):
            refused["the flag " + flag] = pack_task("/nowhere/a.c", [flag], file)
        refused["two flags"] = pack_task("/nowhere/a.c", ["-Xclang", "-load", "-Xclang", "/tmp/x.so"], file)
        for name in ("a.c", "/a/../b.c", "/a\"b.c", "/a\\b.c", "/a\nb.c", "/", "//a.c", "/a/./b.c", "/" + "x" * 5000):
            refused["the file %r" % name[:20]] = pack_task("/nowhere/a.c", [], [(name, source, 27, 0)])
            refused["the source %r" % name[:20]] = pack_task(name, [], file)
            refused["the directory %r" % name[:20]] = pack_task("/nowhere/a.c", [], file, name)
        refused["a file of another that is none"] = pack_task("/nowhere/a.c", [], [("/nowhere/a.c", source, 27, 1)])
        for what, task in refused.items():
            got = _ask(client, key, task)
            check(got is not None and b"no task that a worker does" in _plain(got), "refused: %s" % what, got)
        check(b"/nowhere/b.h" in _plain(_ask(client, key, pack_task("/nowhere/a.c", [], file + [("/nowhere/b.h", "7" * 64, 5, 1)]))),
              "a source that is not there")
        good = _plain(_ask(client, key, pack_task("/nowhere/a.c", ["-O2", "-I", "."], file)))
        check(b"/nowhere/a.c" in good and len(good) > 200, "and a good one is done", good)
        check(client("XLEN", key) == 0 and workers[0].poll() is None, "nothing is left")


def _plain(value):
    """The content of a frame."""
    return subprocess.run(["zstd", "-dc"], input=value or b"", capture_output=True, check=False).stdout


def sources_that_look_around():
    """clang sees the files of the task and no others of the worker's machine."""
    with temporary() as d, Server(d) as server, Workers(server, 1):
        client = Client(server)
        key = _group(client)
        secret = os.path.join(d, "secret.h")
        with open(secret, "w", encoding="ascii") as f:
            f.write("int secret;\n")
        for text in ('#include "%s"\n' % secret, '#include "../..%s"\n' % secret, "#include </proc/self/environ>\n",
                     'char x[] = {\n#embed "%s"\n};\n' % secret, "#if !__has_include(\"%s\")\n#error no\n#endif\n" % secret):
            text = text.encode()
            file = [("/nowhere/a.c", put_blob(client, text), len(text), 0)]
            got = _plain(_ask(client, key, pack_task("/nowhere/a.c", ["-std=gnu23"], file)))
            check(b"error: " in got and b"secret;" not in got, "a source with %r" % text, got)
        loop = b"#include \"a.c\"\n"
        got = _plain(_ask(client, key, pack_task("/nowhere/a.c", [], [("/nowhere/a.c", put_blob(client, loop), len(loop), 0)])))
        check(b"nested too deeply" in got, "a source without an end", got)


def a_task_that_kills():
    """Who has taken it too often has died of it: it is done no more."""
    with temporary() as d, Server(d) as server:
        client = Client(server)
        with Workers(server, 1):
            key = _group(client)
        text = b"int x;\n"
        name = put_blob(client, pack_task("/nowhere/a.c", [], [("/nowhere/a.c", put_blob(client, text), len(text), 0)]))
        client("SET", "snag:run:" + "0" * 32, "1")
        entry = client("XADD", key, "*", "task", name, "run", "0" * 32)
        client("XREADGROUP", "GROUP", "workers", "dead", "COUNT", "1", "STREAMS", key, ">")
        for _ in range(4):
            client("XCLAIM", key, "workers", "dead", "0", entry)
        with Workers(server, 1, "--limit", "queue-silence=1"):
            for _ in range(1000):
                if client("XLEN", key) == 0:
                    break
                time.sleep(0.01)
        got = _plain(client("GET", "snag:blob:" + (client("GET", "snag:done:" + name) or b"").decode()))
        check(b"have died" in got, "a task that killed five workers", got)


def _speaks(answer):
    """A server that says one thing, whatever it is asked."""
    s = socket.socket()
    s.bind(("127.0.0.1", 0))
    s.listen(8)

    def run():
        while True:
            try:
                c, _ = s.accept()
                c.recv(65536)
                for piece in answer():
                    c.sendall(piece)
                c.close()
            except OSError:
                return
    threading.Thread(target=run, daemon=True).start()
    return "redis://127.0.0.1:%d" % s.getsockname()[1]


def servers_that_are_none():
    with temporary() as d:
        src = program(d, 1)

        def endless():
            yield b"$400000000\r\n"
            for _ in range(300):
                yield b"x" * (1 << 20)

        for what, answer, says in (("HTTP", lambda: [b"HTTP/1.1 400 Bad Request\r\n\r\n"], "not the protocol"),
                                   ("large", endless, "is not read"),
                                   ("deep", lambda: [b"*1\r\n" * 50 + b":1\r\n"], "not the protocol"),
                                   ("many", lambda: [b"*99999999999\r\n"], "not the protocol"),
                                   ("strange", lambda: [b"+OK\r\n"] * 20, "Redis"),
                                   ("silent", lambda: [], "Redis is not there")):
            r = check_program(src, d + "/cache", "--queue", _speaks(answer), "--queue-patience", "1", "--limit", "queue-answer=20")
            check(r.status == 2 and says in r.err and r.err.count("\n") == 1, "a server that is none: %s" % what, r)
