#!/usr/bin/env python3
"""What each technique of racerx, section 6, is worth, as the table of doc/benchmarks.md:

    tools/lock_table.py [--cache DIR] SNAG [PROGRAM...]        each PROGRAM is a directory with a compile_commands.json

The first columns are the annotated programs of tests/deadlock and of the paper (tests/seeds/racerx_*): what is true and found,
what is true and missed, what is
false, of the rules about locks. Then the findings on each program, deadlocks and lock errors. One row for each technique that is
switched off."""
import argparse
import concurrent.futures
import glob
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.join(HERE, "..", "tests")
sys.path.insert(0, TESTS)
import run as annotated  # noqa: E402

LOCKS = ("deadlock", "self-deadlock", "lock-leak", "unlock-unheld", "sleep-in-atomic", "wait-holding", "assert-held")
ASKED = [word for rule in LOCKS for word in ("--rule", rule)]
ROWS = (
    ("everything on", []),
    ("6.1 error paths are kept", ["--keep-error-paths"]),
    ("6.2 downward only", ["--downward-only"]),
    ("6.3 all summaries", ["--all-summaries"]),
    ("6.3 the largest summary", ["--largest-summary"]),
    ("6.5 no unlock sets", ["--no-unlocksets"]),
    ("5.1 semaphores are locks", ["--semaphore-percent", "0"]),
    ("3 at most 10 entry lock sets", ["--entry-locksets", "10"]),
    ("ours: branches are not correlated", ["--no-correlation"]),
    ("ours: any number of possible targets", ["--all-targets"]),
)


def labelled(snag, path, flags):
    """True and found, true and missed, false alarms of one annotated program."""
    try:
        test = annotated.Test(path)
        with tempfile.TemporaryDirectory(prefix="snag-table-") as directory:
            done = annotated.Run(snag, test, os.path.realpath(directory))(*ASKED, *flags)
            found = [f for f in annotated.findings_of(done.stdout, os.path.realpath(directory)) if f.rule in LOCKS]
    except annotated.BadTest:
        return 0, 0, 0
    expected = [e for e in test.expected if e.rule in LOCKS]
    met, free = annotated.claim(expected, found)
    true = [e for e in expected if e.true]
    hit = sum(id(e) in met for e in true)
    return hit, len(true) - hit, len(free) + sum(id(e) in met for e in expected if not e.true)


def counted(snag, program, cache, flags):
    """Deadlocks, and lock errors, on a real program."""
    with tempfile.TemporaryDirectory() as own:
        out = os.path.join(own, "out.json")
        subprocess.run(["timeout", "900", snag, "check", "-p", program, "--cache", cache or own, *ASKED, *flags, "--quiet",
                        "--output", "json=" + out],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if not os.path.exists(out):
            return "-"
        with open(out, encoding="utf-8") as f:
            rules = [x["rule"] for x in json.load(f)["findings"] if not x.get("pruned")]
    return "%d, %d" % (rules.count("deadlock"), len(rules) - rules.count("deadlock"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("snag")
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--cache", help="where units of the programs are found again")
    options = parser.parse_args()
    snag = os.path.abspath(options.snag)
    paths = sorted(glob.glob(os.path.join(TESTS, "deadlock", "*.c")) + glob.glob(os.path.join(TESTS, "seeds", "racerx_*.c")))
    print("| | found | missed | false | " + " | ".join(os.path.basename(p.rstrip("/")) for p in options.programs) + " |")
    print("|" + "---|" * (4 + len(options.programs)))
    for name, flags in ROWS:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            sums = [sum(x) for x in zip(*pool.map(lambda p: labelled(snag, p, flags), paths))]
        real = [counted(snag, p, options.cache, flags) for p in options.programs]
        print("| %s | %s |" % (name, " | ".join([str(n) for n in sums] + real)), flush=True)


if __name__ == "__main__":
    main()
