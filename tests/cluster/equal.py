"""The same bytes, whoever compiles."""
import glob
import json
import os
import shutil

from checks import check
from servers import Client, Outcome, Server, Workers, check_program, elsewhere, forget, program, start_check, temporary, units, until

UNITS = 10


def any_number_of_workers():
    with temporary() as d, Server(d) as server:
        src = program(d, UNITS)
        here = check_program(src, d + "/here")
        made = units(d + "/here")
        check(here.status == 1 and len(made) == UNITS + 1 and "data race on 'counter'" in here.out, "a run without workers", here)
        for n in (1, 2, 4):
            with Workers(server, n):
                r = check_program(src, d + "/cache", "--queue", server.url, "--stats=json")
                again = check_program(src, d + "/cache", "--queue", server.url, "--stats=json")
            check(elsewhere(r) == UNITS + 1, "%d workers make every unit that compiles" % n, r)
            check(r.report == here.report and r.status == here.status, "%d workers: the report" % n, r, here)
            check(units(d + "/cache") == made, "%d workers: the units" % n, len(made))
            check(elsewhere(again) == 0 and again.report == here.report, "nothing is done twice", again)
            forget(d + "/cache")
        keys = Client(server)("KEYS", "snag:*")
        left = [k for k in keys if not k.startswith(b"snag:blob:") and not k.endswith(b":tasks")]
        check(not left, "nothing of a run stays but sources", left)


def pages_are_the_same():
    """The command is in the page; where the units were compiled is not."""
    with temporary() as d, Server(d) as server, Workers(server, 1):
        src = program(d, 2)
        outs = []
        for cache, more in (("/here", ()), ("/there", ("--queue", server.url)), ("/other", ("--queue=" + server.url, "--queue-patience=50"))):
            check_program(src, d + cache, *more, "--output", "html=%s/r.html" % d, "--output", "sarif=%s/r.sarif" % d)
            with open(d + "/r.html", "rb") as h, open(d + "/r.sarif", "rb") as s:
                outs.append((h.read(), s.read()))
        check(outs[0] == outs[1] == outs[2] and server.url.encode() not in outs[1][0], "the page and SARIF name no server")


def costs_are_written():
    with temporary() as d, Server(d) as server, Workers(server, 1):
        src = program(d, 3)
        check_program(src, d + "/cache", "--queue", server.url, "--queue-trace", d + "/trace")
        with open(d + "/trace", encoding="utf-8") as f:
            rows = [json.loads(line) for line in f]
        check(len(rows) == 4 + 1 and sum(r["made"] for r in rows) == 4 and all(r["worker_ms"] > 0 and len(r["files"]) > 1 for r in rows),
              "a line a unit", rows)


def files_that_change_are_not_believed():
    """A unit whose sources change while workers have it is compiled here, as the sources are then."""
    with temporary() as d, Server(d) as server:
        src = program(d, 2)
        client = Client(server)
        p = start_check(src, d + "/cache", "--queue", server.url, "--stats=json")
        check(until(lambda: any(client("XLEN", k) == 4 for k in client("KEYS", "snag:*:tasks"))), "all is handed out")
        with open(src + "/units/shared.h", "a", encoding="utf-8") as f:
            f.write("static int late;\n")
        with Workers(server, 1):
            r = Outcome(p)
        here = check_program(src, d + "/here")
        check(elsewhere(r) == 0 and r.report == here.report, "a header that changed", r, here)


def a_cache_that_was_damaged():
    with temporary() as d, Server(d) as server, Workers(server, 1):
        src = program(d, 3)
        check_program(src, d + "/cache", "--queue", server.url)
        made = units(d + "/cache")
        for path in glob.glob(d + "/cache/*/*.ir"):
            with open(path, "r+b") as f:
                f.truncate(100)
        for path in glob.glob(d + "/cache/*/*.kept"):
            os.remove(path)
        r = check_program(src, d + "/cache", "--queue", server.url, "--stats=json")
        check(elsewhere(r) == 4 and units(d + "/cache") == made, "units that were damaged are made again by workers", r)
        shutil.rmtree(d + "/cache")
