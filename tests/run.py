#!/usr/bin/env python3
"""Runs annotated C programs through snag and compares what it says with what the programs say about themselves.

    tests/run.py SNAG [DIRECTORY or FILE]... [-j N] [--determinism | --prove SECONDS [--check]]

A test is one .c file, or a directory NAME.d whose .c files are one program (with a database.json in it, that is the compile
database to use; @DIR@ in it, as in FLAGS, is the directory of the run). Every test is copied to a directory of its own and run
there, so that snag sees short relative names and no configuration of ours. doc/testing.md explains the annotations:

    // FLAGS: --rule race -- -O2        // EXIT: 3        // MESSAGE: text on stderr        // STATS: conflicts == 1
    lock(&a);   // DEADLOCK 1           the same number on every line of one finding
    x = 1;      // RACE missed: why     // NORACE         // NORACE reported      several on a line are parted by ;
    snag_held(&m);   // ANSWER: must    // ANSWER: must ; today: may              a question (tests/snag_ask.h) and its answer
    /* dump ir:f  ...  */               /* dump-has ir:f  ...  */                 /* dump-lacks ir:f  ...  */
"""
import argparse
import collections
import concurrent.futures
import contextlib
import difflib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

RULES = ("race race-bitfield race-torn deadlock self-deadlock lock-leak unlock-unheld sleep-in-atomic wait-holding "
         "inconsistent-lock assert-held empty-section assert-fail").split()
SECONDS = 3600  # for one snag, which hangs then: a sanitizer build on a busy machine is slow
STEPS = 10000  # thousand steps of a search that count as a second (src/prove/data/effort.h): no proof depends on the machine
DEMANDED = 30  # seconds that a proof has which a program demands, or at night denies
HERE = os.path.dirname(os.path.abspath(__file__))
# Where programs are run, so that nobody waits for a disk; None: where temporary files usually are.
IN_MEMORY = "/dev/shm" if "TMPDIR" not in os.environ and os.access("/dev/shm", os.W_OK) else None
PROGRAMS = ("extract", "link", "points", "threads", "sharing", "seeds", "race", "races", "belief", "locks", "deadlock", "proofs",
            "whole", "annotate/read", "../examples")  # below HERE: where annotated programs are
STOP = {"ir": "link", "callgraph": "contexts", "callgraph.dot": "contexts", "parallel": "threads",
        "questions": "sharing"}  # others: the phase
PROVED = ("race", "race-bitfield", "deadlock", "self-deadlock", "wait-holding")  # rules that snag tries to prove
PROMISED = {"race": 80, "deadlock": 70}  # per cent of the true ones that --prove 10 confirms over all programs
QUESTIONS = "alias calls parallel held whose contexts".split()
ASK = "snag_ask.h"  # beside this file; a test includes it as if it were in its own directory

Finding = collections.namedtuple("Finding", "rule primary places text")
Dump = collections.namedtuple("Dump", "kind what lines file line")
Stat = collections.namedtuple("Stat", "name op number")
Answer = collections.namedtuple("Answer", "truth today")


class BadTest(Exception):
    """The test itself cannot be understood. Never passes for a test that holds."""


class Expectation:
    """One comment, or all the comments of one number: `places` are the (file, line) that a finding must name."""

    def __init__(self, rule, true, suffix, places):
        self.rule, self.true, self.suffix, self.places = rule, true, suffix, places
        self.reason = None  # what stands behind the colon, at one of the places or another

    def wanted(self):
        return self.true != (self.suffix is not None)  # RULE, or NORULE reported

    def met_by(self, finding):
        return finding.rule == self.rule and finding.primary in self.places and set(self.places) <= set(finding.places)

    def __str__(self):
        word = ("" if self.true else "NO") + self.rule.upper() + (" " + self.suffix if self.suffix else "")
        return "%s at %s" % (word, ", ".join("%s:%d" % p for p in self.places))


# ---------------------------------------------------------------- reading a test

LONGEST_FIRST = sorted((r.upper() for r in RULES), key=len, reverse=True)
WORD = re.compile(r"(NO)?(%s)(?: (\d+))?(?: (missed|reported))?(?:: (.*\S))?$" % "|".join(LONGEST_FIRST))
BADGES = {"none": "", "confirmed": "confirmed", "harness": "confirmed under harness",
          "assuming": "confirmed, assuming"}  # PROVED: what of each finding
DIRECTIVE = re.compile(r"\s*//\s*(FLAGS|EXIT|MESSAGE|STATS|PROVED|VERIFY(?: [a-z]+)?):\s*(.*?)\s*$")
COMMENT = re.compile(r"//\s*([A-Z][A-Z-]{3,}\b.*)$")
DUMP = re.compile(r"\s*/\* (dump|dump-has|dump-lacks) ([a-z.]+(?::\S+)?)\s*$")
QUESTION = re.compile(r"\bsnag_(?!harness\b)(\w+)\s*\(")
ANSWER = re.compile(r"//\s*ANSWER: (.*?)(?: ; today: (.*?))?\s*$")
STAT = re.compile(r"(\w+) (==|!=|<=|>=|<|>) (\d+)$")


class Test:
    def __init__(self, path):
        self.path = path
        self.multi = os.path.isdir(path)
        self.asks = False
        self.root = path if self.multi else os.path.dirname(path) or "."
        self.flags, self.cflags, self.messages, self.stats = [], [], [], []
        self.exit = self.proved = None
        self.dumps, self.expected = [], []
        self.numbered, self.answers = {}, {}
        names = sorted(os.listdir(path)) if self.multi else [os.path.basename(path)]
        self.sources = [n for n in names if n.endswith(".c")]
        self.database = "database.json" in names
        if not self.sources:
            raise BadTest("no .c file in it")
        for name in self.read_with_includes(self.sources):
            self.read(name)
        for e in self.expected:
            if e.suffix == "missed" and not e.reason:
                raise BadTest("%s:%d: %s missed, and why? Say it behind a colon" % (*e.places[0], e.rule.upper()))

    def read_with_includes(self, names):
        """The sources and every file of the test that they include, each once."""
        seen = list(names)
        for name in seen:
            with open(os.path.join(self.root, name), encoding="utf-8", errors="surrogateescape") as f:
                included = re.findall(r'^\s*#\s*include\s*"([^"]+)"', f.read(), re.M)
            self.asks |= ASK in included
            near = [os.path.normpath(os.path.join(os.path.dirname(name), i)) for i in included]
            seen += [i for i in near if i not in seen and os.path.exists(os.path.join(self.root, i))]
        return seen

    def read(self, name):
        dump = None
        with open(os.path.join(self.root, name), encoding="utf-8", errors="surrogateescape") as f:
            for number, text in enumerate(f, 1):
                if dump is not None:
                    dump = self.read_dump(dump, text)
                elif DUMP.match(text):
                    dump = Dump(*DUMP.match(text).groups(), [], name, number)
                elif re.match(r"\s*/\* dump", text):
                    raise BadTest("%s:%d: not a dump that is known: %s" % (name, number, text.strip()))
                elif DIRECTIVE.match(text):
                    self.read_directive(*DIRECTIVE.match(text).groups(), "%s:%d" % (name, number))
                elif QUESTION.search(text.partition("//")[0]) or ANSWER.search(text):
                    self.read_question(text, (name, number))
                elif COMMENT.search(text):
                    self.read_comment(COMMENT.search(text).group(1), (name, number))
        if dump is not None:
            raise BadTest("%s:%d: the dump has no end" % (name, dump.line))

    def read_dump(self, dump, text):
        if text.strip() == "*/":
            if not dump.lines:
                raise BadTest("%s:%d: an empty dump compares nothing" % (dump.file, dump.line))
            self.dumps.append(dump)
            return None
        if text.strip():
            dump.lines.append(text.strip())
        return dump

    def read_directive(self, word, value, where):
        if word == "FLAGS":
            flags, _, cflags = (" " + value + " ").partition(" -- ")
            self.flags += shlex.split(flags)
            self.cflags += shlex.split(cflags)
        elif word == "EXIT":
            self.exit = int(value)
        elif word == "PROVED":
            if value not in BADGES:
                raise BadTest("%s: PROVED: %s, not: %s" % (where, ", ".join(BADGES), value))
            self.proved = BADGES[value]
        elif word == "MESSAGE":
            self.messages.append(value)
        elif word.startswith("VERIFY"):
            pass  # for tests/verify/verify.py
        elif STAT.match(value):
            self.stats.append(Stat(*STAT.match(value).groups()))
        else:
            raise BadTest("%s: STATS: NAME ==|!=|<=|>=|<|> NUMBER, not: %s" % (where, value))

    def read_question(self, text, place):
        questions, answer = QUESTION.findall(text.partition("//")[0]), ANSWER.search(text)
        if len(questions) != 1 or questions[0] not in QUESTIONS:
            raise BadTest("%s:%d: one question a line, of: %s" % (*place, " ".join(QUESTIONS)))
        if not answer:
            raise BadTest("%s:%d: the question has no ANSWER" % place)
        truth, today = answer.groups()
        if not answer_known(questions[0], truth) or today is not None and not answer_known(questions[0], today):
            raise BadTest("%s:%d: not an answer to snag_%s: %s" % (*place, questions[0], answer.group(0)))
        if today is not None and answers_it(truth, today):
            raise BadTest("%s:%d: 'today: %s' says nothing new" % (*place, today))
        self.answers[place] = Answer(truth, today)

    def read_comment(self, text, place):
        for part in text.split(";"):
            match = WORD.match(part.strip())
            if not match:
                raise BadTest("%s:%d: not an annotation: %s" % (*place, part.strip()))
            negated, rule, number, suffix, reason = match.groups()
            if suffix == ("missed" if negated else "reported"):
                raise BadTest("%s:%d: '%s' says nothing new about %s%s" % (*place, suffix, negated or "", rule))
            e = self.expect(rule.lower(), not negated, number, suffix, place)
            e.reason = e.reason or reason

    def expect(self, rule, true, number, suffix, place):
        known = self.numbered.get((rule, number)) if number else None
        if known is None:
            known = Expectation(rule, true, suffix, [place])
            self.expected.append(known)
            if number:
                self.numbered[rule, number] = known
        elif (known.true, known.suffix) != (true, suffix):
            raise BadTest("%s:%d: %s %s says something else elsewhere" % (*place, rule.upper(), number))
        else:
            known.places.append(place)
        return known

    def expected_exit(self):
        if self.exit is not None:
            return self.exit
        return 1 if any(e.wanted() for e in self.expected) else 0


WORDS = {"alias": "must|may|no|unreached", "held": "must|may|no|unreached", "contexts": r"\d+|unreached",
         "parallel": "yes|no(: (same|before|joined|worker|barrier|gate|once|phase))?|unreached",
         "whose": "own|shared|one-thread|stack|tls|fresh|taken|indexed|gone|unreached",
         "calls": r"(\w+ )*by none|\w+( \w+)*( by (direct|context|field|type|points))?|unreached"}


def answer_known(question, text):
    return re.fullmatch(WORDS[question], text) is not None


def answers_it(truth, answer):
    """Whether an answer of snag's is the truth. `no`, `own` and names without `by` leave the reason open."""
    if truth == "own":
        return answer not in ("shared", "unreached")
    return truth == answer or truth == "no" and answer.startswith("no: ") or truth == answer.partition(" by ")[0]


# ---------------------------------------------------------------- running snag

RACY = """#include <pthread.h>
static int n;
static void *up(void *a) { n++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, up, 0); n++; return pthread_join(t, 0); }
"""


class Run:
    """One test in a directory of its own, with a cache of its own, which begins as a copy of `seed`: what clang says of its
    version, and what the prover compiles of its own (src/prove/execute/primitives.h). Both take as long as a short run."""
    seed = None

    @classmethod
    def make_seed(cls, snag, work):
        """A program is proved racy, so that its cache has these. Nothing depends on it: what is missing is made again."""
        with open(os.path.join(work, "racy.c"), "w", encoding="utf-8") as f:
            f.write(RACY)
        subprocess.run([os.path.abspath(snag), "check", "--quiet", "--cache=cache", "--prove=all", "racy.c"], cwd=work, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=SECONDS, check=False)
        cls.seed = os.path.join(work, "cache") if os.path.isdir(os.path.join(work, "cache")) else None

    def __init__(self, snag, test, directory):
        self.snag, self.test, self.directory = snag, test, directory
        self.silent = False  # it was asked, and there are no findings: nothing to prove
        if test.multi:
            shutil.copytree(test.path, directory, dirs_exist_ok=True)
        else:
            for name in test.read_with_includes(test.sources):
                os.makedirs(os.path.join(directory, os.path.dirname(name)), exist_ok=True)
                shutil.copy(os.path.join(test.root, name), os.path.join(directory, name))
        if test.asks:
            shutil.copy(os.path.join(HERE, ASK), directory)
        if test.database:
            with open(os.path.join(directory, "database.json"), encoding="utf-8") as f:
                text = f.read().replace("@DIR@", directory)
            with open(os.path.join(directory, "compile_commands.json"), "w", encoding="utf-8") as f:
                f.write(text)

        if Run.seed:
            shutil.copytree(Run.seed, os.path.join(directory, "cache"), dirs_exist_ok=True)

    def command(self, *extra):
        """--verbose: all pairs of a race, since all of its places count."""
        test = self.test
        flags = [f.replace("@DIR@", self.directory) for f in test.flags]
        inputs = ["-p", "."] if test.database else test.sources
        behind = ["--"] + test.cflags if test.cflags else []
        return [self.snag, "check", "--quiet", "--verbose", "--all", "--color=never", *extra, *flags, *inputs, *behind]

    def __call__(self, *extra):
        env = {k: v for k, v in os.environ.items() if not k.startswith("SNAG_")}
        env["SNAG_CHECK"] = "1"  # every phase checks its result
        done = subprocess.run(self.command(*extra), cwd=self.directory, env=env, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=SECONDS, check=False, encoding="utf-8", errors="surrogateescape")
        if done.returncode < 0 or done.returncode > 3:
            raise BadTest("snag ended with status %d\n%s%s" % (done.returncode, done.stdout[-2000:], done.stderr[-4000:]))
        return done


PRIMARY = re.compile(r"(\S.*?):(\d+):(\d+): warning: (.*) \[([a-z-]+)\]( #\d+.*)?$")
# A note, or one side of a race: "stats.c:41:9: note: write".
PLACE = re.compile(r"(\S.*?):(\d+)(?::\d+)?: note: \S")


def findings_of(text, directory):
    """The findings that the text output shows, each with the places it names, the primary first."""
    found = []
    for line in text.splitlines():
        match = PRIMARY.match(line)
        if match:
            place = (os.path.relpath(os.path.join(directory, match.group(1)), directory), int(match.group(2)))
            found.append(Finding(match.group(5), place, [place], line))
        elif found and PLACE.match(line):
            match = PLACE.match(line)
            found[-1].places.append((os.path.relpath(os.path.join(directory, match.group(1)), directory), int(match.group(2))))
    return found


# ---------------------------------------------------------------- comparing

def claim(expected, findings):
    """Each finding meets at most one expectation and the other way round, as many as can be; those that ask for most places choose
    first, and what one has chosen it gives up for another that would have none, if there is something else for it."""
    chosen = {}  # index of a finding -> the expectation that it meets

    def choose(e, asked):
        for i, f in enumerate(findings):
            if i not in asked and e.met_by(f):
                asked.add(i)
                if i not in chosen or choose(chosen[i], asked):
                    chosen[i] = e
                    return True
        return False

    for e in sorted(expected, key=lambda e: -len(e.places)):
        choose(e, set())
    met = {id(e): findings[i] for i, e in chosen.items()}
    return met, [f for i, f in enumerate(findings) if i not in chosen]


def compare_findings(test, findings, score):
    problems = []
    met, free = claim(test.expected, findings)
    for e in test.expected:
        reported = id(e) in met
        score.count(e, reported)
        if e.wanted() and not reported:
            stale = "; remove 'reported'" if not e.true else ""
            problems.append("not reported: %s%s" % (e, stale))
        elif not e.wanted() and reported:
            stale = "; remove 'missed'" if e.true else "; it must stay silent"
            problems.append("reported: %s%s\n%s" % (e, stale, met[id(e)].text))
    for f in free:
        score.false[f.rule] += 1
        problems.append("no comment expects this finding: %s" % f.text)
    return problems


ANSWERED = re.compile(r"(\S.*?):(\d+): snag_(\w+)\(.*\) = (.*)$")


def answers_of(text, directory):
    """(file, line): what snag answered there, each answer once: a function may be in the program in two copies."""
    said = {}
    for line in text.splitlines():
        match = ANSWERED.match(line)
        if not match:
            raise BadTest("not a line of --dump=questions: %s" % line)
        place = (os.path.relpath(os.path.join(directory, match.group(1)), directory), int(match.group(2)))
        said.setdefault(place, (match.group(3), []))[1].append(match.group(4))
    return said


def compare_answers(test, said, score):
    for place in sorted(set(test.answers) | set(said)):
        where = "%s:%d" % place
        if place not in test.answers:
            yield "%s: no ANSWER for snag_%s: %s" % (where, said[place][0], " and ".join(said[place][1]))
        elif place not in said:
            yield "%s: the question was not answered; ANSWER: %s" % (where, test.answers[place].truth)
        else:
            yield from compare_answer(where, test.answers[place], *said[place], score)


def compare_answer(where, expected, question, answers, score):
    true = all(answers_it(expected.truth, a) for a in answers)
    (score.right if true else score.wrong)[question] += 1
    if true and expected.today is not None:
        yield "%s: snag_%s is answered as it should be; remove '; today: %s'" % (where, question, expected.today)
    elif not true and (expected.today is None or not all(answers_it(expected.today, a) for a in answers)):
        today = "" if expected.today is None else " and not as today: " + expected.today
        yield "%s: snag_%s = %s, not %s%s" % (where, question, " and ".join(answers), expected.truth, today)


class Score:
    """True and reported, true and missed, false alarms, by rule; right and wrong answers, by question."""

    def __init__(self):
        self.hit, self.miss, self.false, self.right, self.wrong = (collections.Counter() for _ in range(5))
        self.confirmed, self.harness, self.unconfirmed = (collections.Counter() for _ in range(3))
        self.open = []  # true and not confirmed, or only under a harness
        # proofs, by how they are confirmed: true, called safe by a comment, without any comment
        self.asked, self.shown, self.lies, self.unsaid = (collections.Counter() for _ in range(4))

    def count(self, e, reported):
        if e.true:
            (self.hit if reported else self.miss)[e.rule] += 1
        elif reported:
            self.false[e.rule] += 1

    def add(self, other):
        for mine, theirs in zip(vars(self).values(), vars(other).values()):
            mine.update(theirs) if isinstance(mine, collections.Counter) else mine.extend(theirs)

    def too_few(self):
        """How many rules are below what is promised of proofs; said for each."""
        below = 0
        for rule, least in PROMISED.items():
            both = self.confirmed[rule] + self.harness[rule]
            if both * 100 < least * (both + self.unconfirmed[rule]):
                print("FAILED %s: less than %d %% of the true ones are confirmed" % (rule, least))
                below += 1
        return below

    def lines(self):
        for rule in [r for r in RULES if self.hit[r] or self.miss[r] or self.false[r]]:
            hit, miss, false = self.hit[rule], self.miss[rule], self.false[rule]
            yield "%s: %d true, %d found (recall %s), %s (precision %s)" % (
                rule, hit + miss, hit, percent(hit, hit + miss), count_of(false, "false alarm"), percent(hit, hit + false))
        for rule in [r for r in RULES if self.confirmed[r] or self.harness[r] or self.unconfirmed[r]]:
            both = self.confirmed[rule] + self.harness[rule]
            n = both + self.unconfirmed[rule]
            yield "%s: %d of %d true ones confirmed (%s), %d of them under a harness or an assumption" % (
                rule, both, n, percent(both, n), self.harness[rule])
        for how in CLASSES if self.asked["programs"] else ():
            yield "confirmed%s: %d true, %d that a comment calls safe, %d without a comment, in %d programs" % (
                how, self.shown[how], self.lies[how], self.unsaid[how], self.asked["programs"])
        for question in [q for q in QUESTIONS if self.right[q] or self.wrong[q]]:
            yield "snag_%-13s %3d right %3d wrong" % (question, self.right[question], self.wrong[question])


def percent(part, whole):
    """Rounded down: 100% is all of them. "-" of nothing."""
    return "%d%%" % (100 * part // whole) if whole else "-"


def count_of(n, what):
    return "%d %s%s" % (n, what, "" if n == 1 else "s")


def pattern_of(text, bound):
    """The regular expression of one line: `...` is any text, $name the value that it named first."""
    parts = []
    for token in re.split(r"(\s*\.\.\.\s*|\$[a-z]\w*)", text):
        if token.strip() == "...":
            parts.append(".*?")
        elif token.startswith("$") and len(token) > 1:
            name = token[1:]
            parts.append(re.escape(bound[name]) + r"(?![\w.])" if name in bound else
                         "(?P=%s)" % name if "(?P<%s>" % name in "".join(parts) else r"(?P<%s>%%[\w.]+)" % name)
        else:
            parts.append(re.escape(token))
    return "".join(parts)


def line_matches(expected, line, bound, whole):
    pattern = pattern_of(expected, bound)
    if not whole:
        pattern = (r"(?<!\w)" if expected[0].isalnum() else "") + pattern + (r"(?!\w)" if expected[-1].isalnum() else "")
    match = re.fullmatch(pattern, line) if whole else re.search(pattern, line)
    if match:
        bound.update({k: v for k, v in match.groupdict().items() if v})
    return match is not None


def whole_dump_matches(expected, actual):
    """Line by line; a line `...` skips any number of lines."""
    bound, at, skipping = {}, 0, False
    for line in expected:
        if line == "...":
            skipping = True
            continue
        while skipping and at < len(actual) and not line_matches(line, actual[at], dict(bound), True):
            at += 1
        if at == len(actual) or not line_matches(line, actual[at], bound, True):
            return False
        at, skipping = at + 1, False
    return skipping or at == len(actual)


def compare_dump(dump, output):
    actual = [line.strip() for line in output.splitlines() if line.strip()]
    where = "%s:%d: %s %s" % (dump.file, dump.line, dump.kind, dump.what)
    if dump.kind == "dump":
        if not whole_dump_matches(dump.lines, actual):
            difference = difflib.unified_diff(dump.lines, actual, "expected", "printed", lineterm="")
            return ["%s differs\n%s" % (where, "\n".join(difference))]
    elif dump.kind == "dump-has":
        bound, at = {}, 0
        for line in dump.lines:
            while at < len(actual) and not line_matches(line, actual[at], bound, False):
                at += 1
            if at == len(actual):
                return ["%s: not there, or not in this order: %s\n%s" % (where, line, indent(output))]
            at += 1
    else:
        bad = [(e, a) for e in dump.lines for a in actual if re.search(pattern_of(e, {}), a)]
        if bad or not actual:
            return ["%s: %s\n%s" % (where, "must not be there: %s" % (bad[0],) if bad else "nothing printed", indent(output))]
    return []


def indent(text):
    """As much of a text as helps: a dump may have megabytes."""
    lines = [line if len(line) < 300 else line[:300] + " ..." for line in text.splitlines()]
    if len(lines) > 80:
        lines[80:] = ["(%d lines more)" % (len(lines) - 80)]
    return "\n".join("    | " + line for line in lines)


OPERATORS = {"==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
             ">": lambda a, b: a > b, "<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b}


def find_counter(tree, name):
    """The counter `name`, wherever in the JSON tree it stands."""
    if isinstance(tree, dict):
        if isinstance(tree.get(name), (int, float)):
            return tree[name]
        return next((v for v in (find_counter(t, name) for t in tree.values()) if v is not None), None)
    return None


def stats_of(done):
    """--stats=json is one JSON object; it ends the output."""
    for text in (done.stdout, done.stderr):
        for match in re.finditer(r"^\{", text, re.M):
            try:
                return json.JSONDecoder().raw_decode(text[match.start():])[0]
            except json.JSONDecodeError:
                pass
    return None


def compare_stats(test, done):
    tree = stats_of(done)
    for s in test.stats:
        value = find_counter(tree, s.name)
        if value is None or not OPERATORS[s.op](value, int(s.number)):
            yield "STATS: %s is %s, not %s %s" % (s.name, value, s.op, s.number)


def compare_messages(test, done):
    lines = [line for line in done.stderr.splitlines() if line.strip() and not line.startswith(("{", "}", " "))]
    for text in test.messages:
        if not any(text in line for line in lines):
            yield "no line on stderr has: %s\n%s" % (text, indent(done.stderr))
    for line in lines:
        if line.startswith("snag: ") and not any(text in line for text in test.messages):
            yield "no MESSAGE expects this line on stderr: %s" % line


# ---------------------------------------------------------------- one test, all tests

class Sarif:
    """--sarif: the log of every program against the official schema. The part that is the same in all is looked at once."""

    def __init__(self):
        import jsonschema  # Debian: python3-jsonschema, for /usr/bin/python3
        with open(os.path.join(HERE, "output", "sarif-2.1.0.json"), encoding="utf-8") as f:
            schema = json.load(f)
        self.validator, self.tool, self.logs, self.results = jsonschema.validators.validator_for(schema)(schema), None, 0, 0

    def check(self, path, told):
        """told: how many findings the text has."""
        if not os.path.exists(path):
            return []  # the test ends before the report
        with open(path, encoding="utf-8") as f:
            log = json.load(f)
        run = log["runs"][0]
        self.logs, self.results = self.logs + 1, self.results + len(run["results"])
        if self.tool is None:
            self.tool = run["tool"]
        elif run["tool"] == self.tool:
            run["tool"] = {"driver": {"name": "snag"}}
        problems = ["SARIF: %s: %s" % (list(e.path), e.message[:300]) for e in self.validator.iter_errors(log)][:5]
        reported = [r for r in run["results"] if not r.get("suppressions")]
        return problems + (["SARIF has %d results, not %d" % (len(reported), told)] if len(reported) != told else [])


SARIF = None

HELD = re.compile(r"  thread \d+: .* holds \{(.*)\}$")
GUARD = re.compile(r"  guard: (\d+) of (\d+) accesses hold (.*)$")


def check_guards(text):
    """No more accesses than there are hold a guard, and none that all hold stands beside a side that does not hold it."""
    sides, problems = [], []
    for line in text.splitlines():
        held, guard = HELD.match(line), GUARD.match(line)
        if PRIMARY.match(line):
            sides = []
        elif held:
            sides.append({lock.replace(" (shared)", "") for lock in held.group(1).split(", ")})
        elif guard and int(guard.group(1)) > int(guard.group(2)):
            problems.append("'%s'" % line.strip())
        elif guard and guard.group(1) == guard.group(2) and not all(guard.group(3) in locks for locks in sides):
            problems.append("'%s' beside {%s}" % (line.strip(), "}, {".join(", ".join(sorted(locks)) for locks in sides)))
    return problems


def check_test(run, test, score):
    done = run("--cache=cache", *(["--output=sarif=out.sarif"] if SARIF else []))
    problems = compare_findings(test, findings_of(done.stdout, run.directory), score)
    run.silent = done.returncode == 0 and not done.stdout
    if done.returncode != test.expected_exit():
        problems.append("exit status %d, not %d\n%s" % (done.returncode, test.expected_exit(), indent(done.stderr)))
    problems += list(compare_messages(test, done)) + check_guards(done.stdout)
    if SARIF:
        problems += SARIF.check(os.path.join(run.directory, "out.sarif"), len(findings_of(done.stdout, run.directory)))
    if test.stats:
        problems += compare_stats(test, run("--cache=cache", "--stats=json"))
    if test.asks or test.answers:
        printed = run("--cache=cache", "--dump=questions", "--stop-after=" + STOP["questions"]).stdout
        problems += compare_answers(test, answers_of(printed, run.directory), score)
    printed = {}
    for dump in test.dumps:
        if dump.what not in printed:
            phase = dump.what.partition(":")[0]
            printed[dump.what] = run("--cache=cache", "--dump=" + dump.what, "--stop-after=" + STOP.get(phase, phase)).stdout
        problems += compare_dump(dump, printed[dump.what])
    return problems


def check_determinism(run):
    """The same bytes from one worker and from four, and from the cache as from the compiler."""
    problems = []
    for extra in ((), ("--dump=ir", "--stop-after=link"), ("--dump=summary,race", "--stop-after=race"), ("--show=pruned",),
                  ("--output=json",), ("--output=html",)):
        outputs = [run(*extra, *how).stdout for how in (("-j1", "--cache=one"), ("-j4", "--cache=four"), ("-j4", "--cache=one"))]
        for other, what in ((outputs[1], "-j1 and -j4"), (outputs[2], "compiled and cached")):
            if other != outputs[0]:
                diff = difflib.unified_diff(outputs[0].splitlines(), other.splitlines(), lineterm="", n=1)
                problems.append("%s differ\n%s" % (what, "\n".join(list(diff)[:40])))
    return problems


CONFIRMED = re.compile(r" #\d+ (?:\w+, )?confirmed( under harness|, assuming)?(?=$|:| )")
CLASSES = ("", " under harness", ", assuming")  # how a finding may be confirmed; each has a line of its own in the end
UNCONFIRMED = re.compile(r"\s+not confirmed(?: within:|, since it could not be tried:|:)? (.*)$")
MISTAKE = re.compile(r"not confirmed: .*bug of snag")


def reason_of(output, finding):
    """Why a finding is not confirmed: the line that its report has for it."""
    if finding is None:
        return "not reported"
    lines = output.splitlines()
    for line in lines[lines.index(finding.text) + 1:]:
        if PRIMARY.match(line):
            break
        if UNCONFIRMED.match(line):
            return line.strip()
    return "not tried"


APART = re.compile(r"not at the same moment: nothing orders the access of thread (\d+) in (\S+), line (\d+),")


def locks_in(text):
    return len(text.split(", ")) if text else 0


def end_of(finding, thread):
    """The last step of a thread, as far as a pair or an edge can show it: function, line, number of locks."""
    apart = APART.search(finding["proof"])
    if apart and int(apart.group(1)) == thread:  # it has happened before
        return apart.group(2), int(apart.group(3)), None
    last = [s for s in finding["witness"] if s["thread"] == thread][-1]
    return last["function"], last["line"], locks_in(last["locks"])


def is_shown(access, end, start):
    calls = access["chain"].split(" > ")
    return ((access["function"], access["line"]) == end[:2] and (end[2] or 0) <= locks_in(access["locks"])
            and calls[-1] == access["function"] and calls[0] in (start, "..."))


def edge_is_shown(finding, edge, thread):
    """A wrapper of a lock is shown where it is called; the execution ends inside it."""
    end, calls = end_of(finding, thread), edge["wants"]["chain"].split(" > ")
    if end[0] not in calls:
        return calls[0] in (finding["witness_functions"][thread], "...")
    taken = [s for s in finding["witness"] if s["thread"] == thread and
             (s["line"] == edge["acquired"]["line"] or s["function"] not in calls)]
    return taken and is_shown(edge["wants"], end, finding["witness_functions"][thread])


def shown_otherwise(finding):
    """What a confirmed finding shows must be what its execution ends with: the same accesses, by the same threads and calls,
    with all of its locks ("interrupts off" is one to the phases and none to an execution). Gives what is wrong."""
    functions = finding["witness_functions"]
    if finding.get("pairs"):
        for side, thread in zip("ab", finding["witness_threads"]):
            access = finding["pairs"][0][side]
            if not is_shown(access, end_of(finding, thread), functions[thread]):
                return "the pair that is shown is not the one that was proved: %s %s holds {%s}, but thread %d, of %s, ends at %s" % (
                    access["chain"], access["line"], access["locks"], thread, functions[thread], end_of(finding, thread))
        if finding["place"]["line"] != finding["pairs"][0]["a"]["line"]:
            return "the place is not that of the pair: %d" % finding["place"]["line"]
    for edge in finding.get("edges", []):
        if not any(edge_is_shown(finding, edge, t) for t in set(s["thread"] for s in finding["witness"])):
            return "an edge that is shown is not one that was proved: %s, acquired at %s" % (edge["wants"], edge["acquired"])
    return None


def check_shown(path, badge):
    """... and a program may say what becomes of all of its findings."""
    if not os.path.exists(path) and not badge:
        return []  # the test ends before the report, or has no findings
    with open(path, encoding="utf-8", errors="surrogateescape") as f:
        findings = json.load(f)["findings"]
    badges = set(f.get("badge", "") for f in findings)
    if badge is not None and badges != {badge} and (badges or badge):  # of no finding nothing is proved
        return ["PROVED: '%s' is expected of each finding, not: %s" % (badge, [(f["number"], f.get("badge"), f.get("proof")) for f in findings])]
    proved = [f for f in findings if f.get("confirmed") or f.get("confirmed_assuming") or f.get("confirmed_under_harness")]
    return ["#%d: %s" % (f["number"], wrong) for f in proved for wrong in [shown_otherwise(f)] if wrong]


def claim_proved(expected, findings):
    """As without a proof. But the place of a confirmed finding is where its execution ends, which may be an access that no
    comment numbers, if none calls it safe."""
    met, free = claim(expected, findings)
    safe = set(place for e in expected if not e.true for place in e.places)
    for f in [f for f in free if CONFIRMED.search(f.text) and f.primary not in safe]:
        e = next((e for e in expected if e.true and id(e) not in met and e.rule == f.rule and set(e.places) <= set(f.places)), None)
        if e is not None:
            met[id(e)] = f
            free.remove(f)
    return met, free


def check_proofs(run, test, score, seconds):
    """What is confirmed must be true: a confirmed finding on any other line fails. How many of the true ones are is counted. All
    findings are asked about, also of a program that expects none of these rules."""
    if test.proved or test.proved is not None and seconds >= 10:
        seconds = max(seconds, DEMANDED)
    shown = "" if run.silent and not test.proved else run("--cache=cache", "--prove=all", "--prove-work=%d" % (seconds * STEPS),
                                                          "-j1", "--output=json=proved.json").stdout
    findings = findings_of(shown, run.directory)
    met, free = claim_proved(test.expected, findings)
    problems = []
    for f in free:
        confirmed = CONFIRMED.search(f.text)
        if confirmed:
            safe = any(not e.true and e.rule == f.rule and f.primary in e.places for e in test.expected)
            (score.lies if safe else score.unsaid)[confirmed.group(1) or ""] += 1
            problems.append("confirmed, %s: %s" % ("although a comment calls it safe" if safe else "but no comment is about it", f.text))
    true = set(place for e in test.expected if e.true and e.rule in PROVED for place in e.places)
    score.asked["programs"] += 1
    for e in test.expected:
        confirmed = CONFIRMED.search(met[id(e)].text) if id(e) in met else None
        if e.true and e.rule in PROVED:
            (score.unconfirmed if not confirmed else score.harness if confirmed.group(1) == CLASSES[1] else score.confirmed)[e.rule] += 1
            if confirmed:
                score.shown[confirmed.group(1) or ""] += 1
            if not confirmed or confirmed.group(1):
                reason = "confirmed" + confirmed.group(1) if confirmed else reason_of(shown, met.get(id(e)))
                score.open.append("%s: %s: %s" % (os.path.relpath(test.path), e, reason))
        elif confirmed and not set(e.places) <= true:  # a second finding of what is true is no alarm that could be false
            if test.proved == BADGES["assuming"] and confirmed.group(1) == CLASSES[2]:
                continue  # the program says that what is assumed is not so
            score.lies[confirmed.group(1) or ""] += 1
            problems.append("confirmed, although it is false: %s\n%s" % (e, met[id(e)].text))
    problems += ["a proof that does not hold when it is run again: %s" % line for line in shown.splitlines()
                 if MISTAKE.search(line)]
    return problems + check_shown(os.path.join(run.directory, "proved.json"), test.proved)


def parts_of(args):
    """What is asked of each test: (name, function of a run, its test and its score that gives the problems)."""
    if args.determinism:
        return [("determinism", lambda run, test, score: check_determinism(run))]
    prove = [("prove", lambda run, test, score: check_proofs(run, test, score, args.prove))] if args.prove else []
    return ([("check", check_test)] if args.check or not prove else []) + prove


def run_part(part, run, test, score):
    try:
        return part(run, test, score)
    except BadTest as e:
        return [str(e)]
    except subprocess.TimeoutExpired as e:
        return ["no end after %d s: %s" % (e.timeout, " ".join(e.cmd))]


@contextlib.contextmanager
def directory_of(path, work):
    """Where a test runs: a directory that is gone behind it, or with --work one that stays, with the units in its cache."""
    if not work:
        with tempfile.TemporaryDirectory(prefix="snag-test-", dir=IN_MEMORY) as directory:
            yield directory
        return
    directory = os.path.join(work, os.path.relpath(os.path.realpath(path), os.path.dirname(HERE)).replace(os.sep, "__"))
    os.makedirs(directory, exist_ok=True)
    for name in ("out.sarif", "proved.json"):
        if os.path.exists(os.path.join(directory, name)):
            os.remove(os.path.join(directory, name))
    yield directory


def run_test(snag, path, parts, work=None):
    """The problems of each part. All parts are asked in one directory: what one has compiled, the next takes from the cache."""
    score = Score()
    try:
        test = Test(path)
        with directory_of(path, work) as directory:
            run = Run(snag, test, os.path.realpath(directory))
            problems = [run_part(part, run, test, score) for _, part in parts]
    except BadTest as e:
        problems = [[str(e)] for _ in parts]
    return path, problems, score


def tests_below(path):
    if os.path.isfile(path) or path.rstrip("/").endswith(".d"):
        return [path.rstrip("/")]
    found = []
    for directory, names, files in os.walk(path):
        found += [os.path.join(directory, n) for n in names if n.endswith(".d")]
        found += [os.path.join(directory, n) for n in files if n.endswith(".c")]
        names[:] = [n for n in names if not n.endswith(".d")]
    return found


def main():
    parser = argparse.ArgumentParser(description="run annotated C programs through snag")
    parser.add_argument("snag")
    parser.add_argument("paths", nargs="*", help="default: " + " ".join(PROGRAMS))
    parser.add_argument("-j", type=int, default=len(os.sched_getaffinity(0)), help="tests at a time")
    parser.add_argument("--determinism", action="store_true", help="compare -j1 with -j4 and compiled with cached instead")
    parser.add_argument("--prove", type=float, metavar="SECONDS",
                        help="instead: which true findings are confirmed within SECONDS each, counted in steps, and that no other is")
    parser.add_argument("--check", action="store_true", help="with --prove: and what is asked without it, too")
    parser.add_argument("--list", action="store_true", help="with --prove: name the true ones that are not confirmed")
    parser.add_argument("--work", metavar="DIRECTORY", help="keep what was compiled there, for the next run")
    parser.add_argument("--sarif", action="store_true", help="also check the SARIF of every program against the schema")
    args = parser.parse_intermixed_args()
    if args.sarif:
        global SARIF
        SARIF = Sarif()
    given = args.paths or [os.path.normpath(os.path.join(HERE, d)) for d in PROGRAMS if os.path.isdir(os.path.join(HERE, d))]
    missing = [p for p in given if not os.path.exists(p)]
    if missing:
        parser.error("no such test: " + missing[0])
    paths = sorted(set(p for path in given for p in tests_below(path)))
    parts = parts_of(args)
    total, failed = Score(), [0] * len(parts)
    with tempfile.TemporaryDirectory(prefix="snag-seed-", dir=IN_MEMORY) as seed, concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        Run.make_seed(args.snag, seed)
        for path, problems, score in pool.map(lambda p: run_test(os.path.abspath(args.snag), p, parts, args.work), paths):
            total.add(score)
            for i, (name, _) in enumerate(parts):
                if problems[i]:
                    failed[i] += 1
                    print("FAILED %s%s" % (os.path.relpath(path), " (%s)" % name if len(parts) > 1 else ""))
                    print("\n".join("    " + line for p in problems[i] for line in p.splitlines()))
    for line in (total.open if args.list else []):
        print("not from main " + line)
    if args.prove and args.prove >= 10 and not args.paths:
        failed[-1] += total.too_few()
    for line in total.lines():
        print(line)
    if SARIF:
        print("SARIF: %d logs with %d results are valid, but for what is said above" % (SARIF.logs, SARIF.results))
    for n in failed:
        print("%d passed, %d failed" % (len(paths) - n, n))
    return 1 if any(failed) or not paths else 0


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(main())
