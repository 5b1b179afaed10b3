#!/usr/bin/env python3
"""How often each confidence is right: findings of real programs that were judged (tools/judged.txt).

    confidence.py [--bins] PROGRAM=REPORT.json ...

A report is made with `snag check -p DIR --all --output json=REPORT.json`. With --bins also by points, which is what the thresholds of
src/rank/confidence.def were chosen from. Findings that a pattern fits are counted once each, those that none fits are not counted."""
import collections
import fnmatch
import json
import os
import sys

LEVELS = ("confirmed", "likely", "possible", "unlikely")


def judgements():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "judged.txt"), encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                yield line.split(maxsplit=3)


def verdict(program, finding):
    what = finding["object"] if finding["rule"].startswith("race") else finding["message"]
    for name, says, rule, pattern in judgements():
        if name == program and rule == finding["rule"] and fnmatch.fnmatchcase(what, pattern.strip()):
            return says == "true"
    return None


def main():
    bins = "--bins" in sys.argv
    count, points = collections.Counter(), collections.Counter()
    for arg in sys.argv[1:]:
        if "=" not in arg:
            continue
        program, path = arg.split("=", 1)
        with open(path, encoding="utf-8") as f:
            found = json.load(f)["findings"]
        for x in found:
            true = verdict(program, x)
            if true is None:
                continue
            group = "race" if x["rule"].startswith("race") else "locks"
            count[group, x["confidence"], true] += 1
            count[program, x["confidence"], true] += 1
            points[group, max(-200, min(120, x["score"] // 20 * 20)), true] += 1
    for group in sorted({k[0] for k in count}, key=lambda g: (g not in ("race", "locks"), g)):
        for level in LEVELS:
            good, bad = count[group, level, True], count[group, level, False]
            if good + bad:
                print("%-10s %-10s %3d of %3d true  %3d %%" % (group, level, good, good + bad, 100 * good // (good + bad)))
    for group, at in sorted({k[:2] for k in points}, reverse=True) if bins else ():
        good, bad = points[group, at, True], points[group, at, False]
        print("%-6s from %5d points: %3d true %3d false" % (group, at, good, bad))


if __name__ == "__main__":
    main()
