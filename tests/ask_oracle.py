#!/usr/bin/env python3
"""Runs the programs that ask questions (tests/snag_ask.h) and compares their answers with what happens:

    tests/ask_oracle.py [-n RUNS] [-v] FILE...          default: all of tests/threads and tests/seeds

A run can only refute: `must` that was not so, `no` that was, a function called that the answer lacks, an overlap or another user
of
memory that the answer denies. What an answer allows (`may`, `yes`) need not show; -v lists what never did. ThreadSanitizer does
the
watching (ask_oracle.h), so programs that it cannot run are skipped: C11 threads, timers, libraries without main. In programs that
are broken on purpose (NAME_broken.c, _racy, _shared) only the races of the watching count."""
import argparse
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
QUESTION = re.compile(r"\bsnag_(\w+)\((.*?)\);\s*// ANSWER: (.*?)(?: ; today: .*)?\s*$")
SKIP = re.compile(r"<threads\.h>|SIGEV_THREAD")
BROKEN = re.compile(r"(broken|racy|shared|two_workers)\.c$")
FLAGS = ("-g -O1 -std=gnu17 -w -fno-inline -fno-optimize-sibling-calls -fno-omit-frame-pointer "
         "-finstrument-functions-after-inlining "
         "-finstrument-functions -fsanitize=thread -no-pie -pthread").split()

OPTIONS = "report_thread_leaks=0 report_signal_unsafe=0 suppress_equal_stacks=0 suppress_equal_addresses=0 exitcode=0"


class Question:
    def __init__(self, line, kind, arguments, answer):
        self.line, self.kind, self.answer = line, kind, answer
        self.arguments = [a.strip() for a in arguments.split(",")]


def read(path):
    with open(path, encoding="utf-8") as f:
        matches = [(n, QUESTION.search(text)) for n, text in enumerate(f, 1)]
    return [Question(n, *m.groups()) for n, m in matches if m]


def source(path, questions):
    """The program behind the oracle's header, and the tables behind the program."""
    pairs = [q for q in questions if q.kind == "parallel"]
    own = [q.line for q in questions if q.kind == "whose" and q.answer not in ("shared", "unreached")]
    return '\n'.join([
        '#include "ask_oracle.h"', '#line 1 "%s"' % os.path.basename(path), '#include "%s"' % path,
        "UNSEEN static const struct pair *asked_pairs(int *n) { static const struct pair p[] = { %s { 0, 0 } };" %
        " ".join("{ (void *)%s, (void *)%s }," % tuple(q.arguments) for q in pairs),
        "*n = %d; return p; }" % len(pairs),
        "QUIET static int is_own(int line) { switch (line) { %s return 1; } return 0; }" % " ".join("case %d:" % n for n in own)
        if own else "QUIET static int is_own(int line) { (void)line; return 0; }", ""])


def reports(text):
    """Of each race both ends: ("parallel", function, 0), ("whose", "", line), or (None, "", 0) for the program's own access."""
    for report in re.findall(r"WARNING: ThreadSanitizer: data race.*?={18}", text, re.S):
        stacks = re.split(r"\n\s*\n", report)
        ends = []
        for stack in stacks[:2]:
            frames = re.findall(r"#\d+ (\S+) (\S*?):(\d+)", stack)
            names = [f[0] for f in frames]
            if "touch" in names and len(names) > 2:
                ends.append(("parallel", names[names.index("touch") + 2], 0))
            elif "watch_whose" in names:
                ends.append(("whose", "", int(frames[names.index("watch_whose") + 1][2])))
            else:
                ends.append((None, "", 0))
        yield ends


def watch(program, runs):
    """What was seen in some runs: facts, functions called, overlaps, uses of memory by others, races of the program itself."""
    seen = {"fact": set(), "called": set(), "overlap": set(), "used": set(), "own race": 0, "bad": []}
    symbols = {}
    for line in subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout.splitlines():
        address, _, name = (line.split() + ["", ""])[:3]
        symbols[address.lstrip("0")] = name
    for number in range(runs):
        env = dict(os.environ, ORACLE_SEED=str(number + 1), TSAN_OPTIONS=OPTIONS)
        try:
            done = subprocess.run([program, *["x"] * (number % 6)], env=env, capture_output=True, text=True,
                                  errors="replace", timeout=60, check=False)
        except subprocess.TimeoutExpired:
            seen["bad"].append("no end after 60 s")
            break
        if done.returncode < 0:
            seen["bad"].append("ended by signal %d\n%s" % (-done.returncode, done.stderr[-500:]))
        seen["fact"] |= {(int(n), w) for n, w in re.findall(r"^FACT (\d+) (\w+)$", done.stderr, re.M)}
        seen["called"] |= {(int(n), symbols.get(a, a)) for n, a in re.findall(r"^CALLED (\d+) 0x(\w+)$", done.stderr, re.M)}
        for a, b in reports(done.stderr):
            if a[0] == b[0] == "parallel":
                seen["overlap"].add(frozenset((a[1], b[1])))
            elif "whose" in (a[0], b[0]):
                seen["used"] |= {e[2] for e in (a, b) if e[0] == "whose"}
            elif a[0] is None and b[0] is None:
                seen["own race"] += 1
    return seen


def judge(q, seen):
    """(is the answer refuted, is it as wide as what was seen)"""
    facts = {w for n, w in seen["fact"] if n == q.line}
    if q.kind in ("alias", "held"):
        allowed = {"must": {"yes"}, "no": {"no"}, "may": {"yes", "no"}, "unreached": set()}[q.answer]
        return not facts <= allowed, facts == allowed
    if q.kind == "calls":
        names = set(q.answer.partition(" by ")[0].split())
        called = {f for n, f in seen["called"] if n == q.line}
        return not called <= names, called == names
    if q.kind == "parallel":
        overlap = frozenset(q.arguments) in seen["overlap"]
        return overlap and q.answer != "yes", overlap == (q.answer == "yes")
    if q.kind == "whose":
        return q.line in seen["used"], bool(facts)
    return False, True


def check(path, runs):
    questions = read(path)
    with tempfile.TemporaryDirectory(prefix="snag-oracle-") as directory:
        program, text = os.path.join(directory, "program"), os.path.join(directory, "oracle.c")
        with open(text, "w", encoding="utf-8") as f:
            f.write(source(os.path.abspath(path), questions))
        done = subprocess.run(["clang-19", *FLAGS, "-I", HERE, text, "-o", program], capture_output=True, text=True, check=False)
        if done.returncode:
            return ["does not compile\n" + done.stderr], [], len(questions)
        seen = watch(program, runs)
    wrong, silent = list(seen["bad"]), []
    for q in questions:
        refuted, shown = judge(q, seen)
        what = "%s:%d: snag_%s(%s) = %s" % (os.path.basename(path), q.line, q.kind, ", ".join(q.arguments), q.answer)
        if refuted:
            wrong.append("refuted: " + what)
        elif not shown:
            silent.append(what)
    if seen["own race"] and not BROKEN.search(path):
        wrong.append("%d data races of its own" % seen["own race"])
    return wrong, silent, len(questions)


def main():
    parser = argparse.ArgumentParser(description="compare the answers in test programs with runs of these programs")
    parser.add_argument("-n", type=int, default=5, help="runs of each program")
    parser.add_argument("-v", action="store_true", help="also list what no run has shown")
    parser.add_argument("files", nargs="*")
    args = parser.parse_intermixed_args()
    paths = args.files or sorted(glob.glob(os.path.join(HERE, "threads", "*.c")) +
                                 glob.glob(os.path.join(HERE, "seeds", "async*.c")))
    failed = asked = unseen = ran = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        good = []
        for path in paths:
            with open(path, encoding="utf-8") as f:
                text = f.read()
            if "snag_ask.h" in text and not SKIP.search(text) and re.search(r"^int main\(", text, re.M):
                good.append(path)
        for path, (wrong, silent, n) in zip(good, pool.map(lambda p: check(p, args.n), good)):
            ran, asked, unseen = ran + 1, asked + n, unseen + len(silent)
            failed += bool(wrong)
            for line in wrong:
                print("%s: %s" % (os.path.relpath(path), line))
            for line in silent if args.v else []:
                print("not seen: " + line)
    print("%d questions, %d of them not shown in full; %d programs not run" % (asked, unseen, len(paths) - ran))
    print("%d passed, %d failed" % (ran - failed, failed))
    return 1 if failed or not ran else 0


if __name__ == "__main__":
    sys.exit(main())
