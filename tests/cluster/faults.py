"""Whoever dies, hangs or goes away: a task is done once more, and nothing else."""
import os
import re
import signal
import time

from checks import check
from servers import Client, Error, Outcome, Server, Workers, check_program, elsewhere, program, start_check, temporary, units, until, worker

UNITS = 8
SOON = ("--limit", "queue-silence=1")


def _tasks(client):
    """(entries in the stream, those that a worker has)"""
    for key in client("KEYS", "snag:*:tasks"):
        try:
            return client("XLEN", key), client("XPENDING", key, "workers")[0]
        except Error:
            pass
    return 0, 0


def _compare(d, src, r, what, least=UNITS + 1):
    here = check_program(src, d + "/here")
    check(r.report == here.report and r.status == here.status and units(d + "/cache") == units(d + "/here"), what, r, here)
    if least is not None:
        check(elsewhere(r) == least, what + ": workers have made every unit", r)


def a_worker_is_killed():
    with temporary() as d, Server(d) as server:
        src, client = program(d, UNITS), Client(server)
        with Workers(server, 1, *SOON) as first:
            p = start_check(src, d + "/cache", "--queue", server.url, "--stats=json")
            check(until(lambda: _tasks(client)[1] > 0), "a worker has a task")
            first[0].kill()
            with Workers(server, 2, *SOON):
                _compare(d, src, Outcome(p), "a worker that is killed")


def a_process_of_a_worker_is_killed():
    """The worker starts another one."""
    with temporary() as d, Server(d) as server:
        src, client = program(d, UNITS), Client(server)
        with Workers(server, 1, *SOON) as workers:
            p = start_check(src, d + "/cache", "--queue", server.url, "--stats=json")
            check(until(lambda: _tasks(client)[1] > 0), "a worker has a task")
            with open("/proc/%d/task/%d/children" % (workers[0].pid, workers[0].pid), encoding="ascii") as f:
                children = [int(c) for c in f.read().split()]
            for c in children:
                with open("/proc/%d/cmdline" % c, "rb") as f:
                    if b"worker" in f.read():
                        _kill_if_serving(c)
            _compare(d, src, Outcome(p), "a process of a worker that is killed")
            check(workers[0].poll() is None, "the worker goes on")


def _kill_if_serving(pid):
    """Not the one that waits to remove the temporary directory: it has no connection."""
    for fd in os.listdir("/proc/%d/fd" % pid):
        try:
            if os.readlink("/proc/%d/fd/%s" % (pid, fd)).startswith("socket:"):
                os.kill(pid, signal.SIGKILL)
                return
        except OSError:
            pass


def a_worker_hangs():
    """And comes back later, with what others have done."""
    with temporary() as d, Server(d) as server:
        src, client = program(d, UNITS), Client(server)
        with Workers(server, 1, *SOON) as first:
            p = start_check(src, d + "/cache", "--queue", server.url, "--stats=json")
            check(until(lambda: _tasks(client)[1] > 0), "a worker has a task")
            with open("/proc/%d/task/%d/children" % (first[0].pid, first[0].pid), encoding="ascii") as f:
                stopped = [int(c) for c in f.read().split()]
            for pid in stopped:
                os.kill(pid, signal.SIGSTOP)
            with Workers(server, 1, *SOON):
                r = Outcome(p)
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)
            _compare(d, src, r, "a worker that hangs")


def a_worker_is_asked_to_end():
    """What it has, another one gets at once: long before it would be taken for dead."""
    with temporary() as d, Server(d) as server:
        src, client = program(d, UNITS), Client(server)
        with Workers(server, 1) as first:
            p = start_check(src, d + "/cache", "--queue", server.url, "--stats=json")
            check(until(lambda: _tasks(client)[1] > 0), "a worker has a task")
            first[0].send_signal(signal.SIGTERM)
            first[0].communicate(timeout=900)
            check(first[0].returncode == 0, "it ends well", first[0].returncode)
            began = time.time()
            with Workers(server, 1, "--limit", "queue-silence=12"):
                _compare(d, src, Outcome(p), "a worker that ends")
            check(time.time() - began < 20, "a task that was handed back", time.time() - began)


def nobody_works():
    with temporary() as d, Server(d) as server:
        src = program(d, 3)
        r = check_program(src, d + "/cache", "--queue", server.url, "--queue-patience", "1", "--stats=json")
        check("what is left is compiled here" in r.err, "no worker: it is said", r)
        _compare(d, src, r, "no worker", 0)


def the_coordinator_is_killed():
    """And started again: it finds what was done, and what it had handed out is dropped."""
    with temporary() as d, Server(d) as server:
        src, client = program(d, UNITS), Client(server)
        with Workers(server, 1):
            p = start_check(src, d + "/cache", "--queue", server.url)
            check(until(lambda: len(units(d + "/cache")) > 2), "some units are there")
            p.kill()
            p.communicate()
            before = len(units(d + "/cache"))
            r = check_program(src, d + "/cache", "--queue", server.url, "--stats=json")
        _compare(d, src, r, "a coordinator that is killed", UNITS + 1 - before)
        check(0 < before < UNITS + 1, "it was killed in the middle", before)
        check(_tasks(client)[1] == 0, "nothing is left with a worker", _tasks(client))


def two_coordinators():
    with temporary() as d, Server(d) as server:
        src = program(d, UNITS)
        with Workers(server, 2):
            both = [start_check(src, d + cache, "--queue", server.url, "--stats=json") for cache in ("/cache", "/other")]
            one, other = (Outcome(p) for p in both)
        _compare(d, src, one, "two coordinators of one program", None)
        check(one.report == other.report and units(d + "/other") == units(d + "/cache"), "both get the same", one, other)


def redis_is_restarted():
    with temporary() as d, Server(d, "--appendfsync", "always", disk=True) as server:
        src = program(d, UNITS)
        with Workers(server, 1, *SOON):
            p = start_check(src, d + "/cache", "--queue", server.url, "--stats=json")
            for least in (1, 3, 5):
                check(until(lambda n=least: len(units(d + "/cache")) >= n), "some units are there")
                server.kill()
                time.sleep(0.1)
                server.start()
            r = Outcome(p)
        _compare(d, src, r, "Redis is restarted with its file")


def redis_forgets():
    """Restarted without a file: all is handed out again."""
    with temporary() as d, Server(d) as server:
        src = program(d, UNITS)
        with Workers(server, 1, *SOON):
            p = start_check(src, d + "/cache", "--queue", server.url, "--stats=json")
            check(until(lambda: len(units(d + "/cache")) >= 2), "some units are there")
            server.kill()
            server.start()
            r = Outcome(p)
        _compare(d, src, r, "Redis that has forgotten everything")


def redis_goes_away():
    with temporary() as d, Server(d) as server:
        src = program(d, UNITS)
        with Workers(server, 1, "--queue-patience", "4") as workers:
            p = start_check(src, d + "/cache", "--queue", server.url, "--queue-patience", "4")
            check(until(lambda: len(units(d + "/cache")) >= 1), "some units are there")
            server.kill()
            r = Outcome(p)
            _, said = workers[0].communicate(timeout=900)
            check(r.status == 2 and r.out == "" and re.search(r"^snag: error: redis://127\.0\.0\.1:\d+: Redis is not there: .*\n\Z", r.err, re.M)
                  and r.err.count("\n") == 1, "the run ends with one line", r)
            check(workers[0].returncode == 2 and said.decode().count("snag: error: ") == 1, "and so does the worker", said)


def redis_is_full():
    with temporary() as d, Server(d) as server:
        src, client = program(d, UNITS), Client(server)
        used = int(re.search(rb"used_memory:(\d+)", client("INFO", "memory")).group(1))
        client("CONFIG", "SET", "maxmemory", used + 200000)
        r = check_program(src, d + "/cache", "--queue", server.url)
        check(r.status == 2 and r.out == "" and r.err.count("\n") == 1 and "Redis is full" in r.err, "a full Redis", r)
        w = worker(server)
        w.send_signal(signal.SIGTERM)
        w.communicate(timeout=900)


def redis_is_not_there():
    with temporary() as d:
        server = Server(d)
        server.kill()
        src = program(d, 1)
        r = check_program(src, d + "/cache", "--queue", server.url)
        check(r.status == 2 and r.err.count("error: ") == 1 and "Redis is not there: Connection refused" in r.err, "no Redis", r)
        w = worker(server)
        _, said = w.communicate(timeout=900)
        check(w.returncode == 2 and said.decode().count("\n") == 1 and "Redis is not there" in said.decode(), "no Redis for a worker", said)


def the_run_is_stopped():
    """SIGTERM while workers have the units: all of them are told of as not analysed."""
    with temporary() as d, Server(d) as server:
        src, client = program(d, 3), Client(server)
        p = start_check(src, d + "/cache", "--queue", server.url)
        check(until(lambda: _tasks(client)[0] == 5), "all is handed out")
        p.send_signal(signal.SIGTERM)
        r = Outcome(p)
        check(r.status == 3 and "5 units not analysed" in r.out + r.err, "a run that is stopped", r)
