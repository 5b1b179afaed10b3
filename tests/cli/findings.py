"""What is said of findings: text, pages, proofs, and rows for lock functions that no table knows."""
import os
import re
import shutil
import sqlite3
import tempfile

from checks import check
from common import RACY, TESTS, on_terminal, refuses, score_of, snag


def races():
    """Both sides of a race, the rules, what is ruled out: shown when asked for, never counted; also from a run that was kept."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/racy.c", "w") as f:
            f.write(RACY)
        for what in ("analysed", "kept"):
            r = snag("racy.c", cwd=d)
            check(r.returncode == 1 and re.match(r"racy\.c:(4|10):\d+: warning: data race on 'n' \[race\] #1 likely\n  thread 1: ",
                                                 r.stdout) and
                  r.stdout.count("thread 2: ") == 1 and {"4",
                                                         "10"} <= set(re.findall(r"^racy\.c:(\d+):\d+: note: ", r.stdout,
                                                                                 re.M)) and
                  re.fullmatch(r"1 finding in 1 unit, 13 lines \(1 race\); no gaps; \d+\.\d s\n", r.stderr),
                  "a race, %s" % what, r)
            check("overlap: 'f' is started at racy.c:9 and waited for at racy.c:11, while 'main' keeps running\n" in r.stdout and
                  "  suggested fix: take one lock around racy.c:10 and around racy.c:4, or make 'n' atomic\n" in r.stdout,
                  "why, and what to do, %s" % what, r)
            check(snag("racy.c", "--rule=race", cwd=d).returncode == 1, "--rule=race, %s" % what)
            for rule in ("race-bitfield", "lock-leak"):
                r = snag("racy.c", "--rule", rule, cwd=d)
                check(r.returncode == 0 and not r.stdout, "--rule %s, %s" % (rule, what), r)
            r = snag("racy.c", "--filter=boot-thread", cwd=d)
            check(r.returncode == 0 and not r.stdout and r.stderr.startswith("0 findings in 1 unit, 13 lines; 3 pruned; no gaps"),
                  "--filter, %s" % what, r)
            r = snag("racy.c", "--filter=boot-thread", "--show=pruned", cwd=d)
            check(r.returncode == 0 and re.fullmatch(r"racy\.c:(4|10):\d+: pruned: data race on 'n': \S.* \[race\]\n",
                                                     r.stdout) and
                  r.stderr.startswith("0 findings in 1 unit, 13 lines; 3 pruned; no gaps"), "--show=pruned, %s" % what, r)
            r = snag("racy.c", "--filter=same-entry", cwd=d)
            check(r.returncode == 1 and "[race] #1" in r.stdout, "a filter that does not apply, %s" % what, r)


CALLBACKS = """#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
struct event_base; struct event;
struct event_base *event_base_new(void);
struct event *event_new(struct event_base *, int, short, void (*)(int, short, void *), void *);
int event_base_dispatch(struct event_base *);
static long hits, left, ticks, plain;
static volatile sig_atomic_t quit;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void on_read(int fd, short what, void *arg) { hits += fd + what + !arg; }
static void at_end(void) { left++; }
static void on_tick(union sigval v) { ticks += v.sival_int; }
static void on_hup(int n) { plain += n; quit = 1; }
static void *worker(void *a) {
	hits++;
	left++;
	ticks++;
	pthread_mutex_lock(&m);
	plain++;
	pthread_mutex_unlock(&m);
	return a;
}
int main(void) {
	struct sigevent ev = { .sigev_notify = SIGEV_THREAD, .sigev_notify_function = on_tick };
	struct event_base *b = event_base_new();
	timer_t timer;
	pthread_t t;
	atexit(at_end);
	signal(SIGHUP, on_hup);
	pthread_create(&t, NULL, worker, NULL);
	timer_create(CLOCK_MONOTONIC, &ev, &timer);
	event_new(b, 0, 2, on_read, NULL);
	event_base_dispatch(b);
	return quit;
}
"""


def callbacks():
    """Who handles a signal is said of nobody else, and no advice puts a lock into a handler."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/callbacks.c", "w") as f:
            f.write(CALLBACKS)
        text = snag("callbacks.c", "--all", cwd=d).stdout
        of = {m.group(1): m.group(0) for m in re.finditer(r"data race on '(\w+)'.*?\n  suggested fix: .*?\n", text, re.S)}
        check(set(of) == {"hits", "left", "ticks", "plain", "quit"}, "races", text)
        for name, words in (("hits", "'on_read' is called by an event loop since callbacks.c:34"),
                            ("left", "'at_end' is called when the process ends since callbacks.c:30"),
                            ("ticks", "'on_tick' runs in a thread of its own each time since callbacks.c:33")):
            check(words in of[name] and "signal" not in of[name] and "interrupt-" not in of[name], name, of[name])
            check("fix: take one lock around" in of[name], "a callback may take a lock: " + name, of[name])
        for name in ("plain", "quit"):
            check("'on_hup' handles a signal and may run at any time, in any thread" in of[name], name, of[name])
            check(not re.search(r"fix: .*take (one lock|'m')", of[name]), "no lock in a handler: " + name, of[name])
        check("signal-flag -60" in of["quit"] and "signal-flag" not in of["plain"], "volatile sig_atomic_t", of["quit"])
        check("block the signal in all threads but one" in of["quit"], "advice", of["quit"])
        threads = snag("callbacks.c", "--dump=threads", "--stop-after=threads", cwd=d).stdout
        check(re.findall(r"^thread \d+: (\w+),.*?  (handler|callback) (\w+)", threads, re.M) ==
              [("at_end", "callback", "exit"), ("on_hup", "handler", "signal"), ("on_tick", "callback", "thread"),
               ("on_read", "callback", "loop")], "--dump=threads", threads)


def print_of_first(d):
    """The fingerprint of the first finding of the last run."""
    return re.search(r"^  fingerprint: ([0-9a-f]{16})$", snag("explain", "1", cwd=d).stdout, re.M).group(1)


def verdicts():
    """A verdict is listed, and taken back by fingerprint when the last run does not show the finding any more."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/racy.c", "w") as f:
            f.write(RACY)
        snag("racy.c", cwd=d)
        mark = print_of_first(d)
        check(snag("triage", "list", cwd=d).stdout == "no verdicts\n", "an empty list")
        snag("triage", "1", "benign", "--note=meant\x1b[31m", cwd=d)
        check(snag("racy.c", cwd=d).returncode == 0, "silenced")
        r = snag("triage", "list", cwd=d)
        check(re.fullmatch(mark + r": benign: racy\.c:\d+: data race on 'n' \[race\]; meant[^\x1b]*\n", r.stdout), "the list", r)
        r = snag("diff", cwd=d)
        check(re.search(r"^silenced +" + mark, r.stdout, re.M) and
              r.stdout.endswith("0 new, 0 fixed, 0 unchanged, 1 silenced\n"), "diff", r)
        r = snag("triage", mark[:7], "none", cwd=d)
        check(r.returncode == 0 and re.fullmatch(mark + r": none: racy\.c:\d+: data race on 'n' \[race\]\n", r.stdout), "taken back", r)
        check(snag("racy.c", cwd=d).returncode == 1 and snag("triage", "list", cwd=d).stdout == "no verdicts\n", "told again")


def by_fingerprint():
    """A finding is named by its fingerprint, or enough of it, wherever it is named by a number."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/racy.c", "w") as f:
            f.write(RACY)
        check("fingerprint" not in snag("racy.c", cwd=d).stdout, "not in the way")
        mark = print_of_first(d)
        r = snag("racy.c", "--verbose", cwd=d)
        check(r.stdout.count("  fingerprint: %s\n" % mark) == 1, "--verbose", r)
        whole, proof = snag("explain", "1", cwd=d), snag("prove", "racy.c", "1", cwd=d)
        check(whole.stdout.count("  fingerprint: %s\n" % mark) == 1 and "confirmed: " in proof.stdout, "explain, prove", proof)
        for word in (mark, mark.upper(), mark[:15], mark[:4]):
            check(snag("explain", word, cwd=d).stdout == whole.stdout, "explain " + word)
            check(snag("prove", "racy.c", word, cwd=d).stdout == proof.stdout, "prove " + word)
            r = snag("triage", word, "confirmed", cwd=d)
            check(re.fullmatch(mark + r": confirmed: racy\.c:\d+: data race on 'n' \[race\]\n", r.stdout), "triage " + word, r)
        other = "%016x" % (int(mark, 16) ^ 0xffff << 48)
        for word in (mark[:3], "x" + mark[1:], mark + "0", other, other[:6]):
            for command in (("explain", word), ("triage", word, "none")):
                r = snag(*command, cwd=d)
                check(r.returncode == 2 and not r.stdout and r.stderr.count("\n") == 1, " ".join(command), r)


def ambiguous():
    """Enough of a fingerprint is what nothing else begins with: silenced findings and those of earlier runs count."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/racy.c", "w") as f:
            f.write(RACY)
        snag("racy.c", cwd=d)
        mark = print_of_first(d)
        twin = mark[:8] + "%08x" % (int(mark[8:], 16) ^ 0xffffffff)
        with sqlite3.connect(d + "/.snag/findings.db") as db:
            db.execute("insert into verdict values (?, 'false', '', 0)", (twin,))
        db.close()
        both = sorted((mark, twin))
        r = snag("triage", mark[:6], "none", cwd=d)
        check(r.returncode == 2 and not r.stdout and r.stderr.count("\n") == 1 and
              "%s is the beginning of several fingerprints: " % mark[:6] in r.stderr and all(x in r.stderr for x in both),
              "two", r)
        check(twin in snag("triage", "list", cwd=d).stdout, "nothing was taken back")
        check(snag("triage", twin[:9], "none", cwd=d).stdout == twin + ": none\n", "no other begins so")
        check(snag("triage", "list", cwd=d).stdout == "no verdicts\n", "taken back")
        check(snag("triage", mark[:6], "false", cwd=d).returncode == 0, "only one is left")
        with open(d + "/racy.c", "w") as f:
            f.write("int main(void) { return 0; }\n")
        check(snag("racy.c", cwd=d).returncode == 0, "fixed")
        check(snag("diff", cwd=d).stdout.endswith("0 new, 1 fixed, 0 unchanged\n"),
              "what is not there any more is fixed, whatever was said of it", snag("diff", cwd=d))
        check(snag("triage", mark[:4], "none", cwd=d).returncode == 0 and
              snag("triage", mark[:4], "benign", cwd=d).returncode == 0, "of an earlier run")


def silenced():
    """What a comment, a pattern or a baseline silences is not fixed; a JSON report knows as much."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/racy.c", "w") as f:
            f.write(RACY)
        snag("racy.c", cwd=d)
        snag("baseline", "known.txt", cwd=d)
        for how in (["--ignore=race:*:n"], ["--baseline=known.txt", "--new-only"], ["comment"]):
            if how == ["comment"]:
                with open(d + "/racy.c", "w") as f:
                    f.write(RACY.replace("n++;", "n++; // snag-ignore: race a hint"))
                how = []
            snag("racy.c", *how, "--output=json=now.json", cwd=d)
            for words in (("1", "last"), ("1", "now.json")):
                r = snag("diff", *words, cwd=d)
                check(r.returncode == 0 and r.stdout.endswith("0 new, 0 fixed, 0 unchanged, 1 silenced\n"), " ".join(words), how,
                      r)


GUARDED = """#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t log_mutex = PTHREAD_MUTEX_INITIALIZER;
static int level, total, shown, lost;
static void put(int n) { level += n; }
static void one(void) { pthread_mutex_lock(&log_mutex); put(1); level = 2; level = 3; pthread_mutex_unlock(&log_mutex); }
static void *worker(void *a) {
	one();
	total++;
	lost++;
	if (shown++ > 3)
		puts("shown");
	return a;
}
static void *other(void *a) {
	put(2);
	total++;
	lost++;
	shown++;
	return a;
}
int main(void) {
	pthread_t t, u;
	pthread_create(&t, NULL, worker, NULL);
	pthread_create(&u, NULL, other, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	printf("%d\\n", total);
	return 0;
}
"""


def counted():
    """A guard is counted over what is shown: no access without the lock beside `n of n`. What is read at the end is read."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/guarded.c", "w") as f:
            f.write(GUARDED)
        text = snag("guarded.c", "--all", cwd=d).stdout
        of = {m.group(1): m.group(0) for m in re.finditer(r"data race on '(\w+)'.*?\n  suggested fix: .*?\n", text, re.S)}
        check(set(of) == {"level", "total", "shown", "lost"}, "races", text)
        guard = re.search(r"(\d+) of (\d+) accesses hold log_mutex", of["level"])
        check("holds {}" in of["level"] and (not guard or int(guard.group(1)) < int(guard.group(2))), "the guard", of["level"])
        check({name for name in of if "never-read" in of[name]} <= {"lost", "level"} and "never-read -1" in of["lost"],
              "what is never read", text)


READ = """#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void outside(const int *p);
struct record { int a, b; };
struct pool { int stop, done; };
static int printed, passed, given, updated, taken, used, lost;
static struct record copied, assigned, compared, cleared;
static struct pool *pool;
static int get(const int *p) { return *p; }
static void *worker(void *arg) {
	printed = passed = given = lost = 1;
	taken = used = 1;
	updated++;
	copied.a = assigned.a = compared.a = cleared.a = 1;
	while (!pool->stop)
		pool->done = 1;
	return arg;
}
int main(void) {
	pthread_t t;
	struct record to, other = { 0, 0 };
	int sum = 0;
	pool = calloc(1, sizeof *pool);
	pthread_create(&t, NULL, worker, NULL);
	printed = passed = given = lost = 2;
	updated++;
	sum += used++;
	sum += atomic_fetch_add((_Atomic int *)&taken, 1);
	copied.a = assigned.a = compared.a = cleared.a = 2;
	free(pool);
	pthread_join(t, NULL);
	printf("%d\\n", printed);
	sum += get(&passed);
	outside(&given);
	memcpy(&to, &copied, sizeof to);
	sum += to.a;
	other = assigned;
	sum += memcmp(&compared, &other, sizeof other);
	memset(&cleared, 0, sizeof cleared);
	return sum;
}
"""


def read_somehow():
    """Points for what nobody reads: whoever copies it, hands it to a callee, to a function outside, or looks at what an operation
    found there reads it; who updates it, or clears it, does not."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/read.c", "w") as f:
            f.write(READ)
        text = snag("read.c", "--all", cwd=d).stdout
        of = {m.group(1): m.group(0) for m in re.finditer(r"data race on '(\W*\w+)(?:\.\w+)?'.*?\n  suggested fix: .*?\n", text, re.S)}
        check({"printed", "passed", "given", "updated", "taken", "used", "lost", "copied", "assigned", "compared", "cleared",
               "*pool"} <= set(of), "races", text)
        check({name for name in of if "never-read" in of[name]} == {"lost", "updated", "cleared"}, "what is never read", text)


def explain():
    """One finding of the last run, whole: by number and by fingerprint; the points add up, and the user's weights count."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/racy.c", "w") as f:
            f.write(RACY)
        refuses(".snag/cache: no findings are kept here: run `snag check` first, without --no-cache, or say with --cache where its cache is", "explain", "1", cwd=d)
        snag("racy.c", cwd=d)
        r = snag("explain", "1", cwd=d)
        points, total = score_of(r.stdout)
        check(r.returncode == 0 and r.stdout.startswith("racy.c:") and "[race] #1" in r.stdout and not r.stderr, "explain 1", r)
        check(total == sum(points.values()) and points["always-unlocked"] == 2 and points["write"] == 1 and
              points["two-roots"] == 1, "points", r.stdout)
        print_of = re.search(r"fingerprint: ([0-9a-f]{16})$", r.stdout, re.M).group(1)
        check(snag("explain", print_of, cwd=d).stdout == r.stdout, "by fingerprint")
        other, more = score_of(snag("explain", "--rank=write=50", "1", cwd=d).stdout)
        check(other["write"] == 50 and more == total + 49, "--rank", other, more)
        with open(d + "/.snag.yml", "w") as f:
            f.write("rank: [write=-7, two-roots=0]\n")
        other, more = score_of(snag("explain", "1", cwd=d).stdout)
        check(other["write"] == -7 and other["two-roots"] == 0 and more == total - 9, "rank in a .snag.yml", other, more)
        check(re.search(r"^write +-7 ", snag("rank", cwd=d).stdout, re.M), "snag rank")
        with open(d + "/.snag.yml", "w") as f:
            f.write("rank:\n  write: 30\n  doubt: -1\n")
        check(score_of(snag("explain", "1", cwd=d).stdout)[0]["write"] == 30, "rank as a mapping")
        with open(d + "/.snag.yml", "w") as f:
            f.write("rank:\n  write: [1]\n")
        refuses(".snag.yml:2:10: write must be a plain word, not a list, a mapping or an alias", "explain", "1", cwd=d)
        with open(d + "/.snag.yml", "w") as f:
            f.write("models: { a: b }\n")
        refuses(".snag.yml:1:9: models must be a plain word, not a list, a mapping or an alias", "explain", "1", cwd=d)
        os.unlink(d + "/.snag.yml")
        for word in ("0", "2", "zzz", "0123456789abcdef", "-1"[1:] * 12):
            r = snag("explain", word, cwd=d)
            check(r.returncode == 2 and r.stderr.count("\n") == 1 and not r.stdout, "explain %s" % word, r)
        refuses("rank: there is no criterion 'wriet'; `snag rank` lists them", "--rank=wriet=1", "racy.c", cwd=d)
        refuses("rank: 'write' is not NAME=POINTS", "--rank=write", "racy.c", cwd=d)
        refuses("snag explain: one finding at a time, not '2' as well", "explain", "1", "2", cwd=d)


def layout():
    """Lines end where the terminal does, all but the first, which other programs read; places are links where that is wanted,
    and nowhere else."""
    with tempfile.TemporaryDirectory() as d:
        os.mkdir(d + "/a b%")
        long_name = "a_function_with_a_name_that_is_rather_long"
        text = RACY.replace("f(", long_name + "(").replace(" f,", " " + long_name + ",")
        with open(d + "/a b%/racy.c", "w") as f:
            f.write(text.replace("n++;", "n++; /* " + "word " * 40 + "*/"))
        for width in (50, 80, 120):
            r = snag("a b%/racy.c", cwd=d, COLUMNS=str(width))
            lines = r.stdout.splitlines()
            check(r.returncode == 1 and max(map(len, lines[1:])) <= width + (len(long_name) if width == 50 else 0),
                  "%d columns" % width, r.stdout)
            check(lines[0].startswith("a b%/racy.c:") and lines[0].endswith("[race] #1 likely"), "the first line is whole", lines[0])
            check(sum("^" == x.strip(" |") for x in lines) >= 2, "the carets are there", r.stdout)
        r = snag("a b%/racy.c", cwd=d)
        check(max(map(len, r.stdout.splitlines())) > 120 and "\x1b" not in r.stdout,
              "in a pipe lines are as long as they are, and plain", r.stdout)
        check(snag("a b%/racy.c", cwd=d, COLUMNS="wide").stdout == r.stdout, "COLUMNS that is no number")
        linked = snag("a b%/racy.c", "--links=always", cwd=d).stdout
        link = re.findall("\x1b]8;;([^\x1b]*)\x1b\\\\([^\x1b]*)\x1b]8;;\x1b\\\\", linked)
        url = "file://" + os.path.realpath(d) + "/a%20b%25/racy.c"
        check(link and all(u == url and re.fullmatch(r"a b%/racy\.c:\d+:\d+", t) for u, t in link), "links", link)
        check(re.sub("\x1b]8;;[^\x1b]*\x1b\\\\", "", linked) == r.stdout, "links change nothing else")
        plain = re.compile("\x1b\\[[0-9;]*m|\x1b]8;;[^\x1b]*\x1b\\\\")
        for env, color, links in (({}, True, False), ({"VTE_VERSION": "7200"}, True, True),
                                  ({"VTE_VERSION": "4800"}, True, False), ({"NO_COLOR": "1", "VTE_VERSION": "7200"}, False, True),
                                  ({"TERM": "dumb", "VTE_VERSION": "7200"}, False, False),
                                  ({"TERM": "screen-256color", "KONSOLE_VERSION": "220401"}, True, False),
                                  ({"TERM_PROGRAM": "WezTerm", "NO_COLOR": ""}, True, True),
                                  ({"INSIDE_EMACS": "28.2,compile", "VTE_VERSION": "7200"}, False, False),
                                  ({"INSIDE_EMACS": "28.2,term:0.96"}, True, False)):
            seen = on_terminal("a b%/racy.c", cwd=d, columns=70, **env)
            check(("\x1b[1m" in seen, "\x1b]8;;file://" in seen) == (color, links), "a terminal with %s" % env, repr(seen[:300]))
            check(max(len(plain.sub("", x)) for x in seen.splitlines()[1:]) <= 70, "its 70 columns", seen)
        brief = snag("a b%/racy.c", "--brief", "--color=always", "--links=never", cwd=d).stdout
        check(brief.count("\n") == 1 and "\x1b[1m" in brief and "]8;;" not in brief, "--brief in colour", brief)


def pages():
    """snag explain RULE is the page of the rule; of a finding it ends with it."""
    docs = os.path.join(os.path.dirname(TESTS), "doc", "rules")
    for name in sorted(os.listdir(docs)):
        with open(os.path.join(docs, name), encoding="utf-8") as f:
            page = f.read()
        r = snag("explain", name[:-3])
        check(r.returncode == 0 and r.stdout == page, "explain %s" % name[:-3], r)
        check("## Example" in page and "```c" in page and ("## Fix" in page), "an example and its fix: %s" % name)
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/racy.c", "w") as f:
            f.write(RACY)
        snag("racy.c", "--prove=1", cwd=d)
        r = snag("explain", "1", cwd=d)
        with open(os.path.join(docs, "race.md"), encoding="utf-8") as f:
            check(r.stdout.endswith(f.read()), "a finding ends with the page of its rule", r)
        check(re.search(r"^  every access: 4$", r.stdout, re.M) and
              len(re.findall(r"^    racy\.c:(?:4|10):\d+ +(?:read|write) +\{\} +(?:f|main) in ", r.stdout, re.M)) == 4,
              "every access and its locks", r.stdout)
        check(re.search(r"^    threads  'f' is started at racy.c:9", r.stdout, re.M) and
              re.search(r"^    prove    confirmed: ", r.stdout, re.M), "what each phase found", r.stdout)
        for word in ("    thread 0 (main)", " | thread 1 (f)"):
            check(word in r.stdout, "the execution, in two columns: %s" % word, r.stdout)
        r = snag("explain", "1", cwd=d, COLUMNS="60")
        check("    thread 1 (f)\n" in r.stdout and " | thread 1" not in r.stdout, "one column where there is no room for two",
              r.stdout)


def deadlocks():
    """Section 4.2: two threads and two global locks before locks behind pointers and a third thread: racerx, Figure 2 above
    Figure 6."""
    seeds = os.path.join(TESTS, "seeds")
    with tempfile.TemporaryDirectory() as d:
        for name in ("racerx_fig2.c", "racerx_fig6.c"):
            shutil.copy(os.path.join(seeds, name), d)
        r = snag("--rule=deadlock", "racerx_fig6.c", "racerx_fig2.c", cwd=d)
        order = [(f, text.count("->")) for f, text in re.findall(r"^(\S+?):.* lock order cycle: (.*) \[deadlock\]", r.stdout,
                                                                 re.M)]
        check(order == [("racerx_fig2.c", 2), ("racerx_fig6.c", 2), ("racerx_fig6.c", 3)], "the order of deadlocks", order)


PROVABLE = """#include <assert.h>
#include <pthread.h>
static int n, done;
static void *worker(void *arg) { n++; __atomic_store_n(&done, 1, 5); return arg; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	n = 2;
	assert(!__atomic_load_n(&done, 5));
	pthread_join(t, 0);
	return 0;
}
"""


def prove():
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/p.c", "w", encoding="utf-8") as f:
            f.write(PROVABLE)
        r = snag("check", "--prove=1", "p.c", cwd=d)
        check(r.returncode == 1 and "[race] #1 confirmed\n" in r.stdout and "1 of 1 tried is confirmed" in r.stderr,
              "check --prove", r)
        again = snag("check", "--prove=1", "p.c", cwd=d)
        check(again.stdout == r.stdout, "the proof is kept with the finding", again)
        r = snag("explain", "1", cwd=d)
        check("is about to" in r.stdout and "thread 1 (worker)" in r.stdout, "explain shows the execution", r)
        r = snag("prove", "p.c", "1", "--witness", "w.yml", "--emit-c", "s.c", cwd=d)
        check(r.returncode == 1 and "confirmed" in r.stdout and os.path.getsize(d + "/w.yml") and os.path.getsize(d + "/s.c"),
              "prove", r)
        r = snag("prove", "--asserts", "p.c", cwd=d)
        check(r.returncode == 1 and "fails [assert-fail] #1 confirmed" in r.stdout, "prove --asserts", r)
        r = snag("check", "--output=sarif=o.sarif", "--prove=1", "p.c", cwd=d)
        with open(d + "/o.sarif", encoding="utf-8") as f:
            check('"confirmed: ' in f.read(), "SARIF has the execution", r)
        with open(d + "/calm.c", "w") as f:
            f.write("int main(void) { return 0; }\n")
        for words, said in (((), "nothing to prove: there is no finding"),
                            (("--asserts",), "nothing to prove: there is no assertion")):
            r = snag("prove", "calm.c", *words, cwd=d)
            check(r.returncode == 0 and not r.stdout and r.stderr.startswith(said), "nothing to prove", r)
        check(snag("prove", "-q", "calm.c", cwd=d).stderr == "", "nothing to prove, quietly")
        with open(d + "/torn.c", "w") as f:
            f.write("int main(void) { return 0;\n")
        for words in ((), ("--asserts",)):
            r = snag("prove", "torn.c", *words, cwd=d)
            check(r.returncode == 3 and "part of the input was not analysed" in r.stderr and "no finding" not in r.stderr,
                  "nothing is said of what was not analysed", r)
        refuses("there is no finding 7; the report has 1, and there is no file of that name", "prove", "p.c", "7", cwd=d)
        refuses("there is no finding with the fingerprint 0000000000000001; the report has 1, and there is no file of that name",
                "prove", "p.c", "0000000000000001", cwd=d)
        refuses("--prove-seconds: 0 is not in 1..100000", "prove", "--prove-seconds=0", "p.c", cwd=d)
        r = snag("check", "--benign", "n", "p.c", cwd=d)
        check(r.returncode == 0 and not r.stdout and "; 1 annotated as benign" in r.stderr, "--benign", r)
        with open(d + "/two.c", "w") as f:
            f.write(TWO_REASONS)
        r = snag("check", "-v", "--show=pruned", "two.c", cwd=d)
        check(r.returncode == 0 and "  1 pair: before the other thread is started\n" in r.stdout and
              "  1 pair: joined\n" in r.stdout, "each reason why it was ruled out", r)


TWO_REASONS = """#include <pthread.h>
static pthread_mutex_t m;
static int n;
static void *w(void *p) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return p; }
int main(void)
{
	pthread_t t;
	pthread_mutex_init(&m, 0);
	pthread_create(&t, 0, w, 0);
	pthread_join(t, 0);
	pthread_mutex_destroy(&m);
	return 0;
}
"""

GATES = """struct gate { int v; };
void gate_enter(struct gate *);
void gate_leave(struct gate *);
int gate_count(struct gate *);
struct queue { struct gate gate; int n; };
static struct queue q;
void a(void) { gate_enter(&q.gate); q.n++; gate_leave(&q.gate); }
void b(void) { gate_enter(&q.gate); q.n--; gate_leave(&q.gate); }
void c(void) { gate_enter(&q.gate); q.n = 0; gate_leave(&q.gate); }
void d(void) { gate_enter(&q.gate); q.n = gate_count(&q.gate); gate_leave(&q.gate); }
"""


LAYERS = """#include <pthread.h>
void port_lock(int port);
void port_unlock(int port);
void cpus_read_lock(void);
void cpus_read_unlock(void);
static int n, m;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void raw_lock(pthread_mutex_t *l) { pthread_mutex_lock(l); }
static void raw_unlock(pthread_mutex_t *l) { pthread_mutex_unlock(l); }
static void task_lock(pthread_mutex_t *l) { raw_lock(l); }
static void task_unlock(pthread_mutex_t *l) { raw_unlock(l); }
void a(void) { port_lock(3); n++; port_unlock(3); task_lock(&lock); m++; task_unlock(&lock); }
void b(void) { port_lock(4); n--; port_unlock(4); task_lock(&lock); m--; task_unlock(&lock); }
void c(void) { port_lock(3); n = 0; port_unlock(3); task_lock(&lock); m = 0; task_unlock(&lock); }
void d(void) { cpus_read_lock(); n = 0; cpus_read_unlock(); }
void e(void) { cpus_read_lock(); n = 1; cpus_read_unlock(); }
void f(void) { cpus_read_lock(); n = 2; cpus_read_unlock(); }
"""


def infer():
    """Lock functions that no table knows: proposed, written, and then known."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/gates.c", "w") as f:
            f.write(GATES)
        r = snag("models", "--infer", "gates.c", cwd=d)
        rows = re.findall(r"^(\w+) +(acquire|release) +(\S+) ", r.stdout, re.M)
        check(r.returncode == 0 and rows == [("gate_enter", "acquire", "*0"), ("gate_leave", "release", "*0")], "rows", r)
        check("# gate_enter and gate_leave: 4 of 4 calls, z 1.00" in r.stdout, "counts and z", r.stdout)
        check("[race]" in snag("gates.c", cwd=d).stdout, "before")
        snag("models", "--infer", "--apply", "gates.c", cwd=d)
        check(snag("gates.c", cwd=d).returncode == 0, "after", snag("gates.c", cwd=d))
        with open(d + "/layers.c", "w") as f:
            f.write(LAYERS)
        rows = re.findall(r"^(\w+) +(acquire|release) +(.*?)  -  ", snag("models", "--infer", "layers.c", cwd=d).stdout, re.M)
        check(sorted(rows) == [("cpus_read_lock", "acquire", "@cpus_read_lock shared"),
                               ("cpus_read_unlock", "release", "@cpus_read_lock shared"), ("port_lock", "acquire", "0"),
                               ("port_unlock", "release", "0")],
              "numbers, readers, and wrappers of wrappers", rows)
        shutil.rmtree(d + "/.snag")
        os.mkdir(d + "/.snag")
        with open(d + "/.snag/models", "w") as f:
            f.write("# mine\n")
        r = snag("models", "--infer", "--apply", "gates.c", cwd=d)
        check(r.returncode == 2 and "is a file" in r.stderr and open(d + "/.snag/models").read() == "# mine\n",
              "a file of the user's stays", r)
        refuses("--apply needs --infer", "models", "--apply", cwd=d)
