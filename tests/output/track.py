#!/usr/bin/env python3
"""Findings over time: runs that are kept, diff, baseline, triage, and databases that lie:   tests/output/track.py SNAG"""
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, total  # pylint: disable=wrong-import-position

SNAG = os.path.abspath(sys.argv[1])

HEAD = """#include <pthread.h>
static int a, b, c;
static void *worker(void *arg)
{
	%s
	return arg;
}
int main(void)
{
	pthread_t t;
	if (pthread_create(&t, 0, worker, 0)) return 1;
	%s
	pthread_join(t, 0);
	return 0;
}
"""


def snag(cwd, *args):
    env = {k: v for k, v in os.environ.items() if k not in ("SNAG_ARGS", "CLICOLOR_FORCE", "FORCE_COLOR")}
    return subprocess.run([SNAG] + list(args), cwd=cwd, env=env, capture_output=True, text=True, timeout=900)


def program(cwd, names):
    text = " ".join("%s++;" % n for n in names)
    with open(os.path.join(cwd, "p.c"), "w", encoding="utf-8") as f:
        f.write(HEAD % (text, text))


def run(cwd, names, *args):
    program(cwd, names)
    return snag(cwd, *args, "p.c")


def sarif_results(cwd):
    with open(os.path.join(cwd, "s.json"), encoding="utf-8") as f:
        return json.load(f)["runs"][0]["results"]


def words(r):
    """{first word: number of lines} of a diff, without its last line."""
    count = {}
    for line in r.stdout.splitlines()[:-1]:
        count[line.split()[0]] = count.get(line.split()[0], 0) + 1
    return count


def runs(cwd):
    check(snag(cwd, "diff").returncode == 2, "diff of nothing")
    check(run(cwd, "ab").returncode == 1, "two races")
    r = snag(cwd, "diff")
    check(r.returncode == 2 and "no run last~1" in r.stderr, "diff of one run", r)
    run(cwd, "bc")
    r = snag(cwd, "diff")
    check(r.returncode == 1 and words(r) == {"new": 1, "fixed": 1, "unchanged": 1} and
          r.stdout.endswith("1 new, 1 fixed, 1 unchanged\n"), "diff", r)
    check("'c'" in snag(cwd, "diff", "--new").stdout and "'a'" in snag(cwd, "diff", "--fixed").stdout, "lists")
    check(words(snag(cwd, "diff", "--unchanged")) == {"unchanged": 1}, "unchanged only")
    r = snag(cwd, "diff", "2", "1")
    check("'a'" in [x for x in r.stdout.splitlines() if x.startswith("new")][0], "by number, the other way round", r)
    run(cwd, "bc")
    r = snag(cwd, "diff")
    check(r.returncode == 0 and words(r) == {"unchanged": 2}, "nothing changed", r)
    check(words(snag(cwd, "diff", "last~2", "last")) == {"new": 1, "fixed": 1, "unchanged": 1}, "last~2")
    run(cwd, "abc", "--output=json=now.json")
    check(words(snag(cwd, "diff", "last~1", "now.json")) == {"new": 1, "unchanged": 2}, "a JSON report")
    check(snag(cwd, "diff", "7").returncode == 2 and snag(cwd, "diff", "lats").returncode == 2, "no such run")
    check(run(cwd, "a", "--no-cache").returncode == 1 and words(snag(cwd, "diff")) == {"new": 1, "unchanged": 2},
          "--no-cache keeps nothing")


def baseline(cwd):
    run(cwd, "ab")
    r = snag(cwd, "baseline")
    lines = r.stdout.splitlines()
    check(r.returncode == 0 and len(lines) == 2 and lines == sorted(lines), "baseline", r)
    check(snag(cwd, "baseline", "base.txt").returncode == 0 and open(os.path.join(cwd, "base.txt"), encoding="ascii").read() ==
          r.stdout, "to a file")
    r = run(cwd, "abc", "--baseline=base.txt", "--output=sarif=s.json")
    states = sorted(x["baselineState"] for x in sarif_results(cwd))
    check(r.returncode == 1 and states == ["new", "unchanged", "unchanged"], "baselineState", states)
    r = run(cwd, "abc", "--baseline=base.txt", "--new-only")
    check(r.returncode == 1 and "'c'" in r.stdout and "'a'" not in r.stdout and "2 silenced" in r.stderr, "--new-only", r)
    check(run(cwd, "ab", "--baseline=base.txt", "--new-only").returncode == 0, "nothing new is clean")
    check(run(cwd, "ab", "--new-only").returncode == 2, "--new-only alone")
    with open(os.path.join(cwd, "bad.txt"), "w", encoding="ascii") as f:
        f.write("# good\n\n0123456789abcdef  # a note\nnot one\n")
    r = run(cwd, "ab", "--baseline=bad.txt")
    check(r.returncode == 2 and "bad.txt:4: not a fingerprint" in r.stderr, "a baseline that lies", r)


def triage(cwd):
    run(cwd, "abc")
    check(snag(cwd, "triage", "2", "wrong").returncode == 2 and snag(cwd, "triage", "9", "false").returncode == 2, "bad words")
    check(snag(cwd, "triage", "zz", "false").returncode == 2 and snag(cwd, "triage", "1").returncode == 2, "bad words, too")
    r = snag(cwd, "triage", "2", "false", "--note=only 'one' thread")
    check(r.returncode == 0 and r.stdout.endswith(": data race on 'b' [race]; only 'one' thread\n"), "by number", r)
    fingerprint = r.stdout.split(":")[0]
    r = run(cwd, "abc", "--output=sarif=s.json")
    check(r.returncode == 1 and "2 findings" in r.stderr and "1 silenced" in r.stderr, "a false one is not told", r.stderr)
    notes = [x["suppressions"][0]["justification"] for x in sarif_results(cwd) if x["suppressions"]]
    check(notes == ["--triage false: only 'one' thread"], "the note is kept", notes)
    check(snag(cwd, "triage", "1", "confirmed").returncode == 0 and "2 findings" in run(cwd, "abc").stderr,
          "a confirmed one is told")
    check(snag(cwd, "triage", fingerprint[:8], "none").returncode == 0, "not in the last run any more, and taken back")
    check("3 findings" in run(cwd, "abc").stderr, "told again")
    run(cwd, "abc", "--db=other.db")
    check("3 findings" in run(cwd, "abc", "--db=other.db").stderr, "another database")


def lies(cwd):
    """Databases of other programs, of other forms, and broken ones."""
    os.mkdir(os.path.join(cwd, ".snag"))
    path = os.path.join(cwd, ".snag", "findings.db")
    with open(path, "wb") as f:
        f.write(b"this is no database at all" * 100)
    r = run(cwd, "a")
    check(r.returncode == 2 and r.stderr.count("\n") == 1 and "not a database" in r.stderr, "not a database", r)
    os.remove(path)
    other = sqlite3.connect(path)
    other.execute("create table t (x)")
    other.commit()
    other.close()
    r = run(cwd, "a")
    check(r.returncode == 2 and "not a database of snag's" in r.stderr, "somebody else's", r)
    os.remove(path)
    run(cwd, "a")
    good = open(path, "rb").read()
    later = sqlite3.connect(path)
    later.execute("pragma user_version = 99")
    later.commit()
    later.close()
    check("its form is 99" in snag(cwd, "diff").stderr, "another form")
    for at in range(0, len(good), max(1, len(good) // 40)):
        with open(path, "wb") as f:
            f.write(good[:at] + bytes([good[at] ^ 0xFF]) + good[at + 1:])
        r = snag(cwd, "baseline")
        check(r.returncode in (0, 2) and r.stderr.count("\n") <= 1, "a byte changed at %d" % at, r)
    with open(path, "wb") as f:
        f.write(good[:len(good) // 2])
    r = snag(cwd, "baseline")
    check(r.returncode in (0, 2) and r.stderr.count("\n") <= 1, "half a file", r)


LEARNED = """#include <pthread.h>
static int %s;
static void *worker(void *arg)
{
	%s
	return arg;
}
int main(void)
{
	pthread_t t;
	if (pthread_create(&t, 0, worker, 0)) return 1;
	%s
	pthread_join(t, 0);
	return 0;
}
"""


def learns(cwd):
    """In this project flags are bugs and counters are not, against the table: the verdicts say so, and then the flags come
    first. It can be taken back."""
    flags, counters = ["flag%02d" % i for i in range(12)], ["count%02d" % i for i in range(12)]
    change = " ".join(["%s = 1;" % n for n in flags] + ["%s++;" % n for n in counters])
    with open(os.path.join(cwd, "p.c"), "w", encoding="utf-8") as f:
        f.write(LEARNED % (", ".join(flags + counters), change, change))

    def order():
        return [m["object"][:4] for m in json.loads(snag(cwd, "-q", "--db=other.db", "--output=json", "p.c").stdout)["findings"]]

    r = snag(cwd, "p.c")
    found = json.loads(snag(cwd, "-q", "--output=json", "p.c").stdout)["findings"]
    check(len(found) == 24 and order() == ["coun"] * 12 + ["flag"] * 12, "24 races, by the table", r, order())
    check("run `snag check` first" in snag(cwd, "rank", "--learn", "--db=none.db").stderr, "no database")
    said = {}
    for i, f in enumerate(sorted(found, key=lambda f: f["fingerprint"])):
        if i == 19:
            r = snag(cwd, "rank", "--learn")
            check(r.returncode == 2 and "19 verdicts" in r.stderr and "are not enough: 20 are needed" in r.stderr, "too few", r)
        said[f["object"]] = "confirmed" if f["object"].startswith("flag") else "benign" if i % 2 else "false"
        r = snag(cwd, "triage", f["fingerprint"], said[f["object"]])
        check(r.returncode == 0, "triage", r)
    check("nothing has been learned" in snag(cwd, "rank", "--undo").stderr, "nothing to take back")
    before = snag(cwd, "rank").stdout
    r = snag(cwd, "rank", "--learn")
    check(r.returncode == 0 and "24 verdicts, 12 of them real" in r.stdout and "after  100.0 %" in r.stdout and
          "before   0.0 %" in r.stdout, "learn", r)
    weights = open(os.path.join(cwd, ".snag", "rank.weights"), encoding="utf-8").read()
    check("\nflag=" in weights, "what is kept", weights)
    shutil.copytree(os.path.join(cwd, ".snag"), os.path.join(cwd, "other"))
    after = [m["object"][:4] for m in json.loads(snag(cwd, "-q", "--db=other/new.db", "--output=json", "p.c").stdout)["findings"]]
    check(after == ["flag"] * 12 + ["coun"] * 12, "the flags come first", after)
    check(re.search(r"^flag +-9 ", snag(cwd, "rank", "--rank=flag=-9").stdout, re.M), "--rank is stronger")
    check(snag(cwd, "rank", "--learn").stdout.endswith("that is no better: nothing was changed\n"),
          "learned again, nothing is better")
    check(snag(cwd, "rank").stdout != before, "the points are others")
    r = snag(cwd, "rank", "--undo")
    check(r.returncode == 0 and snag(cwd, "rank").stdout == before, "undone", r)
    with open(os.path.join(cwd, ".snag", "rank.weights"), "w", encoding="utf-8") as f:
        f.write("flag=ten\n")
    r = snag(cwd, "p.c")
    check(r.returncode == 2 and "rank.weights" in r.stderr and r.stderr.count("\n") == 1, "weights that are none", r)


def earlier_form(cwd):
    """A database as the first form had it gets what is new, and keeps what it has."""
    run(cwd, "ab")
    snag(cwd, "triage", "1", "confirmed", "--note", "seen it")
    path = os.path.join(cwd, ".snag", "findings.db")
    db = sqlite3.connect(path)
    db.executescript("alter table finding drop column facts; alter table finding drop column confirmed;"
                     "drop table silenced; pragma user_version = 1;")
    db.commit()
    db.close()
    r = run(cwd, "ab")
    check(r.returncode == 1 and "not kept" not in r.stderr, "a run with an old database", r)
    db = sqlite3.connect(path)
    check(db.execute("pragma user_version").fetchone() == (3,), "the form is new")
    check(db.execute("select count(*) from finding where facts like '%write=%'").fetchone() == (2,), "facts of the second run")
    check(db.execute("select verdict, note from verdict").fetchall() == [("confirmed", "seen it")], "the verdict is there")
    db.close()


def numbers(cwd):
    """A finding keeps its number, and a run what it has found, when a report leaves some out."""
    run(cwd, "abc")
    all_of_them = json.loads(run(cwd, "abc", "-q", "--output=json").stdout)["findings"]
    r = run(cwd, "abc", "--top=1", "--brief")
    check(r.stdout.count("\n") == 1 and "#1" in r.stdout and "1 finding in 1 unit" in r.stderr and "2 more not shown" in r.stderr,
          "--top --brief", r)
    check(snag(cwd, "diff").stdout.endswith("0 new, 0 fixed, 3 unchanged\n"), "nothing is gone")
    check(snag(cwd, "explain", "3").returncode == 0, "explain 3")
    least = sorted(f["score"] for f in all_of_them)
    for points in (least[0], least[-1], least[-1] + 1, -1000000):
        shown = json.loads(run(cwd, "abc", "-q", "--output=json", "--min-rank=%d" % points).stdout)["findings"]
        want = [(f["number"], f["object"]) for f in all_of_them if f["score"] >= points]
        check([(f["number"], f["object"]) for f in shown] == want, "--min-rank=%d" % points, shown)
    r = run(cwd, "abc", "--min-rank=999999")
    check(r.returncode == 0 and not r.stdout, "nothing is left", r)
    os.makedirs(os.path.join(cwd, "sub"), exist_ok=True)
    shutil.copy(os.path.join(cwd, "p.c"), os.path.join(cwd, "sub", "q.c"))
    for glob, files in (("sub/*", {"sub/q.c"}), ("*.c", {"p.c", "sub/q.c"}), ("p.c", {"p.c"}), ("q.c", set())):
        found = json.loads(snag(cwd, "-q", "--output=json", "--path", glob, "p.c", "sub/q.c").stdout)["findings"]
        check({f["place"]["file"] for f in found} == files, "--path %s" % glob, found)
    r = run(cwd, "abc", "--min-rank=many")
    check(r.returncode == 2 and "'many' is not a number" in r.stderr, "--min-rank=many", r)


def main():
    for test in (runs, baseline, triage, lies, learns, earlier_form, numbers):
        cwd = tempfile.mkdtemp(prefix="snag-track-")
        try:
            test(cwd)
        finally:
            shutil.rmtree(cwd)
    return total()


if __name__ == "__main__":
    sys.exit(main())
