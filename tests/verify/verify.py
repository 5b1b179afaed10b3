#!/usr/bin/env python3
"""Asks `snag verify` about annotated programs, and compares its verdicts with what the programs say about themselves.

    tests/verify/verify.py SNAG [DIRECTORY or FILE]... [-j N] [--seconds N] [--property race|deadlock] [--share K/N] [--table FILE]

A program that has a RACE (DEADLOCK, SELF-DEADLOCK, WAIT-HOLDING) comment has one, whether `snag check` finds it or not; one without
has none, unless it asks for other rules alone (--rule).
A program of tests/verify, or one whose comments speak of code that it never executes, says it in a line of its own, which goes
before, and is what must come out:

    // VERIFY: race-free            // VERIFY deadlock: deadlock            // VERIFY: race ; today: unknown: why

A verdict that is not the truth fails, whatever the program is about; `unknown` never fails, but where a VERIFY line expects more.
The run ends with counts by truth and verdict, and with the score by the rules of SV-COMP: a violation that is found 1, a proof 2,
a false alarm -16, a wrong proof -32. --share 1/4 asks of the first of four parts of the programs."""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import run  # noqa: E402

WORDS = {"race": ("race-free", "race"), "deadlock": ("deadlock-free", "deadlock"), "assert": ("assert-safe", "assert-fail")}
RULES = {"race": ("race", "race-bitfield"), "deadlock": ("deadlock", "self-deadlock", "wait-holding"), "assert": ("assert-fail",)}
LINE = re.compile(r"^\s*// VERIFY(?: (race|deadlock|assert))?: ([a-z-]+)(?: ; today: ([a-z-]+))?(?:: (.*\S))?\s*$")
KEPT = ("--main", "--stubs", "--models", "--define")  # options of check that say what the program is
Verdict = collections.namedtuple("Verdict", "path truth verdict ground seconds lines closed problem")


def text_of(test):
    return "\n".join(open(os.path.join(test.root, n), encoding="utf-8", errors="surrogateescape").read() for n in test.sources)


def expected(text, prop):
    for line in text.split("\n"):
        match = LINE.match(line)
        if match and (match.group(1) or "race") == prop:
            return match.groups()[1:]
    return None, None, None


def command(snag, test, prop, seconds):
    flags, kept = list(test.flags), []
    while flags:
        word = flags.pop(0).replace("@DIR@", ".")
        if word.split("=")[0] in KEPT:
            kept.append(word)
            if "=" not in word:
                kept.append(flags.pop(0).replace("@DIR@", "."))
    behind = ["--"] + test.cflags if test.cflags else []
    return [snag, "verify", "--quiet", "--brief", "--color=never", "--property=" + prop, "--seconds=%d" % seconds, *kept,
            *(["-p", "."] if test.database else test.sources), *behind]


def ask(snag, path, prop, seconds):
    try:
        test = run.Test(path)
    except run.BadTest:
        return None
    text = text_of(test)
    says, today, why = expected(text, prop)
    says_nothing = any(f.startswith("--rule") for f in test.flags) and not any(
        r in " ".join(test.flags) for r in RULES[prop])
    truth = says or WORDS[prop][any(e.true and e.rule in RULES[prop] for e in test.expected)]
    with tempfile.TemporaryDirectory() as directory:
        run.Run(snag, test, directory)
        env = {k: v for k, v in os.environ.items() if not k.startswith("SNAG_")}
        began = time.monotonic()
        try:
            done = subprocess.run(command(snag, test, prop, seconds), cwd=directory, env=dict(env, SNAG_CHECK="1"), check=False,
                                  stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace",
                                  timeout=seconds * 3 + 120)
            out, status, err = done.stdout, done.returncode, done.stderr
        except subprocess.TimeoutExpired:
            out, status, err = "", -1, "it does not end"
        took = time.monotonic() - began
    match = re.match(r"([a-z-]+)(?: \(([^)]*)\))?: (.*)", out)
    verdict, ground = (match.group(1), match.group(3) if match.group(1) == "unknown" else match.group(2)) if match else ("none", err[-500:])
    problem = None
    if not match and status != 2 or status not in (0, 1, 2, 3):
        problem = "status %d, no verdict: %s" % (status, err[-500:])
    elif verdict in WORDS[prop] and verdict != truth and not (says_nothing and not says):
        problem = "WRONG: %s, and it is %s: %s" % (verdict, truth, out.strip())
    elif says and verdict != (today or says):
        problem = "%s, not %s: %s" % (verdict, today or says, out.strip())
    elif verdict == "unknown" and why and why not in out:
        problem = "unknown for another reason than '%s': %s" % (why, out.strip())
    if says_nothing and not says:
        truth = verdict if verdict in WORDS[prop] else "not said"
    return Verdict(path, truth, verdict, ground, took, text.count("\n"), re.search(r"^\s*(int\s+)?main\s*\(", text, re.M) is not None,
                   problem)


def table(verdicts, prop):
    count = collections.Counter((v.truth, v.verdict) for v in verdicts)
    good, bad = WORDS[prop]
    columns = (good, bad, "unknown", "none")
    lines = ["%-14s %10s %10s %10s %10s" % ("truth", *columns)]
    for truth in (good, bad):
        lines.append("%-14s %10d %10d %10d %10d" % (truth, *(count[truth, c] for c in columns)))
    score = 2 * count[good, good] + count[bad, bad] - 16 * count[good, bad] - 32 * count[bad, good]
    small = [v for v in verdicts if v.closed and v.lines < 150]
    for truth in (good, bad):
        of = [v for v in small if v.truth == truth]
        lines.append("%s, with a main, under 150 lines: %d of %d decided (%d%%)" % (
            truth, sum(v.verdict == truth for v in of), len(of), 100 * sum(v.verdict == truth for v in of) // max(1, len(of))))
    lines.append("%s: %d programs, %d wrong verdicts, score %d" % (
        prop, len(verdicts), count[good, bad] + count[bad, good], score))
    return lines


def main():
    parser = argparse.ArgumentParser(description="compare the verdicts of snag verify with the truth")
    parser.add_argument("snag")
    parser.add_argument("paths", nargs="*")
    parser.add_argument("-j", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--property", default="race")
    parser.add_argument("--share", default="1/1")
    parser.add_argument("--progress", action="store_true", help="a line a program")
    parser.add_argument("--table", help="write every verdict there, as JSON")
    args = parser.parse_args()
    snag = os.path.abspath(args.snag)
    paths = args.paths or [os.path.join(os.path.dirname(HERE), p) for p in run.PROGRAMS] + [HERE]
    programs = sorted({os.path.normpath(t) for p in paths for t in run.tests_below(p)})
    part, parts = map(int, args.share.split("/"))
    programs = [p for i, p in enumerate(programs) if i % parts == part - 1]
    with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        verdicts = []
        for v in pool.map(lambda p: ask(snag, p, args.property, args.seconds), programs):
            if v:
                verdicts.append(v)
                if args.progress:
                    print("%-12s %-12s %6.1f s  %s  %s" % (v.truth, v.verdict, v.seconds, os.path.relpath(v.path), v.ground), flush=True)
    for v in verdicts:
        if v.problem:
            print("%s: %s" % (os.path.relpath(v.path), v.problem))
    if args.table:
        with open(args.table, "w", encoding="utf-8") as f:
            json.dump([dict(v._asdict(), path=os.path.relpath(v.path)) for v in verdicts], f, indent=1)
    print("\n".join(table(verdicts, args.property)))
    failed = sum(v.problem is not None for v in verdicts)
    print("%d passed, %d failed" % (len(verdicts) - failed, failed))
    return 1 if failed or not verdicts else 0


if __name__ == "__main__":
    sys.exit(main())
