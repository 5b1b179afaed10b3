#!/usr/bin/env python3
"""Bad input, end to end: each case gives snag something broken, hostile or unlucky and claims what must come of it: the exit
status, one clear line that names the thing, no death by signal, nothing lost, and nothing executed that the input names.

    tests/bad/bad.py SNAG [-j N] [CASE]...

Every case runs in a directory of its own; a file named `canary` that appears there means that something ran, and fails it."""
import argparse
import concurrent.futures
import inspect
import os
import subprocess
import sys
import tempfile
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
# pylint: disable=wrong-import-position
import cache_cases
import hostile_cases
import input_cases
import large_cases
import linked_cases
from sandbox import Failed, Sandbox

MODULES = (input_cases, hostile_cases, cache_cases, linked_cases, large_cases)


def cases():
    found = []
    for module in MODULES:
        here = [(name, f) for name, f in inspect.getmembers(module, inspect.isfunction) if name.startswith("case_")]
        found += sorted(here, key=lambda item: getattr(item[1], "line", item[1].__code__.co_firstlineno))
    return [(name[5:], f) for name, f in found]


def run_timed(snag, case, verbose):
    start = time.monotonic()
    result = run(snag, case)
    if verbose:
        print("%6.1f s  %s" % (time.monotonic() - start, case[0]))
    return result


def run(snag, case):
    name, function = case
    with tempfile.TemporaryDirectory(prefix="snag-bad-", ignore_cleanup_errors=True) as directory:
        box = Sandbox(snag, directory)
        try:
            function(box)
            if box.canary_alive():
                return name, "the canary lives: something ran that must not"
        except Failed as e:
            return name, str(e)
        except subprocess.TimeoutExpired as e:
            return name, "no end after %d s: %s" % (e.timeout, e.cmd)
        except Exception:  # pylint: disable=broad-exception-caught; a case that stumbles has failed, the others go on
            return name, traceback.format_exc()
    return name, None


def main():
    parser = argparse.ArgumentParser(description="bad input for snag")
    parser.add_argument("snag")
    parser.add_argument("case", nargs="*")
    parser.add_argument("-v", action="store_true", help="print how long each case takes")
    parser.add_argument("-j", type=int, default=len(os.sched_getaffinity(0)), help="cases at a time")
    args = parser.parse_intermixed_args()
    chosen = [c for c in cases() if not args.case or c[0] in args.case]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        for name, problem in pool.map(lambda c: run_timed(os.path.abspath(args.snag), c, args.v), chosen):
            if problem:
                failed += 1
                print("FAILED %s: %s\n" % (name, problem.replace("\n", "\n    ")))
    print("%d passed, %d failed" % (len(chosen) - failed, failed))
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(main())
