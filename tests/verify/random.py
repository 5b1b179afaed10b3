#!/usr/bin/env python3
"""Asks `snag verify` about random programs, and compares its verdicts with what an oracle says that shares no code with snag.

    tests/verify/random.py SNAG ORACLE FIRST COUNT [-j N] [--seconds N] [--others N] [--keep DIRECTORY]

Data races are asked for of all programs, failing assertions and deadlocks of one in --others (1: of all).

ORACLE is build/tests/against (tools.d/oracle.h): it makes the programs, goes through all their executions by the definitions, interleavings
and, where atomic accesses are weaker than seq_cst, consistent graphs of RC11, and prints what is true of each. A verdict that contradicts it
fails; `unknown` does not, but how often it came is printed, and at least three of four must be decided."""
import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

WORDS = {"race": ("race-free", "race"), "assert": ("assert-safe", "assert-fail"), "deadlock": ("deadlock-free", "deadlock")}
COLUMN = {"race": 1, "assert": 2, "deadlock": 3}
VERDICT = re.compile(r"([a-z-]+)(?: \(([^)]*)\))?: (.*)")


def ask(snag, directory, name, prop, seconds):
    command = [snag, "verify", "--quiet", "--brief", "--color=never", "--property=" + prop, "--seconds=%d" % seconds, name + ".c"]
    env = {k: v for k, v in os.environ.items() if not k.startswith("SNAG_")}
    try:
        done = subprocess.run(command, cwd=directory, env=dict(env, SNAG_CHECK="1"), stdin=subprocess.DEVNULL, check=False,
                              capture_output=True, encoding="utf-8", errors="replace", timeout=seconds * 3 + 120)
    except subprocess.TimeoutExpired:
        return "none", "it does not end"
    match = VERDICT.match(done.stdout)
    if not match or done.returncode not in (0, 1, 3):
        return "none", "status %d: %s" % (done.returncode, (done.stdout + done.stderr)[-300:])
    return match.group(1), done.stdout.strip()


def check(snag, directory, line, others, seconds):
    """The verdicts about one program: (property, truth, verdict, text)."""
    words = line.split()
    out = []
    for prop in ("race",) if int(words[0][1:]) % others else WORDS:
        truth = words[COLUMN[prop]]
        if truth in WORDS[prop]:
            out.append((prop, truth, *ask(snag, directory, words[0], prop, seconds)))
    return words[0], out


def reason(text):
    text = re.sub(r"\([^)]*:\d+\)", "", text.split(";")[0].replace("unknown: ", ""))
    return re.sub(r"thread \d+ \(\w+\)|[\w.]+\.c:\d+", "_", text).strip()[:100]


def main():
    parser = argparse.ArgumentParser(description="compare the verdicts of snag verify about random programs with an oracle")
    parser.add_argument("snag")
    parser.add_argument("oracle")
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("-j", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--others", type=int, default=1)
    parser.add_argument("--keep", help="a directory for the programs")
    args = parser.parse_args()
    snag = os.path.abspath(args.snag)
    with tempfile.TemporaryDirectory() as own:
        directory = os.path.abspath(args.keep) if args.keep else own
        os.makedirs(directory, exist_ok=True)
        made = subprocess.run([args.oracle, str(args.first), str(args.count), directory], check=False, capture_output=True, encoding="utf-8")
        sys.stderr.write(made.stderr)
        lines = made.stdout.splitlines()
        count, why, failed = collections.Counter(), collections.Counter(), made.returncode != 0 or len(lines) != args.count
        with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
            for name, verdicts in pool.map(lambda l: check(snag, directory, l, args.others, args.seconds), lines):
                for prop, truth, verdict, text in verdicts:
                    count[prop, truth, verdict if verdict in WORDS[prop] + ("unknown",) else "none"] += 1
                    if verdict == "unknown":
                        why[reason(text)] += 1
                    elif verdict != truth:
                        failed = True
                        print("%s: WRONG: it is %s: %s" % (name, truth, text), flush=True)
    decided = 0
    print("%-14s %14s %14s %10s %10s" % ("truth", "good", "bad", "unknown", "none"))
    for prop in WORDS:
        for truth in WORDS[prop]:
            print("%-14s %14d %14d %10d %10d" % (truth, *(count[prop, truth, v] for v in WORDS[prop] + ("unknown", "none"))))
            decided += count[prop, truth, truth]
    for text, n in why.most_common(12):
        print("%6d unknown: %s" % (n, text))
    total = sum(count.values())
    large = sum(l.split()[1] == "large" for l in lines)
    wrong = sum(n for (prop, truth, verdict), n in count.items() if verdict not in (truth, "unknown"))
    failed = failed or decided * 4 < total * 3 or large * 10 > len(lines)
    print("%d programs (%d too large for the oracle), %d verdicts, %d decided, %d wrong" % (len(lines), large, total, decided, wrong))
    print("%d passed, %d failed" % (total - wrong, wrong or int(failed)))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
