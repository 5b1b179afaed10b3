"""What a report shows of what was found: confidence, how many, one finding for one cause, the pair, and how the rest is counted."""
import json
import os
import re
import tempfile

from checks import check
from common import RACY, snag


def written(d, name, text):
    with open(os.path.join(d, name), "w") as f:
        f.write(text)


def heads(r):
    """(object or message, number, confidence) of each finding of a text."""
    return re.findall(r"^\S+: warning: (?:data race on '([^']+)')?.*? \[[\w-]+\] #(\d+) (\w+)", r.stdout, re.M)


def threads(globals_, worker, main, n=2):
    return ("#include <pthread.h>\n#include <string.h>\n%s\nstatic void *worker(void *x) {\n%s\treturn x;\n}\n"
            "int main(void) {\n\tpthread_t t[%d];\n\tfor (int i = 0; i < %d; i++) pthread_create(&t[i], 0, worker, 0);\n%s"
            "\tfor (int i = 0; i < %d; i++) pthread_join(t[i], 0);\n\treturn 0;\n}\n" % (globals_, worker, n, n, main, n))


def confidence():
    """The same race with fewer and fewer points: likely, possible, unlikely; what is not shown is counted, and still is a finding
    for the exit status, unless somebody asked for more confidence."""
    with tempfile.TemporaryDirectory() as d:
        written(d, "p.c", RACY)
        for points, word in ((0, "likely"), (-60, "possible"), (-300, "unlikely")):
            r = snag("p.c", "--rank=write=%d" % points, "--all", cwd=d)
            check([h[2] for h in heads(r)] == [word] and r.returncode == 1, "%d points less" % -points, r)
        r = snag("p.c", "--rank=write=-300", cwd=d)
        check(r.returncode == 1 and not heads(r) and
              r.stdout == "1 finding is not shown: 1 unlikely (--confidence=unlikely); --all shows every finding\n" and
              r.stderr.startswith("0 findings in 1 unit, 13 lines; 1 more not shown (--all); "), "nothing is shown, and it is said", r)
        check(snag("p.c", "--rank=write=-300", "--confidence=unlikely", cwd=d).returncode == 1, "--confidence=unlikely")
        r = snag("p.c", "--rank=write=-300", "--confidence=possible", cwd=d)
        check(r.returncode == 0 and "1 unlikely" in r.stdout, "who asks for a confidence gets the exit status for it", r)
        r = snag("p.c", "--confidence=confirmed", cwd=d)
        check(r.returncode == 0 and "1 likely (--confidence=likely)" in r.stdout, "nothing is confirmed without a proof", r)
        r = snag("p.c", "--confidence=confirmed", "--prove=1", cwd=d)
        check(r.returncode == 1 and heads(r) == [("n", "1", "confirmed")], "confirmed", r)
        r = snag("p.c", "--confidence=certain", cwd=d)
        check(r.returncode == 2, "no such confidence", r)
        for form, want in (("json", '"confidence":"possible"'), ("sarif", '"confidence":"possible"'), ("junit", "(possible)"),
                           ("gitlab", '"severity":"minor"'), ("github", "::warning "), ("jsonl", '"confidence":"possible"')):
            text = snag("p.c", "-q", "--rank=write=-60", "--output=" + form, cwd=d).stdout.replace('": ', '":')
            check(want in text, "possible in " + form, text[:2000])


RULES = threads("static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;\n"
                "static int n0, n1, n2, n3, n4, n5;\n"
                "static void one(void) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); n0++; pthread_mutex_unlock(&b);"
                " pthread_mutex_unlock(&a); }\n"
                "static void two(void) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); n0++; pthread_mutex_unlock(&a);"
                " pthread_mutex_unlock(&b); }\n",
                "\tn1++;\n\tn2++;\n\tn3++;\n\tn4++;\n\tn5++;\n\tone();\n\ttwo();\n", "\tn1++;\n")


def rules():
    """The best of each rule comes before the second of any, whatever points another rule has."""
    with tempfile.TemporaryDirectory() as d:
        written(d, "p.c", RULES)
        for points in (-90, 0, 500):
            found = re.findall(r" \[([\w-]+)\] #(\d+)", snag("p.c", "--rank=misuse=%d" % (100 + points), cwd=d).stdout)
            check(sorted(x[0] for x in found) == ["deadlock"] + ["race"] * 5 and "deadlock" in [x[0] for x in found[:2]] and
                  [int(x[1]) for x in found] == list(range(1, 7)), "one of each first, %+d points" % points, found)


RECORD = threads("static struct { long hits, misses, lost; } stats;\nstatic long alone;\n",
                 "\tstats.hits++;\n\tstats.misses++;\n\tstats.lost++;\n\talone++;\n", "\tmemset(&stats, 0, sizeof stats);\n")
HELPER = threads("static int a, b, c;\nstatic void up(int *p) { (*p)++; }\n", "\tup(&a);\n\tup(&b);\n\tup(&c);\n", "")
# Two variables that two functions hand over side by side are one cause; ten lines further on in them begins another.
BESIDE = ("#include <pthread.h>\nstatic int a, b, far;\nstatic int set(void)\n{\n\ta = 1;\n\tb = 2;\n" + "\n" * 10 + "\tfar = 3;\n\treturn 0;\n}\n"
          "static int get(void)\n{\n\tint n = a;\n\tn += b;\n" + "\n" * 10 + "\treturn n + far;\n}\n"
          "static void *worker(void *x) { set(); return x; }\nint main(void)\n{\n\tpthread_t t;\n\tpthread_create(&t, 0, worker, 0);\n"
          "\tget();\n\tpthread_join(t, 0);\n\treturn 0;\n}\n")
# The same where another function writes one of the two as well, so that another pair stands for it.
OTHER = BESIDE.replace("static void *worker(void *x) {", "static void reset(void) { a = 0; }\nstatic void *worker(void *x) {").replace("\tget();", "\tget();\n\treset();")
APART = threads("static struct { long hits; } one;\nstatic struct { long hits; } two;\n"
                "static void first(void) { one.hits++; }\nstatic void second(void) { two.hits++; }\n", "\tfirst();\n\tsecond();\n", "")
# Three cycles hang on the order of a and b, which a call through a pointer makes if it means one of two functions; a fourth one does not.
GUESS = ("#include <pthread.h>\n#include <stdlib.h>\n"
         "static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER,\n"
         "\td = PTHREAD_MUTEX_INITIALIZER, x = PTHREAD_MUTEX_INITIALIZER, y = PTHREAD_MUTEX_INITIALIZER;\nstatic int n;\n"
         "static void quiet(void) { n = rand(); }\n"
         "static void loud(void)\n{\n\tpthread_mutex_lock(&b);\n\tn++;\n\tpthread_mutex_unlock(&b);\n}\n"
         "static void (*const runs[])(void) = { quiet, loud };\n"
         "static void both(pthread_mutex_t *p, pthread_mutex_t *q)\n{\n\tpthread_mutex_lock(p);\n\tpthread_mutex_lock(q);\n"
         "\tpthread_mutex_unlock(q);\n\tpthread_mutex_unlock(p);\n}\n"
         "static void *first(void *arg)\n{\n\tpthread_mutex_lock(&a);\n\truns[rand() % 2]();\n\tpthread_mutex_unlock(&a);\n"
         "\tboth(&x, &y);\n\treturn arg;\n}\n"
         + "".join("static void *%s(void *arg)\n{\n\tboth(&%s, &%s);\n\treturn arg;\n}\n" % f for f in (
             ("t1", "b", "a"), ("t2", "b", "c"), ("t3", "c", "a"), ("t4", "b", "d"), ("t5", "d", "a"), ("t6", "y", "x")))
         + "int main(void)\n{\n\tpthread_t t[7];\n"
         + "".join("\tpthread_create(&t[%d], 0, %s, 0);\n" % (i, f) for i, f in enumerate(("first", "t1", "t2", "t3", "t4", "t5", "t6")))
         + "\tfor (int i = 0; i < 7; i++)\n\t\tpthread_join(t[i], 0);\n\treturn 0;\n}\n")


def guesses():
    """Cycles that hang on one order which was guessed are one finding with a list."""
    with tempfile.TemporaryDirectory() as d:
        written(d, "p.c", GUESS)
        one = json.loads(snag("p.c", "-q", "--rule=deadlock", "--output=json", cwd=d).stdout)
        each = json.loads(snag("p.c", "-q", "--rule=deadlock", "--all", "--output=json", cwd=d).stdout)
        check(len(each["findings"]) == 4, "four cycles", [f["message"] for f in each["findings"]])
        check(sorted(len(f["members"]) for f in one["findings"]) == [0, 2], "one guess", [f["message"] for f in one["findings"]])


def causes():
    """Members that one memset clears, and the objects of one helper, are one finding with a list; each keeps its fingerprint."""
    with tempfile.TemporaryDirectory() as d:
        for name, text, want in (("record", RECORD, {("stats.hits", "stats.lost", "stats.misses"), ("alone",)}),
                                 ("helper", HELPER, {("a", "b", "c")}), ("beside", BESIDE, {("a", "b"), ("far",)}), ("other", OTHER, {("a", "b"), ("far",)}),
                                 ("apart", APART, {("one.hits",), ("two.hits",)})):
            written(d, "p.c", text)
            one = json.loads(snag("p.c", "-q", "--output=json", cwd=d).stdout)
            each = json.loads(snag("p.c", "-q", "--all", "--output=json", cwd=d).stdout)
            shown = {tuple(sorted([f["object"]] + [m["object"] for m in f["members"]])) for f in one["findings"]}
            check(shown == want, "causes of " + name, shown)
            numbers = sorted([f["number"] for f in one["findings"]] + [m["number"] for f in one["findings"] for m in f["members"]])
            check(numbers == list(range(1, 1 + len(each["findings"]))), "each has a number: " + name, numbers)
            prints = {(f["object"], f["fingerprint"]) for f in one["findings"]} | {
                (m["object"], m["fingerprint"]) for f in one["findings"] for m in f["members"]}
            check(prints == {(f["object"], f["fingerprint"]) for f in each["findings"]}, "and its fingerprint: " + name, prints)
        written(d, "p.c", RECORD)
        r = snag("p.c", cwd=d)
        check(re.search(r"data race on 'stats\.\w+' and 2 others \[race\] #\d likely\n  the same cause: 'stats\.\w+' #\d, 'stats\.\w+' #\d\n",
                        r.stdout) and "2 findings in 1 unit" in r.stderr, "as text", r)
        check(snag("baseline", "known.txt", cwd=d).returncode == 0, "a baseline")
        with open(d + "/known.txt") as f:
            check(len([x for x in f if x.strip() and not x.startswith("#")]) == 4, "has every finding by itself")
        snag("p.c", "-q", "--top=1", "--output=json=few.json", cwd=d)
        for known in ("known.txt", "few.json"):
            r = snag("p.c", "--baseline", known, "--new-only", cwd=d)
            check(r.returncode == 0 and not r.stdout, "nothing is new: " + known, r)
        number = re.search(r"'stats\.\w+' #(\d)[,\n]", snag("p.c", cwd=d).stdout).group(1)
        r = snag("explain", number, cwd=d)
        check(r.returncode == 0 and re.search(r"^  shown with: #\d", r.stdout, re.M), "explain a member", r)
        snag("triage", number, "false", cwd=d)
        r = snag("p.c", cwd=d)
        check("and 1 other [race]" in r.stdout and "1 silenced" in r.stderr, "a verdict is of one of them", r)


def short_list():
    """Sixty races: fifty are shown, the first ones whole, the others in a line each, on three screens; --top, --verbose and --all."""
    n = 60
    text = threads("".join("static int v%d;\n" % i for i in range(n)), "".join("\tv%d++;\n" % i for i in range(n)), "")
    with tempfile.TemporaryDirectory() as d:
        written(d, "p.c", text)
        r = snag("p.c", cwd=d)
        lines = r.stdout.splitlines()
        check(len(heads(r)) == 50 and len(lines) <= 150 and
              lines[-1] == "10 more findings are not shown: 10 beyond the first 50 (--top=N); --all shows every finding" and
              re.match(r"from #\d+ on in short: ", lines[-2]), "three screens", r.stdout)
        check(5 <= r.stdout.count("  suggested fix: ") <= 15, "the first ones whole")
        check(len(heads(snag("p.c", "--all", cwd=d))) == n and len(heads(snag("p.c", "--top=0", cwd=d))) == n and
              len(heads(snag("p.c", "--top=55", cwd=d))) == 55, "--all, --top")
        r = snag("p.c", "--verbose", cwd=d)
        check(len(heads(r)) == 50 and r.stdout.count("  suggested fix: ") == 50, "--verbose")
        r = snag("p.c", "--brief", cwd=d)
        check(len(r.stdout.splitlines()) == 50 and "10 more not shown (--all)" in r.stderr, "--brief: a line a finding", r)
        check(snag("diff", cwd=d).stdout.endswith("0 new, 0 fixed, 60 unchanged\n"), "diff sees all of them")


HANDLER = """#include <pthread.h>
#include <signal.h>
static int flag;
static void on(int s) { flag = s; }
static void other(int s) { flag = -s; }
int main(void) {
	signal(SIGINT, on);
	signal(SIGTERM, other);
	while (!flag)
		;
	return 0;
}
"""


def pairs():
    """Of all pairs one of two different threads of control is shown, not a handler beside itself."""
    with tempfile.TemporaryDirectory() as d:
        written(d, "p.c", HANDLER)
        first = json.loads(snag("p.c", "-q", "--all", "--output=json", cwd=d).stdout)["findings"][0]["pairs"][0]
        check(first["a"]["thread"] != first["b"]["thread"], "two threads", first)


def sizes():
    """SARIF of the default list stays below five million bytes: names of a thousand letters, long chains of calls, and as many as
    that silenced."""
    def long_name(what, i):
        return "%s_%d_%s" % (what, i, "x" * 1000)

    depth, n = 12, 70
    calls = ["static void %s(int *p) { (*p)++; }\n" % long_name("f", 0)]
    calls += ["static void %s(int *p) { %s(p); }\n" % (long_name("f", i), long_name("f", i - 1)) for i in range(1, depth)]
    records = "".join("static int %s; static void %s(void) { %s(&%s); %s++; }\n" % (
        long_name("v", i), long_name("g", i), long_name("f", depth - 1), long_name("v", i), long_name("v", i)) for i in range(n))
    text = threads("".join(calls) + records, "".join("\t%s();\n" % long_name("g", i) for i in range(n)), "")
    with tempfile.TemporaryDirectory() as d:
        written(d, "p.c", text)
        for more in ((), ("--ignore=race:*:v_1*",)):
            r = snag("p.c", "-q", *more, "--output=sarif=p.sarif", cwd=d)
            size = os.path.getsize(d + "/p.sarif")
            with open(d + "/p.sarif") as f:
                log = json.load(f)
            check(r.returncode == 1 and size < 5000000 and len(log["runs"][0]["results"]) >= 1, "%d bytes of SARIF" % size)
            ids = {x["id"] for res in log["runs"][0]["results"] for x in res.get("relatedLocations", [])}
            links = {int(x) for res in log["runs"][0]["results"] for x in re.findall(r"[^\\]\]\((\d+)\)", res["message"]["text"])}
            check(links <= ids, "links lead somewhere")
