#!/usr/bin/env python3
"""What the demo promises:   tests/output/demo.py SNAG

examples/depot.d has one race and one deadlock that are confirmed, one benign race and one that is ruled out; the last thing said
is how to open the report."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, total  # pylint: disable=wrong-import-position

SNAG = os.path.abspath(sys.argv[1])
TREE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def run(*args):
    env = {k: v for k, v in os.environ.items() if k not in ("SNAG_ARGS", "CLICOLOR_FORCE", "FORCE_COLOR", "COLUMNS")}
    return subprocess.run(args, cwd=TREE, env=env, capture_output=True, text=True, timeout=900, check=False)


def main():
    with tempfile.TemporaryDirectory(prefix="snag-demo-") as d:
        r = run(os.path.join(TREE, "tools", "demo.sh"), SNAG, d)
        out = r.stdout
        check(r.returncode == 0, "status", r)
        found = re.findall(r"^examples/depot\.d/(\S+?):\d+:\d+: warning: (.*) \[(\S+)\] #(\d+)( confirmed)?$", out, re.M)
        check(sorted((rule, bool(sure)) for _, _, rule, _, sure in found if rule == "race") == [("race", True)],
              "one race, confirmed", found)
        check([bool(sure) for _, _, rule, _, sure in found if rule == "deadlock"] == [True] and len(found) == 2,
              "one deadlock, confirmed, and nothing else", found)
        pruned = re.findall(r"^examples/depot\.d/\S+: pruned: data race on '(\S+)': (.*) \[race\]$", out, re.M)
        check(any(o == "idle" and why.startswith("annotated as benign: ") for o, why in pruned),
              "one benign race, with the reason", pruned)
        check(any(o == "settings.oldest" and why == "before the other thread is started" for o, why in pruned),
              "one ruled out, with the reason", pruned)
        check("fix: take 'stats.lock' around stats.c:22, as 2 of 3 accesses do\n" in out, "what to do about the race", out)
        check("fix: take 'store.lock' before 'journal.lock' at journal.c:30, as at store.c:23\n" in out,
              "what to do about the deadlock", out)
        for chain in ("worker > store_put > journal_write", "janitor > journal_compact > store_count"):
            check(" > %s   holds {" % chain in out, "the whole way to the second lock", out)
        page = os.path.join(d, "report.html")
        check(out.splitlines()[-1].split()[:2] == ["xdg-open", page] and os.path.getsize(page) > 100000,
              "how to open the report comes last", out[-300:])
        number = next(n for _, _, rule, n, _ in found if rule == "race")
        r = run(SNAG, "explain", number, "--cache", os.path.join(d, "cache"))
        check(r.returncode == 0 and " is about to write stats.lookups" in r.stdout and
              " is about to read stats.lookups" in r.stdout, "explain shows the execution", r)
        r = run(SNAG, "explain", "4", "--cache", os.path.join(d, "cache"))
        check(r.returncode == 0 and "  ruled out: before the other thread is started\n" in r.stdout and
              "  thread 2: " in r.stdout, "explain shows what was ruled out, and why", r)
    return total()


if __name__ == "__main__":
    sys.exit(main())
