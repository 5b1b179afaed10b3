#!/usr/bin/env python3
"""What each recogniser (src/base/recognisers.def) is worth: which annotated programs, and how many findings of real ones, change
without it.

    tools/recognisers.py tests SNAG OUT.json [NAME]... [--most N] [-j N]      annotated programs that fail with --without=NAME
    tools/recognisers.py program SNAG OUT.json DIRECTORY [NAME]... [-j N]     a database: counters, findings that come and go
                                                          --counters          counters only
    tools/recognisers.py table SNAG OUT.json...                               the table of doc/recognisers.md, to standard output

Units come from the cache, in one directory for all builds (--work). A recogniser that has decided nothing in a program is not
switched off there: nothing would change. Of one that more than N programs need, N are counted."""
import argparse
import collections
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import run as programs  # noqa: E402


def recognisers(snag):
    text = subprocess.run([snag, "recognisers"], check=True, capture_output=True, encoding="utf-8").stdout
    return [line.split(None, 2) for line in text.splitlines()]


def relative(path):
    return os.path.relpath(path, ROOT)


# ---------------------------------------------------------------- annotated programs

class Without(programs.Run):
    """A test, each time with one more option."""

    def __init__(self, snag, test, directory):
        super().__init__(snag, test, directory)
        self.more = []

    def command(self, *extra):
        return super().command("-j1", *self.more, *extra)


def run_of(args, path):
    directory = os.path.join(args.work, relative(path).replace(os.sep, "__"))
    os.makedirs(directory, exist_ok=True)
    return Without(os.path.abspath(args.snag), programs.Test(path), directory)


def decided(args, path):
    """name: how often, in one program"""
    try:
        stats = programs.stats_of(run_of(args, path)("--cache=cache", "--stats=json"))
        return path, stats["recognisers"] if stats else {}
    except (programs.BadTest, subprocess.TimeoutExpired):
        return path, {}


def fails(args, path, name):
    try:
        run = run_of(args, path)
        run.more = ["--without=" + name]
        return programs.check_test(run, run.test, programs.Score())
    except (programs.BadTest, subprocess.TimeoutExpired) as e:
        return [str(e)]


def tests(args):
    paths = sorted(set(os.path.realpath(p) for b in programs.PROGRAMS for p in programs.tests_below(os.path.join(programs.HERE, b))))
    result = {"kind": "tests", "programs": len(paths), "of": {}}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        counted = [(path, d) for path, d in pool.map(lambda p: decided(args, p), paths) if d]
        for name in args.name or [r[0] for r in recognisers(args.snag)]:
            where = [path for path, d in counted if d.get(name)]
            changed, looked = [], 0
            while looked < len(where) and len(changed) < args.most:
                some = where[looked:looked + 2 * args.jobs]
                looked += len(some)
                changed += [relative(p) for p, bad in zip(some, pool.map(lambda p, n=name: fails(args, p, n), some)) if bad]
            result["of"][name] = {"decides": len(where), "looked": looked, "changed": changed}
            print("%-22s decides in %4d programs, %d looked at, %d change" % (name, len(where), looked, len(changed)), flush=True)
            with open(args.out, "w", encoding="utf-8") as f:
                json.dump(result, f, indent=1)


# ---------------------------------------------------------------- real programs

def check(args, *more):
    done = subprocess.run([os.path.abspath(args.snag), "check", "-p", args.directory, "--quiet", "--cache=" + args.work, "--stats=json",
                           "--output=json", "-j%d" % args.jobs, *more], capture_output=True, encoding="utf-8", errors="surrogateescape",
                          check=False, cwd=args.directory)
    report = json.loads(done.stdout)
    found = collections.Counter()
    for f in report["findings"]:
        found[f["rule"], f["fingerprint"]] += 1
    return found, programs.stats_of(subprocess.CompletedProcess([], 0, "", done.stderr))


def by_rule(counter):
    rules = collections.Counter()
    for (rule, _), n in counter.items():
        rules[rule] += n
    return dict(rules)


def program(args):
    found, stats = check(args)
    result = {"kind": "program", "name": os.path.basename(os.path.normpath(args.directory)), "findings": by_rule(found),
              "decided": stats["recognisers"], "of": {}}
    for name in args.name or [r[0] for r in recognisers(args.snag)]:
        if args.counters or not stats["recognisers"].get(name):
            continue
        without, _ = check(args, "--without=" + name)
        result["of"][name] = {"more": by_rule(without - found), "fewer": by_rule(found - without)}
        print("%-22s %8d decided: %s more, %s fewer" % (name, stats["recognisers"][name], by_rule(without - found),
                                                        by_rule(found - without)), flush=True)
        with open(args.out, "w", encoding="utf-8") as f:
            json.dump(result, f, indent=1)
    with open(args.out, "w", encoding="utf-8") as f:
        json.dump(result, f, indent=1)


# ---------------------------------------------------------------- the table

def table(args):
    read = []
    for path in args.out:
        with open(path, encoding="utf-8") as f:
            read.append(json.load(f))
    real = [r for r in read if r["kind"] == "program"]
    tested = {}
    for r in read:
        if r["kind"] == "tests":
            tested.update(r["of"])
    names = [r["name"] for r in real]
    print("| recogniser | tests | %s |" % " | ".join(names))
    print("|---|---|%s" % ("---|" * len(names)))
    for name, _, _ in recognisers(args.snag):
        cells = []
        for r in real:
            n, of = r["decided"].get(name, 0), r["of"].get(name)
            change = "" if not of else ", +%d -%d" % (sum(of["more"].values()), sum(of["fewer"].values()))
            cells.append("%d%s" % (n, change) if n else "")
        t = tested.get(name, {"decides": 0, "looked": 0, "changed": []})
        more = "+" if t["looked"] < t["decides"] else ""
        print("| %s | %d%s of %d | %s |" % (name, len(t["changed"]), more, t["decides"], " | ".join(cells)))


def main():
    parser = argparse.ArgumentParser(description="what each recogniser is worth")
    commands = parser.add_subparsers(dest="command", required=True)
    for word in ("tests", "program"):
        command = commands.add_parser(word)
        command.add_argument("snag")
        command.add_argument("out")
        if word == "program":
            command.add_argument("directory")
        command.add_argument("name", nargs="*")
        command.add_argument("--most", type=int, default=10)
        command.add_argument("--counters", action="store_true")
        command.add_argument("-j", dest="jobs", type=int, default=2)
        command.add_argument("--work", default=os.path.join(tempfile.gettempdir(), "snag-recognisers"))
    command = commands.add_parser("table")
    command.add_argument("snag")
    command.add_argument("out", nargs="+")
    args = parser.parse_args()
    return {"tests": tests, "program": program, "table": table}[args.command](args)


if __name__ == "__main__":
    sys.exit(main())
