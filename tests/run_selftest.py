#!/usr/bin/env python3
"""Proves that tests/run.py can fail: in each case a snag that only pretends says something, and the runner must pass or fail
it, and say why. Prints "N passed, N failed" as the runner does."""
import collections
import contextlib
import io
import os
import subprocess
import sys
import tempfile
import traceback

import run as runner

RUN = runner.__file__

FAKE = """#!%s -SE
import sys
flags = " ".join(sys.argv)
said = %r
for word in sys.argv:
    if word.startswith("--output=json="):
        with open(word[len("--output=json="):], "w", encoding="utf-8") as f:
            f.write('{"findings": []}')
if "--dump=" in flags:
    sys.stdout.write(said.get("dump4" if "-j4" in flags and "dump4" in said else "dump", ""))
else:
    sys.stdout.write(said.get("out4" if "-j4" in flags and "out4" in said else "proved" if "--prove" in flags else "out", ""))
    sys.stderr.write(said.get("err", ""))
    if "--stats=json" in flags:
        sys.stdout.write('{"counters": {"conflicts": 2}}\\n')
sys.exit(said.get("exit", 0))
"""

# title, the program, what snag says, whether the test passes, a part of what the runner prints
Case = collections.namedtuple("Case", "title program said passes prints", defaults=("",))

LEAK = "t.c:2:5: warning: 'a' is still held [lock-leak] #1\n"
PAIR = "t.c:2:5: warning: data race on 'x' [race] #1\nt.c:4:1: note: the other access\n"
SIDES = """t.c:2:5: warning: data race on 'x' [race] #1
  thread 1: main > pthread_create(f) > f   holds {}
t.c:2:5: note: write
      2 | x = 1;
        | ^
  thread 2: main   holds {m}
t.c:4:1: note: read
      4 | y = x;
        | ^
  guard: 2 of 3 accesses hold m
  1 more pair: see --verbose
t.c:5:1: note: read here, too
"""
PRUNED = "t.c:2:5: pruned: data race on 'x': ownership: fresh [race]\n"
ASK = '#include "snag_ask.h"\n%s\n'  # the question is on line 2
HELD = "t.c:2: snag_held(m) = must\n"
CALLS = "t.c:2: snag_calls(*fp) = a b by context\n"
APART = "t.c:2: snag_parallel(f, g) = no: joined\n"
WHOSE = "t.c:2: snag_whose(*p) = fresh\n"
ALL_HOLD = SIDES.replace("2 of 3", "3 of 3")
DUMP = "fn f(%c.1: struct conn *)\nb0: %2 = field %c.1 + 8 : struct conn.pool\n    %3 = load ptr %2\n    ret\n"

CASES = [
    Case("clean program, nothing said", "int x;\n", {}, True),
    Case("a finding where it is expected", "\nreturn; // LOCK-LEAK\n", {"out": LEAK, "exit": 1}, True,
         "lock-leak: 1 true, 1 found (recall 100%), 0 false alarms (precision 100%)"),
    Case("a finding with its reason in the comment", "\nreturn; // LOCK-LEAK: a\n", {"out": LEAK, "exit": 1}, True),
    Case("a finding on another line", "\n\nreturn; // LOCK-LEAK\n", {"out": LEAK, "exit": 1}, False,
         "not reported: LOCK-LEAK at t.c:3"),
    Case("a finding of another rule", "\nreturn; // UNLOCK-UNHELD\n", {"out": LEAK, "exit": 1}, False,
         "no comment expects this finding"),
    Case("an expected finding is missing", "\nreturn; // LOCK-LEAK\n", {}, False, "not reported"),
    Case("a finding that no comment expects", "\nreturn;\n", {"out": LEAK, "exit": 1}, False, "no comment expects this finding"),
    Case("the same finding twice", "\nreturn; // LOCK-LEAK\n", {"out": LEAK * 2, "exit": 1}, False,
         "no comment expects this finding"),
    Case("two on a line, both expected", "\nreturn; // LOCK-LEAK; LOCK-LEAK\n", {"out": LEAK * 2, "exit": 1}, True),
    Case("one that could meet two leaves the first to another", "\nx = 1; // RACE 1; RACE 2\n\ny = x; // RACE 1\nz = x; // RACE 2\n",
         {"out": PAIR + "t.c:5:1: note: read here, too\n" + PAIR.replace("'x'", "'y'"), "exit": 1}, True),
    Case("two on a line, one missing", "\nreturn; // LOCK-LEAK; RACE\n", {"out": LEAK, "exit": 1}, False, "not reported: RACE"),
    Case("a guard that some accesses hold", "\nx = 1; // RACE 1\n\ny = x; // RACE 1\ny = x; // RACE 1\n", {"out": SIDES, "exit": 1}, True),
    Case("a guard that all hold, and a side that does not", "\nx = 1; // RACE 1\n\ny = x; // RACE 1\ny = x; // RACE 1\n",
         {"out": ALL_HOLD, "exit": 1}, False, "'guard: 3 of 3 accesses hold m' beside {}, {m}"),
    Case("a guard that all hold, and so do both sides", "\nx = 1; // RACE 1\n\ny = x; // RACE 1\ny = x; // RACE 1\n",
         {"out": ALL_HOLD.replace("{}", "{n, m (shared)}"), "exit": 1}, True),
    Case("a guard that more hold than there are", "\nx = 1; // RACE 1\n\ny = x; // RACE 1\ny = x; // RACE 1\n",
         {"out": SIDES.replace("2 of 3", "4 of 3"), "exit": 1}, False, "'guard: 4 of 3 accesses hold m'"),
    Case("silent where it must be", "\nreturn; // NOLOCK-LEAK\n", {}, True),
    Case("not silent where it must be", "\nreturn; // NOLOCK-LEAK\n", {"out": LEAK, "exit": 1}, False, "must stay silent"),
    Case("a known miss", "\nreturn; // LOCK-LEAK missed: why\n", {}, True,
         "lock-leak: 1 true, 0 found (recall 0%), 0 false alarms (precision -)"),
    Case("a miss and a find", "\nreturn; // LOCK-LEAK\nreturn; // LOCK-LEAK missed: why\nreturn; // LOCK-LEAK missed: why\n",
         {"out": LEAK, "exit": 1}, True,
         "lock-leak: 3 true, 1 found (recall 33%), 0 false alarms (precision 100%)"),
    Case("a missed race and why", "\nx = 1; // RACE missed: through a pipe\n", {}, True, "race: 1 true, 0 found"),
    Case("a missed race, and nobody knows why", "\nx = 1; // RACE missed\n", {}, False, "t.c:2: RACE missed, and why?"),
    Case("a missed race with an empty reason", "\nx = 1; // RACE missed: \n", {}, False, "not an annotation"),
    Case("a missed deadlock, and nobody knows why", "\nlock(&b); // DEADLOCK 1 missed\n", {}, False,
         "t.c:2: DEADLOCK missed, and why?"),
    Case("a missed race of bit-fields", "\nx = 1; // RACE-BITFIELD missed\n", {}, False, "RACE-BITFIELD missed, and why?"),
    Case("a reason at one end is enough", "\nx = 1; // RACE 1 missed: why\n\nx = 2; // RACE 1 missed\n", {}, True),
    Case("a reason of another one is not", "\nx = 1; // RACE 1 missed: why\n\nx = 2; // RACE 2 missed\n", {}, False,
         "t.c:4: RACE missed"),
    Case("a false alarm nobody knew", "\nx = 1;\n", {"out": SIDES, "exit": 1}, False,
         "race: 0 true, 0 found (recall -), 1 false alarm (precision 0%)"),
    Case("a known miss that is now found", "\nreturn; // LOCK-LEAK missed: why\n", {"out": LEAK, "exit": 1}, False,
         "remove 'missed'"),
    Case("a known false alarm", "\nreturn; // NOLOCK-LEAK reported\n", {"out": LEAK, "exit": 1}, True,
         "1 false alarm (precision 0%)"),
    Case("a known false alarm that is gone", "\nreturn; // NOLOCK-LEAK reported\n", {}, False, "remove 'reported'"),
    Case("both ends of a pair", "\nx = 1; // RACE 1\n\nx = 2; // RACE 1\n", {"out": PAIR, "exit": 1}, True),
    Case("one end of a pair elsewhere", "\nx = 1; // RACE 1\n\n\nx = 2; // RACE 1\n", {"out": PAIR, "exit": 1}, False,
         "not reported: RACE"),
    Case("a pair whose primary end is unmarked", "\n\n\nx = 2; // RACE 1\n", {"out": PAIR, "exit": 1}, False,
         "no comment expects"),
    Case("a pair that disagrees with itself", "\nx = 1; // RACE 1\n\nx = 2; // RACE 1 missed\n", {"out": PAIR, "exit": 1}, False,
         "something else"),
    Case("both sides of a race", "\nx = 1; // RACE 1\n\ny = x; // RACE 1\n", {"out": SIDES, "exit": 1}, True,
         "race: 1 true, 1 found (recall 100%)"),
    Case("both sides and a note", "\nx = 1; // RACE 1\n\ny = x; // RACE 1\nz = x; // RACE 1\n", {"out": SIDES, "exit": 1}, True),
    Case("a side of a race elsewhere", "\nx = 1; // RACE 1\n\n\n\ny = x; // RACE 1\n", {"out": SIDES, "exit": 1}, False,
         "not reported: RACE"),
    Case("what was ruled out is no finding", "\nx = 1; // NORACE\n", {"out": PRUNED}, True),
    Case("what was ruled out is not found", "\nx = 1; // RACE\n", {"out": PRUNED}, False, "not reported: RACE"),
    Case("wrong exit status", "\nreturn; // LOCK-LEAK\n", {"out": LEAK, "exit": 0}, False, "exit status 0, not 1"),
    Case("exit status as asked", "// EXIT: 3\n", {"exit": 3}, True),
    Case("exit status not as asked", "// EXIT: 3\n", {}, False, "exit status 0, not 3"),
    Case("a crash", "int x;\n", {"exit": 134}, False, "ended with status 134"),
    Case("a message as asked", "// MESSAGE: conflicting definitions of 'x'\n",
         {"err": "snag: warning: conflicting definitions of 'x'\n"}, True),
    Case("a message that does not come", "// MESSAGE: conflicting definitions of 'y'\n", {}, False, "no line on stderr has"),
    Case("a message nobody asked for", "int x;\n", {"err": "snag: warning: hm\n"}, False, "no MESSAGE expects"),
    Case("a counter as asked", "// STATS: conflicts == 2\n", {}, True),
    Case("a counter not as asked", "// STATS: conflicts < 2\n", {}, False, "conflicts is 2, not < 2"),
    Case("a counter that does not exist", "// STATS: confusion == 0\n", {}, False, "confusion is None"),
    Case("a whole dump", "/* dump ir:f\n" + DUMP + "*/\n", {"dump": DUMP}, True),
    Case("a whole dump, indented otherwise", "/* dump ir:f\n" + DUMP.replace("    ", "\n  ") + "*/\n", {"dump": DUMP}, True),
    Case("a whole dump that lacks a line", "/* dump ir:f\n" + DUMP + "*/\n", {"dump": DUMP.replace("    ret\n", "")}, False,
         "-ret"),
    Case("a whole dump with a line more", "/* dump ir:f\n" + DUMP + "*/\n", {"dump": DUMP + "more\n"}, False, "+more"),
    Case("a whole dump with a gap", "/* dump ir:f\nfn f(%c.1: struct conn *)\n...\nret\n*/\n", {"dump": DUMP}, True),
    Case("a gap does not hide a wrong end", "/* dump ir:f\n...\nret 0\n*/\n", {"dump": DUMP}, False, "differs"),
    Case("lines of a dump", "/* dump-has ir:f\nload ptr\nret\n*/\n", {"dump": DUMP}, True),
    Case("lines of a dump in another order", "/* dump-has ir:f\nret\nload ptr\n*/\n", {"dump": DUMP}, False,
         "not there, or not in this order"),
    Case("half a word is not there", "/* dump-has ir:f\nload p\n*/\n", {"dump": DUMP}, False, "not there"),
    Case("the same value twice", "/* dump-has ir:f\n$a = field ... .pool\nload ptr $a\n*/\n", {"dump": DUMP}, True),
    Case("not the same value twice", "/* dump-has ir:f\nfield $a + 8\nload ptr $a\n*/\n", {"dump": DUMP}, False, "not there"),
    Case("what a dump must not have", "/* dump-lacks ir:f\nstore\n*/\n", {"dump": DUMP}, True),
    Case("what a dump must not have and has", "/* dump-lacks ir:f\nload\n*/\n", {"dump": DUMP}, False, "must not be there"),
    Case("what a dump must not have, inside a word", "/* dump-lacks ir:f\noad\n*/\n", {"dump": DUMP}, False, "must not be there"),
    Case("an empty dump lacks nothing", "/* dump-lacks ir:f\nload\n*/\n", {"dump": ""}, False, "nothing printed"),
    Case("a misspelt rule", "\nreturn; // LOCK-LAEK\n", {}, False, "not an annotation"),
    Case("a misspelt suffix", "\nreturn; // LOCK-LEAK mised\n", {}, False, "not an annotation"),
    Case("a suffix on the wrong word", "\nreturn; // NOLOCK-LEAK missed\n", {}, False, "says nothing new"),
    Case("a misspelt dump", "/* dumps ir:f\nx\n*/\n", {}, False, "not a dump"),
    Case("a dump without an end", "/* dump ir:f\nx\n", {"dump": "x\n"}, False, "has no end"),
    Case("a dump of nothing", "/* dump ir:f\n*/\n", {"dump": ""}, False, "compares nothing"),
    Case("an answer", ASK % "snag_held(&m); // ANSWER: must", {"dump": HELD}, True, "snag_held            1 right   0 wrong"),
    Case("a wrong answer", ASK % "snag_held(&m); // ANSWER: may", {"dump": HELD}, False, "snag_held = must, not may"),
    Case("an answer that begins the same", ASK % "snag_held(&m); // ANSWER: may", {"dump": HELD.replace("must", "maybe")}, False,
         "= maybe"),
    Case("an answer on another line", ASK % "\nsnag_held(&m); // ANSWER: must", {"dump": HELD}, False,
         "t.c:3: the question was not answered"),
    Case("an answer nobody expects", ASK % "", {"dump": HELD}, False, "t.c:2: no ANSWER for snag_held"),
    Case("a question that is not answered", ASK % "snag_held(&m); // ANSWER: must", {"dump": ""}, False, "was not answered"),
    Case("an answer without the header", "\nsnag_held(&m); // ANSWER: must\n", {"dump": ""}, False, "was not answered"),
    Case("a question answered twice, once wrongly", ASK % "snag_held(&m); // ANSWER: must",
         {"dump": HELD + HELD.replace("must", "no")}, False, "must and no, not must"),
    Case("a known deviation", ASK % "snag_held(&m); // ANSWER: may ; today: must", {"dump": HELD}, True,
         "snag_held            0 right   1 wrong"),
    Case("a known deviation that is gone", ASK % "snag_held(&m); // ANSWER: must ; today: may", {"dump": HELD}, False,
         "remove '; today: may'"),
    Case("a known deviation that is another one", ASK % "snag_held(&m); // ANSWER: no ; today: may", {"dump": HELD}, False,
         "not as today: may"),
    Case("a deviation that is none", ASK % "snag_held(&m); // ANSWER: must ; today: must", {"dump": HELD}, False,
         "says nothing new"),
    Case("functions by any method", ASK % "snag_calls(fp); // ANSWER: a b", {"dump": CALLS}, True),
    Case("functions by this method", ASK % "snag_calls(fp); // ANSWER: a b by context", {"dump": CALLS}, True),
    Case("functions by another method", ASK % "snag_calls(fp); // ANSWER: a b by field", {"dump": CALLS}, False,
         "not a b by field"),
    Case("a function less", ASK % "snag_calls(fp); // ANSWER: a", {"dump": CALLS}, False, "not a"),
    Case("apart for any reason", ASK % "snag_parallel(f, g); // ANSWER: no", {"dump": APART}, True),
    Case("apart for this reason", ASK % "snag_parallel(f, g); // ANSWER: no: joined", {"dump": APART}, True),
    Case("apart for another reason", ASK % "snag_parallel(f, g); // ANSWER: no: before", {"dump": APART}, False,
         "not no: before"),
    Case("not apart", ASK % "snag_parallel(f, g); // ANSWER: no", {"dump": APART.replace("no: joined", "yes")}, False,
         "= yes, not no"),
    Case("apart and should not be", ASK % "snag_parallel(f, g); // ANSWER: yes", {"dump": APART}, False, "not yes"),
    Case("its own for any reason", ASK % "snag_whose(p); // ANSWER: own", {"dump": WHOSE}, True),
    Case("its own for another reason", ASK % "snag_whose(p); // ANSWER: taken", {"dump": WHOSE}, False, "= fresh, not taken"),
    Case("not its own", ASK % "snag_whose(p); // ANSWER: own", {"dump": WHOSE.replace("fresh", "shared")}, False,
         "= shared, not own"),
    Case("its own and should not be", ASK % "snag_whose(p); // ANSWER: shared", {"dump": WHOSE}, False, "= fresh, not shared"),
    Case("nobody gets there", ASK % "snag_whose(p); // ANSWER: own", {"dump": WHOSE.replace("fresh", "unreached")}, False,
         "= unreached"),
    Case("a question without ANSWER", ASK % "snag_held(&m);", {"dump": HELD}, False, "has no ANSWER"),
    Case("an ANSWER without a question", ASK % "lock(&m); // ANSWER: must", {"dump": ""}, False, "one question a line"),
    Case("two questions on a line", ASK % "snag_held(&m); snag_held(&n); // ANSWER: must", {"dump": HELD * 2}, False,
         "one question a line"),
    Case("a misspelt question", ASK % "snag_hold(&m); // ANSWER: must", {"dump": ""}, False, "one question a line"),
    Case("a misspelt answer", ASK % "snag_held(&m); // ANSWER: musst", {"dump": HELD}, False, "not an answer to snag_held"),
    Case("a misspelt reason", ASK % "snag_parallel(f, g); // ANSWER: no: join", {"dump": APART}, False, "not an answer"),
    Case("a misspelt deviation", ASK % "snag_held(&m); // ANSWER: may ; todya: must", {"dump": HELD}, False, "not an answer"),
    Case("something else than answers", ASK % "snag_held(&m); // ANSWER: must", {"dump": HELD + "oops\n"}, False,
         "not a line of"),
]

DETERMINISM = [
    Case("deterministic", "int x;\n", {"out": "x\n", "dump": DUMP}, True),
    Case("findings depend on -j", "int x;\n", {"out": "x\n", "out4": "y\n"}, False, "-j1 and -j4 differ"),
    Case("dump depends on -j", "int x;\n", {"dump": "x\n", "dump4": "y\n"}, False, "-j1 and -j4 differ"),
]

FOUND = "t.c:2:5: warning: data race on 'x' [race] #1"
PROVED = [  # --check --prove: each part has a closing line, and fails by itself
    Case("checked and confirmed", "\nx = 1; // RACE\n", {"out": FOUND, "proved": FOUND + " confirmed", "exit": 1}, True,
         "race: 1 of 1 true ones confirmed"),
    Case("checked, and confirmed although false", "\nx = 1; // NORACE reported\n",
         {"out": FOUND, "proved": FOUND + " confirmed", "exit": 1}, False,
         "\n1 passed, 0 failed\n0 passed, 1 failed\n"),
    Case("confirmed, and not reported", "\nx = 1; // RACE\n", {"proved": FOUND + " confirmed", "exit": 1}, False,
         "\n0 passed, 1 failed\n1 passed, 0 failed\n"),
    Case("confirmed where a comment calls it safe", "\nx = 1; // NORACE\n", {"out": FOUND, "proved": FOUND + " confirmed", "exit": 1}, False,
         "confirmed: 0 true, 1 that a comment calls safe, 0 without a comment, in 1 programs"),
    Case("confirmed without a comment, beside one of another line", "\nx = 1;\ny = 1; // RACE\n",
         {"out": FOUND.replace(":2:", ":3:"), "proved": FOUND + " confirmed", "exit": 1}, False,
         "confirmed: 0 true, 0 that a comment calls safe, 1 without a comment, in 1 programs"),
    Case("confirmed under harness, and no comment at all", "\nx = 1;\n",
         {"out": FOUND, "proved": FOUND + " likely, confirmed under harness", "exit": 1}, False,
         "confirmed under harness: 0 true, 0 that a comment calls safe, 1 without a comment, in 1 programs"),
    Case("nothing proved of no finding", "// PROVED: none\nx = 1; // NORACE\n", {}, True),
    Case("no finding where each is to be confirmed", "// PROVED: confirmed\nx = 1; // NORACE\n", {}, False,
         "PROVED: 'confirmed' is expected of each finding, not: []"),
]


def write(path, text, mode=0o644):
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    os.chmod(path, mode)


def call(*args):
    """The runner's status, and what it printed. In this process: starting a python for each case would take most of the time."""
    out, err, sys.argv = io.StringIO(), io.StringIO(), [RUN, *args]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = runner.main()
        except Exception:
            traceback.print_exc()
            status = None
    return status, out.getvalue(), err.getvalue()


def check(case, *flags):
    """What the runner does wrong in this case, or nothing."""
    with tempfile.TemporaryDirectory() as directory:
        snag, program = os.path.join(directory, "snag"), os.path.join(directory, "t.c")
        write(snag, FAKE % (sys.executable, case.said), 0o755)
        write(program, case.program)
        status, out, err = call(snag, program, *flags)
    last = out.splitlines()[-2 if "--check" in flags else -1:]
    wanted = "1 passed, 0 failed" if case.passes else "0 passed, 1 failed"
    if err or (set(last) != {wanted} if case.passes
               else wanted not in last) or status != (0 if case.passes else 1) or case.prints not in out:
        return "FAILED %s: wanted '%s' and '%s'\n%s%s" % (case.title, wanted, case.prints, out, err)
    return None


def check_selection():
    """A test that is not there, and no test at all, are failures."""
    with tempfile.TemporaryDirectory() as directory:
        for path in (directory, os.path.join(directory, "absent.c")):
            done = subprocess.run([sys.executable, RUN, "/bin/true", path], capture_output=True, check=False)
            if done.returncode == 0:
                return "FAILED selection: %s passes" % path
    return None


def main():
    results = [*map(check, CASES), *(check(c, "--determinism") for c in DETERMINISM),
               *(check(c, "--check", "--prove", "1") for c in PROVED),
               check_selection()]
    wrong = [r for r in results if r]
    print("\n".join(wrong + ["%d passed, %d failed" % (len(results) - len(wrong), len(wrong))]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
