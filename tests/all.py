#!/usr/bin/env python3
"""Runs all tests of a build directory and closes with one line, "N passed, N failed":   tests/all.py BUILD [meson test option]...

A suite counts what it says: the lines of TAP ("ok", "not ok"), or the sum of its own "N passed, N failed" lines; one that says
neither counts as one. A suite that dies or times out has failed at least once, whatever it printed before. Skipped is neither."""
import json
import os
import re
import subprocess
import sys

SUM = re.compile(r"^(\d+) passed, (\d+) failed$", re.M)
TAP = re.compile(r"^(not ok|ok)\b(.*)$", re.M)
GOOD, SKIPPED = ("OK", "EXPECTEDFAIL"), ("SKIP",)


def count(result, out):
    """(passed, failed) of one suite."""
    if result in SKIPPED:
        return 0, 0
    passed = failed = 0
    sums, taps = SUM.findall(out), TAP.findall(out)
    if sums:
        passed, failed = sum(int(p) for p, _ in sums), sum(int(f) for _, f in sums)
    elif taps:
        lines = [word for word, rest in taps if not re.search(r"#\s*skip", rest, re.I)]
        passed, failed = lines.count("ok"), lines.count("not ok")
    elif result in GOOD:
        passed = 1
    if result not in GOOD and not failed:
        failed = 1
    return passed, failed


def environment(build):
    """Sanitizers stop at the first report; ThreadSanitizer knows OpenMP through libomp's Archer, where there is one."""
    env = dict(os.environ)
    env["SNAG_CHECK"] = "1"  # every phase checks its result
    env.setdefault("ASAN_OPTIONS", "abort_on_error=1:detect_stack_use_after_return=1")
    env.setdefault("UBSAN_OPTIONS", "halt_on_error=1:abort_on_error=1:print_stacktrace=1")
    hidden = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tsan.supp")
    env.setdefault("TSAN_OPTIONS", "halt_on_error=1:die_after_fork=0:ignore_noninstrumented_modules=1:suppressions=" + hidden)
    try:
        libs = subprocess.run(["llvm-config-19", "--libdir"], capture_output=True, text=True).stdout.strip()
    except OSError:
        libs = ""
    archer = os.path.join(libs, "libarcher.so")
    if "tsan" in os.path.basename(os.path.abspath(build)) and os.path.exists(archer):
        env.setdefault("OMP_TOOL_LIBRARIES", archer)
    return env


def slowness(build):
    return "5" if os.path.basename(os.path.abspath(build)) != "build" else "4"


def main():
    build, options = sys.argv[1], sys.argv[2:]
    log = os.path.join(build, "meson-logs", "testlog.json")
    if os.path.exists(log):
        os.remove(log)
    run = subprocess.run(["meson", "test", "-C", build, "--no-rebuild", "--print-errorlogs", "-t", slowness(build)] + options,
                         env=environment(build))
    passed = failed = 0
    if os.path.exists(log):
        with open(log, encoding="utf-8") as f:
            for line in f:
                test = json.loads(line)
                p, n = count(test["result"], test.get("stdout") or "")
                passed, failed = passed + p, failed + n
                if test["result"] in SKIPPED:
                    print("skipped: %s: %s" % (test["name"], (test.get("stdout") or "").strip()))
    if run.returncode and not failed or not passed + failed:
        failed += 1  # meson itself failed, or there was nothing to run
    print("\n%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
