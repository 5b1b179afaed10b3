"""A real redis-server on a free port of the loopback, a client of a page, snag's workers, and the program that is checked."""
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from blake3 import blake3

SNAG = os.path.abspath(sys.argv[1])
TREE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CLEAN = {k: v for k, v in os.environ.items() if not k.startswith("SNAG_ARGS") and k != "SNAG_QUEUE_PASSWORD"}


class Error(Exception):
    """What Redis says is an error."""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    def __init__(self, d, *more, tls=False, password=None, disk=False):
        self.dir, self.tls, self.password, self.port = d, tls, password, free_port()
        self.words = ["redis-server", "--bind", "127.0.0.1", "--dir", d, "--save", "", "--appendonly", "yes" if disk else "no",
                      "--port", "0" if tls else str(self.port), *more]
        if tls:
            self.words += ["--tls-port", str(self.port)]
        if password:
            self.words += ["--requirepass", password]
        self.process = None
        self.start()

    @property
    def url(self):
        return "%s://127.0.0.1:%d" % ("rediss" if self.tls else "redis", self.port)

    def start(self):
        with open(os.path.join(self.dir, "redis.log"), "ab") as log:
            self.process = subprocess.Popen(self.words, stdout=log, stderr=log)
        until = time.time() + 20
        while time.time() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise SystemExit("redis-server does not start: see %s" % log.name)

    def kill(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()


class Client:
    """Enough of the protocol to put anything anywhere."""

    def __init__(self, server):
        self.file = socket.create_connection(("127.0.0.1", server.port), 20).makefile("rwb")
        if server.password:
            self("AUTH", server.password)

    def __call__(self, *words):
        words = [w if isinstance(w, bytes) else str(w).encode() for w in words]
        self.file.write(b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(w), w) for w in words))
        self.file.flush()
        return self.answer()

    def answer(self):
        line = self.file.readline()
        kind, rest = line[:1], line[1:-2]
        if kind == b"-":
            raise Error(rest.decode())
        if kind == b"+":
            return rest
        if kind == b":":
            return int(rest)
        if kind == b"$":
            return None if rest == b"-1" else self.file.read(int(rest) + 2)[:-2]
        return None if rest == b"-1" else [self.answer() for _ in range(int(rest))]


def frame(data):
    """A zstd frame of blocks that are not packed."""
    out = b"\x28\xb5\x2f\xfd\xa0" + len(data).to_bytes(4, "little")
    blocks = [data[i:i + 100000] for i in range(0, len(data), 100000)] or [b""]
    for i, b in enumerate(blocks):
        out += (len(b) << 3 | (i == len(blocks) - 1)).to_bytes(3, "little") + b
    return out


def put_blob(client, data):
    name = blake3(data)
    client("SET", "snag:blob:" + name, frame(data))
    return name


def pack_number(n):
    out = b""
    while n > 0x7F:
        out += bytes([n & 0x7F | 0x80])
        n >>= 7
    return out + bytes([n])


def pack_text(s):
    s = s if isinstance(s, bytes) else s.encode()
    return pack_number(len(s)) + s


def pack_task(file, args, files, cwd="/nowhere", directory="/nowhere"):
    """files: (name, content's hash, size, index of the first name of the same file)"""
    out = b"snagtsk1" + pack_text(directory) + pack_text(file) + pack_text(cwd) + pack_number(len(args))
    out += b"".join(pack_text(a) for a in args) + pack_number(len(files))
    for name, content, size, same in files:
        out += pack_text(name) + pack_text(content) + pack_number(size) + pack_number(same)
    return out


def pack_result(task, kind, read=b"", unit=b"", why=""):
    return b"snagres1" + pack_text(task) + pack_number(kind) + pack_number(1) + pack_text(why) + pack_text(read) + pack_text(unit)


def worker(server, *more, **env):
    return subprocess.Popen([SNAG, "worker", "--queue", server.url, "--jobs", "1", *more], stderr=subprocess.PIPE, stdout=subprocess.PIPE,
                            env={**CLEAN, **env})


class Workers:
    def __init__(self, server, n, *more, **env):
        self.all = [worker(server, *more, **env) for _ in range(n)]

    def __enter__(self):
        return self.all

    def __exit__(self, *_):
        for w in self.all:
            if w.poll() is None:
                w.send_signal(signal.SIGCONT)
                w.send_signal(signal.SIGTERM)
        for w in self.all:
            try:
                w.communicate(timeout=60)
            except subprocess.TimeoutExpired:
                w.kill()
                w.communicate()


# Read twice by each unit, as two files, which it counts.
SAME = """#pragma once
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
enum { CAT(SEEN, __COUNTER__) };
"""


def unit(i):
    return """#include <pthread.h>
#include <stdio.h>
#include "shared.h"
#include "../%(one)s/same.h"
#include "../%(other)s/same.h"
#include "../two/size.h"
static pthread_mutex_t lock%(i)d = PTHREAD_MUTEX_INITIALIZER;
int part%(i)d(int n)
{
	const char *here = __FILE__;
	int files = __COUNTER__;
	if (n > %(i)d)
		pthread_mutex_lock(&lock%(i)d);
	counter += n + SHARED(n); /* unguarded */
	printf("%%s %%d %%d\\n", here, counter, files);
	if (n > %(i)d)
		pthread_mutex_unlock(&lock%(i)d);
	return counter;
}
""" % {"i": i, "one": ("one", "two")[i % 2], "other": ("two", "one")[i % 2]}


MAIN = """#include <pthread.h>
#include "shared.h"
int counter;
%s
static void *work(void *x)
{
	%s
	return x;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	work(0);
	pthread_join(t, 0);
	return counter;
}
"""


def program(d, n):
    """n units and a main in d/src, with two headers of the same content, a link to one of them, and one unit that does not compile."""
    src = os.path.join(d, "src")
    for sub in ("one", "two", "units"):
        os.makedirs(os.path.join(src, sub))
    files = {"units/shared.h": "#define SHARED(n) ((n) * 2 + LIMIT)\nextern int counter;\n",
             "one/same.h": SAME, "two/same.h": SAME, "one/size.h": "#pragma once\nenum { SIZE = 1 };\n", "units/bad.c": "int f(void) { return missing; }\n"}
    for i in range(n):
        files["units/part%d.c" % i] = unit(i)
    files["units/main.c"] = MAIN % ("\n".join("int part%d(int);" % i for i in range(n)),
                                    "\n\t".join("part%d(%d);" % (i, i) for i in range(n)))
    for name, text in files.items():
        with open(os.path.join(src, name), "w") as f:
            f.write(text)
    os.symlink("../one/size.h", os.path.join(src, "two", "size.h"))
    entries = [{"directory": os.path.join(src, "units"), "file": name.split("/")[1],
                "arguments": ["gcc", "-DLIMIT=%d" % n, "-I.", "-include", "../one/size.h", "-O2", "-c", name.split("/")[1]]}
               for name in sorted(files) if name.endswith(".c")]
    with open(os.path.join(src, "compile_commands.json"), "w") as f:
        json.dump(entries, f)
    return src


def start_check(src, cache, *more, **env):
    return subprocess.Popen([SNAG, "check", "-p", src, "--cache", cache, "--jobs", "2", "--all", "--show=pruned", *more], cwd=src,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**CLEAN, **env})


class Outcome:
    def __init__(self, process, timeout=900):
        self.out, self.err = (x.decode() for x in process.communicate(timeout=timeout))
        self.status = process.returncode
        self.report = self.out.rsplit(";", 1)[0]  # without the time that it took

    def __repr__(self):
        return "status %d\n%s\n%s" % (self.status, self.out[-1000:], self.err[:600])


def check_program(src, cache, *more, **env):
    return Outcome(start_check(src, cache, *more, **env))


def elsewhere(outcome):
    """How many units workers have made, of a run with --stats=json."""
    found = re.search(r'"units_elsewhere": (\d+)', outcome.err)
    return int(found.group(1)) if found else None


def units(cache):
    """{name: content} of the units in a cache."""
    found = {}
    for root, _, names in os.walk(cache):
        for name in names:
            if name.endswith(".ir"):
                with open(os.path.join(root, name), "rb") as f:
                    found[os.path.basename(root) + name] = f.read()
    return found


def temporary():
    return tempfile.TemporaryDirectory(prefix="snag-cluster-")


def forget(path):
    shutil.rmtree(path, ignore_errors=True)


def until(what, seconds=30):
    end = time.time() + seconds
    while time.time() < end:
        if what():
            return True
        time.sleep(0.005)
    return False
