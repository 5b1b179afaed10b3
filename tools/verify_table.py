#!/usr/bin/env python3
"""Asks `snag verify` about all annotated programs with a main, and makes the table of doc/verify.md of it.

    tools/verify_table.py SNAG [--seconds N] [-j N] [--property P] [--kept FILE] [PATH]...

A line of JSON a program goes into --kept as soon as it is known; a run that was stopped goes on behind what is there, and with all of
them there it only prints. The programs come in the order of the hashes of their names, so that a part of a run is a fair sample.
Truth is what the comments say (tests/verify/verify.py). Printed: how many are decided, by truth, verdict and ground, with the seconds that
half and nine of ten take; of small closed programs alone; the score by SV-COMP's rules; why the others are unknown, the most frequent
reason first."""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tests", "verify")]
import run  # noqa: E402
import verify  # noqa: E402

MAIN = re.compile(r"^\s*(?:int\s+|void\s+)?main\s*\(", re.M)


def programs(paths):
    """Those with a main, by the hash of their names; and how many have none."""
    paths = paths or [os.path.join(ROOT, "tests", p) for p in run.PROGRAMS] + [os.path.join(ROOT, "tests", "verify")]
    found, without = [], 0
    for path in {os.path.normpath(t) for p in paths for t in run.tests_below(p)}:
        try:
            has = MAIN.search(verify.text_of(run.Test(path)))
        except run.BadTest:
            continue
        if has:
            found.append(path)
        else:
            without += 1
    return sorted(found, key=lambda p: hashlib.sha256(os.path.relpath(p, ROOT).encode()).hexdigest()), without


def cause(text):
    text = re.sub(r"\s*\([^()]*:\d+\)", "", text.split("; what would help")[0])
    text = re.sub(r"^[\d.]+ (seconds|megabytes) ", r"all \1 ", text)
    text = re.sub(r"^a call of '[^']*', which", "a call of a function that", text)
    text = re.sub(r"^what '[^']*' does, of which", "what a function does of which", text)
    text = re.sub(r"(a value from outside that) '[^']*' gets", r"\1 a function outside gets", text)
    return re.sub(r": .*", "", text)


def row(cells):
    return "| " + " | ".join(str(c) for c in cells) + " |"


def summary(rows, without, prop):
    good, bad = verify.WORDS[prop]
    lines = [row(("truth", "verdict", "ground", "programs", "half within", "nine of ten within")), row(["---"] * 6)]
    groups = collections.defaultdict(list)
    for r in rows:
        groups[r["truth"], r["verdict"], "" if r["verdict"] in ("unknown", "none") else r["ground"]].append(r["seconds"])
    for key in sorted(groups):
        of = sorted(groups[key])
        lines.append(row((*key, len(of), "%.1f s" % of[len(of) // 2], "%.1f s" % of[len(of) * 9 // 10])))
    small = [r for r in rows if r["lines"] < 150]
    for truth in (good, bad):
        of = [r for r in small if r["truth"] == truth]
        lines.append("%s, under 150 lines: %d of %d decided (%.1f %%)" % (
            truth, sum(r["verdict"] == truth for r in of), len(of), 100 * sum(r["verdict"] == truth for r in of) / max(1, len(of))))
    count = collections.Counter((r["truth"], r["verdict"]) for r in rows)
    wrong = [r for r in rows if (r["truth"], r["verdict"]) in ((good, bad), (bad, good))]
    score = 2 * count[good, good] + count[bad, bad] - 16 * count[good, bad] - 32 * count[bad, good]
    lines.append("%d programs with a main, %d without; %d wrong verdicts; score %d of %d" % (
        len(rows), without, len(wrong), score, 2 * sum(r["truth"] == good for r in rows) + sum(r["truth"] == bad for r in rows)))
    lines += ["wrong: %s: %s, and it is %s" % (r["path"], r["verdict"], r["truth"]) for r in wrong]
    for truth in (good, bad):
        why = collections.Counter(cause(r["ground"]) for r in rows if r["truth"] == truth and r["verdict"] == "unknown")
        lines += ["", row((truth + ", unknown because of", "programs")), row(("---", "---"))]
        lines += [row(x) for x in why.most_common()]
    return lines


def main():
    parser = argparse.ArgumentParser(description="the table of verdicts about all annotated programs")
    parser.add_argument("snag")
    parser.add_argument("paths", nargs="*")
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--property", default="race")
    parser.add_argument("--kept", default="verdicts.jsonl")
    parser.add_argument("--no-more", action="store_true", help="only print what is kept")
    args = parser.parse_args()
    snag = os.path.abspath(args.snag)
    todo, without = programs(args.paths)
    rows = [json.loads(line) for line in open(args.kept, encoding="utf-8")] if os.path.exists(args.kept) else []
    known = {r["path"] for r in rows}
    todo = [] if args.no_more else [p for p in todo if os.path.relpath(p, ROOT) not in known]
    with concurrent.futures.ThreadPoolExecutor(args.j) as pool, open(args.kept, "a", encoding="utf-8") as kept:
        for v in pool.map(lambda p: verify.ask(snag, p, args.property, args.seconds), todo):
            if v:
                rows.append(dict(v._asdict(), path=os.path.relpath(v.path, ROOT)))
                kept.write(json.dumps(rows[-1]) + "\n")
                kept.flush()
    print("\n".join(summary(rows, without, args.property)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
