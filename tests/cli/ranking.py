"""In which order findings come, and why (racerx, section 8 and Table 4)."""
import os
import re
import shutil
import tempfile

from checks import check
from common import TESTS, score_of, snag


TWO = """#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int casual, guarded;
static void up(void) {
	pthread_mutex_lock(&m);
	guarded++;
	pthread_mutex_unlock(&m);
}
static void down(void) {
	pthread_mutex_lock(&m);
	guarded--;
	pthread_mutex_unlock(&m);
}
static void *f(void *x) {
	up();
	down();
	casual = 2;
	guarded = 3;
	return x;
}
int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, f, 0);
	pthread_create(&u, 0, f, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return casual + guarded;
}
"""


def ranked():
    """Best first: what is mostly protected and stands alone in critical sections comes before what nobody ever protects."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/two.c", "w") as f:
            f.write(TWO)
        order = re.findall(r"data race on '(\w+)'", snag("two.c", cwd=d).stdout)
        check(order == ["guarded", "casual"], "by points", order)
        order = re.findall(r"data race on '(\w+)'", snag("two.c", "--rank=only-often=-50", cwd=d).stdout)
        check(order == ["casual", "guarded"], "by the user's points, from a run that was kept", order)


def non_atomic():
    """Table 4, and a slide of the talk: writes that take two stores, and those to bit-fields, before the write to a plain int."""
    seeds = os.path.join(TESTS, "seeds")
    with tempfile.TemporaryDirectory() as d:
        shutil.copy(os.path.join(seeds, "racerx_talk_non_atomic.c"), d)
        order = re.findall(r"data race on '([\w.]+)'", snag("racerx_talk_non_atomic.c", "--all", cwd=d).stdout)
        check(sorted(order[:2]) == ["state.mode", "wide"] and order[2:] == ["plain"], "not atomic first", order)
        order = re.findall(r"data race on '([\w.]+)'", snag("racerx_talk_non_atomic.c", "--all", "--rank=non-atomic=-5", cwd=d).stdout)
        check(order[:1] == ["plain"] and len(order) == 3, "last, if the user says so", order)
    text = """typedef unsigned long thread_id;
int pthread_create(thread_id *, const void *, void *(*)(void *), void *);
int pthread_join(thread_id, void **);
static long long wide;
static void *f(void *x) { wide = 1; return x; }
int main(void) { thread_id t; pthread_create(&t, 0, f, 0); wide = 2; pthread_join(t, 0); return 0; }
"""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/wide.c", "w") as f:
            f.write(text)
        found = {bits: "non-atomic +1" in snag("wide.c", "--verbose", "--", "-m%d" % bits, cwd=d).stdout for bits in (32, 64)}
        check(found == {32: True, 64: False}, "eight bytes are two stores where a word has four", found)


def rows_of(number, cwd):
    """The table of explain as {criterion: (value, points)}."""
    return {name: (value, int(points)) for name, value, points in
            re.findall(r"^    (\S+) +(\S.*?) +([+-]\d+)  \S", snag("explain", number, cwd=cwd).stdout, re.M)}


def races_of(text, d, *args):
    """The races of a program in the order of the report, each with its rows."""
    with open(d + "/p.c", "w") as f:
        f.write(text)
    found = re.findall(r"data race on '([^']+)' \[race(?:-bitfield)?\] #(\d+)",
                       snag("p.c", "--rule=race", "--rule=race-bitfield", "--all", *args, cwd=d).stdout)
    return [(name, rows_of(number, d)) for name, number in found]


def threads_of(body, *functions):
    """A program whose main runs these functions, each in a thread."""
    starts = "".join("\tpthread_create(&t[%d], 0, %s, 0);\n" % (i, f) for i, f in enumerate(functions))
    return ("#include <pthread.h>\n#include <stdlib.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
            "%s\nint main(void)\n{\n\tpthread_t t[%d];\n%s\treturn 0;\n}\n" % (body, len(functions), starts))


def figure7():
    """racerx, Figure 7: nvars=4, modified=1, has_locked=1."""
    seeds = os.path.join(TESTS, "seeds")
    with tempfile.TemporaryDirectory() as d, open(os.path.join(seeds, "racerx_fig7.c")) as f:
        found = dict(races_of(f.read(), d))
        check(len(found) == 4 and all(rows["several-variables"] == ("4", 1) for rows in found.values()), "nvars", found)
        written = {name for name, rows in found.items() if rows.get("write", ("", 0))[1] == 1}
        check({"space.enabledPassthroughPorts", "space.enabledPassthroughWords"} <= written, "modified", written)
        check(all(re.match("pthread_mutex_lock in guest, line ", found[name]["concurrent-code"][0]) for name in
                  ("space.enabledPassthroughPorts", "space.enabledPassthroughWords")), "has_locked", found)


def table4():
    """racerx, Table 4, line by line: each of its rows is seen on a program, and on the neighbour of that program where it does
    not hold."""
    def one(text, name, row, *args):
        with tempfile.TemporaryDirectory() as d:
            return dict(races_of(text, d, *args))[name].get(row, ("", 0))[1]

    def order(text, *args):
        with tempfile.TemporaryDirectory() as d:
            return [name for name, _ in races_of(text, d, *args)]

    thread = "static void *%s(void *a) { %s return a; }\n"
    # 8.2: flagged by both downward and upward propagation highest
    text = threads_of("static int both, alone, n;\nstatic void drop(void) { pthread_mutex_unlock(&m); }\n" +
                      thread % ("f", "pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); both += 2;") +
                      thread % ("g", "pthread_mutex_lock(&m); n++; drop(); alone += 2;"), "f", "f", "g", "g")
    check((one(text, "alone", "upward-alone"), one(text, "both", "upward-alone")) == (-30, 0),
          "flagged by upward propagation alone")
    check(order(text) == ["both", "alone"] and order(text, "--rank=upward-alone=50") == ["alone", "both"],
          "those of both methods first")
    # same score: number of conditionals and depth of the call chain
    text = threads_of("static int far, near;\nstatic void d3(int k) { if (k > 1) if (k > 2) far += 2; }\n"
                      "static void d2(int k) { d3(k); }\n" +
                      thread % ("f", "d2(rand());") + thread % ("g", "near += 2;"), "f", "f", "g", "g")
    check(order(text) == ["near", "far"], "the same score: conditionals and calls", order(text))
    # visits with an empty lock set
    text = threads_of("static int always, mostly;\nstatic void bump(void) { mostly += 2; }\n"
                      "static void bare1(void) { bump(); }\nstatic void bare2(void) { bump(); }\n" +
                      thread % ("f", "always += 2; bare1();") + thread % ("g", "always += 3; bare2();") +
                      thread % ("h", "pthread_mutex_lock(&m); bump(); pthread_mutex_unlock(&m);"), "f", "g", "h")
    check(one(text, "always", "always-unlocked") == 2, "always visited with an empty lock set")
    check((one(text, "mostly", "mostly-unlocked"), one(text, "mostly", "always-unlocked")) == (1, 0),
          "more often visited with an empty lock set than not")
    # 8.3: modifications on different roots
    bodies = (thread % ("f", "three += 2; two += 2; one += 2;") + thread % ("g", "three += 3; two += 3;") +
              thread % ("h", "three += 4; one_read = one;"))
    text = threads_of("static int three, two, one;\nint one_read;\n" + bodies, "f", "g", "h")
    check([one(text, name, row) for name, row in (("three", "many-roots"), ("two", "two-roots"), ("one", "one-root"))] ==
          [2, 1, -1], "roots that modify")
    # ours, for 8.4: written the first time only, and main comes first; or nobody does
    once = ("static int n, late, done, begun;\nstatic void set(void) { if (!done) { n = rand(); done = 1; } }\n"
            "static void begin(void) { if (!begun) { late = rand(); begun = 1; } }\n")
    text = threads_of(once + thread % ("f", "set(); begin(); rand_r(&(unsigned){ n + late });") , "f",
                      "f").replace("pthread_t t[2];", "pthread_t t[2];\n\tset();")
    check([one(text, name, "set-up") for name in ("n", "done", "late", "begun")] == [-100, -100, 0, 0],
          "written the first time only, before there are threads")
    check(order(text)[2:] in (["n", "done"], ["done", "n"]), "such come later", order(text))
    # ours, for 8.3: what a library calls itself may be there for that call only. Ways begin with what nobody calls, if such lead
    # there
    text = """#include <pthread.h>
struct box { pthread_mutex_t m; int a, b, c; };
void box_fill(struct box *x, int n) { x->a = n; }
void box_drop(struct box *x) { x->b++; }
void box_set(struct box *x, int n) { pthread_mutex_lock(&x->m); box_fill(x, n); pthread_mutex_unlock(&x->m); box_drop(x); }
int box_get(struct box *x) { pthread_mutex_lock(&x->m); int n = x->a + x->b; pthread_mutex_unlock(&x->m); return n; }
"""
    check([one(text, name, "inner-entry") for name in ("box.a", "box.b")] == [-60, 0],
          "entered by a function that the library calls itself, or not only so")
    check(order(text) == ["box.b", "box.a"] and order(text, "--rank=inner-entry=70") == ["box.a", "box.b"],
          "those that begin with functions for outsiders first")
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/p.c", "w") as f:
            f.write(text)
        check("any thread > box_set > box_drop" in snag("p.c", "--all", cwd=d).stdout, "the way from outside")
    # 8.4: only, first, last
    lock = "pthread_mutex_lock(&m); %s pthread_mutex_unlock(&m); "
    text = threads_of("static int often, once, first, last, middle, p, q;\n" +
                      thread % ("f", lock % "often++;" + lock % "once++;" + lock % "first++; p++; q++;" +
                                lock % "p++; q++; last++;") +
                      thread % ("g", lock % "often--;" + lock % "p++; middle++; q++;") +
                      thread % ("h", "often = 7; once = 7; first = 7; last = 7; middle = 7;"), "f", "g", "h")
    check([one(text, name, name if name in ("first", "last") else "only-" + name)
           for name in ("often", "once", "first", "last")] == [4, 2, 1, 1], "only, first and last in a critical section")
    check([one(text, "middle", row) for row in ("only-often", "only-once", "first", "last")] == [0, 0, 0, 0],
          "in the middle of one")
    # z
    for n, points in ((28, 2), (20, 0)): # by hand: 28 of 29 is z = 2.23, 20 of 21 is 1.75
        text = threads_of("static int x;\n" + "".join("static void f%d(void) { %s }\n" % (i, lock % ("x += %d;" % i))
                                                      for i in range(n)) +
                          thread % ("f", "".join("f%d(); " % i for i in range(n))) + thread % ("g", "x = 7;"), "f", "g")
        check(one(text, "x", "believed") == points, "z > 2: %d of %d" % (n, n + 1))
    text = threads_of("struct s { int member; };\nstatic int global;\nstatic struct s *shared;\n" +
                      thread % ("f", "struct s *p = shared; p->member += 2; global += 2;") +
                      thread % ("g", "struct s *p = shared; p->member += 3; global += 3;"), "f",
                      "g").replace("\tpthread_t t", "\tshared = malloc(sizeof *shared);\n\tpthread_t t")
    with tempfile.TemporaryDirectory() as d:
        found = races_of(text, d)
        member = [rows for name, rows in found if "member" in name]
        check(member and member[0]["not-believed"][1] == -2, "non-global and z < -2", found)
        check("not-believed" not in dict(found)["global"], "a global is not punished", found)
    # unprotected variables in the non-critical section
    text = threads_of("static int v1, v2, v3, v4, v5, x, y, z, n;\n" + thread % ("f", "v1++; v2++; v3++; v4++; v5++;") +
                      thread % ("g", "x++; y++; " + lock % "n++;" + "z++;"), "f", "f", "g", "g")
    check([one(text, name, row) for name, row in (("v1", "many-variables"), ("x", "several-variables"),
                                                  ("z", "several-variables"))] == [2, 1, 0],
          "variables in the non-critical section")
    # written and rarely read
    text = threads_of("static int seldom, often;\nint sink;\n" +
                      thread % ("f", "\nseldom++; often++;\nseldom += 2;\nseldom += 3;\nseldom += 4;\n") +
                      thread % ("g", "sink = seldom;\nsink = often;\n"), "f", "f", "g")
    check((one(text, "seldom", "seldom-read"), one(text, "often", "seldom-read")) == (-1, 0), "rarely read")
    # the access was a write
    text = threads_of("static int x;\nint y;\n" + thread % ("f", lock % "x += 2;") + thread % ("g", "y = x;"), "f", "g")
    check(one(text, "x", "write") == 0 and one(text.replace("y = x;", "x = 5;"), "x", "write") == 1,
          "the unprotected access is a write")


def wrong_lock():
    """racerx, 8.5: errors where no lock is held before those where the wrong one is."""
    seeds = os.path.join(TESTS, "belief")
    with tempfile.TemporaryDirectory() as d:
        shutil.copy(os.path.join(seeds, "routine_wrong.c"), d)
        with open(d + "/routine_wrong.c", "a") as f:
            f.write("\nvoid without(void)\n{\n\tpthread_mutex_lock(&state_lock);\n\tpthread_mutex_unlock(&state_lock);\n"
                    "\tlog_line(\"without\");\n}\nvoid more(void)\n{\n" + 4 *
                    "\tpthread_mutex_lock(&log_lock);\n\tlog_line(\"more\");\n\tpthread_mutex_unlock(&log_lock);\n" + "}\n")
        with open(d + "/mine.model", "w") as f:
            f.write("multithreaded without\nmultithreaded more\n")
        text = snag("routine_wrong.c", "--models=mine.model", "--rule=inconsistent-lock", cwd=d).stdout
        said = re.findall(r"'log_line' is called (with(?:out)?) ", text)
        check(said == ["without", "with", "with"], "no lock before the wrong one", text)


SIGNALS = """#include <signal.h>
static int stored, looked_at, seen;
static void on_signal(int n) { stored = n; seen = looked_at; }
int main(void) {
	signal(SIGHUP, on_signal);
	for (int i = 0; i < 100; i++)
		looked_at = i + stored;
	return 0;
}
"""


def interrupted():
    """What a signal handler writes counts more than what it reads."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/signals.c", "w") as f:
            f.write(SIGNALS)
        found = re.findall(r"data race on '(\w+)' \[race\] #(\d+)", snag("signals.c", cwd=d).stdout)
        points = {name: score_of(snag("explain", number, cwd=d).stdout)[0] for name, number in found}
        check(set(points) == {"stored", "looked_at"} and points["stored"].get("interrupt-write") == 2 and
              points["looked_at"].get("interrupt-read") == 1, "interrupts", points)
        with open(d + "/mine.model", "w") as f:
            f.write("interrupt *_isr\n")
        with open(d + "/irq.c", "w") as f:
            f.write("static int stored, looked_at, seen, apart;\nvoid disk_isr(void) { stored = 7; seen = looked_at; }\n"
                    "void enter(void) { looked_at = stored + 2; apart += 2; }\nint report(void) { return seen; }\n")
        found = re.findall(r"data race on '(\w+)' \[race\] #(\d+)", snag("irq.c", "--models=mine.model", cwd=d).stdout)
        points = {name: score_of(snag("explain", number, cwd=d).stdout)[0] for name, number in found}
        check([points[name].get(row, 0) for name, row in (("stored", "interrupt-write"), ("looked_at", "interrupt-read"),
                                                          ("apart", "interrupt-write"), ("apart", "interrupt-read"))]
              == [2, 1, 0, 0], "data shared with an interrupt handler", points)


def explained():
    """Each rule's findings have a table of criterion, value and points, which add up to the score."""
    for rule, name in (("race", "seeds/racerx_fig7.c"), ("race-bitfield", "races/memory/bitfield_beside_broken.c"),
                       ("inconsistent-lock", "belief/objects.c"), ("deadlock", "seeds/racerx_fig2.c"),
                       ("self-deadlock", "deadlock/callback_self.c"), ("unlock-unheld", "deadlock/goto_unheld.c"),
                       ("lock-leak", "deadlock/goto_out.c"),
                       ("sleep-in-atomic", "deadlock/kernel_alloc.c"), ("wait-holding", "deadlock/barrier_holding.c"),
                       ("assert-held", "deadlock/kernel_assert.c"), ("empty-section", "belief/empty.c")):
        with tempfile.TemporaryDirectory() as d:
            r = snag("--all", os.path.join(TESTS, name), "--rule=" + rule, "--", "-I", os.path.dirname(os.path.join(TESTS, name)), cwd=d)
            check("[%s] #1" % rule in r.stdout, "a finding of %s" % rule, r)
            text = snag("explain", "1", cwd=d).stdout
            points, total = score_of(text)
            check(re.search(r"^ +criterion +value +points", text, re.M) and points and sum(points.values()) == total,
                  "explain of %s" % rule, points, total)


TABLES = """struct ops { int version; void (*open)(void); void (*close)(void); };
static int disks, tapes, others;
void sys_open_disk(void) { disks++; }
static void tape_open(void) { tapes++; }
static void tape_close(void) { others++; }
const struct ops disk = { 1, sys_open_disk, 0 };
const struct ops tape[2] = { { 1, 0, 0 }, { 2, tape_open, tape_close } };
"""


def annotated():
    """What is declared of one function holds for those that are kept in the same place of such tables."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/tables.c", "w") as f:
            f.write(TABLES)
        with open(d + "/mine.model", "w") as f:
            f.write("multithreaded sys_*\n")
        for more, expected in ((["--models=mine.model"], {"disks": 1, "tapes": 1, "others": 0}),
                               ([], {"disks": 0, "tapes": 0, "others": 0})):
            found = re.findall(r"data race on '(\w+)' \[race\] #(\d+)", snag("tables.c", *more, cwd=d).stdout)
            points = {name: score_of(snag("explain", number, cwd=d).stdout)[0]["annotated"] for name, number in found}
            check(points == expected, "annotated %s" % more, points)
        r = snag("tables.c", "--models=mine.model", cwd=d)
        number = re.search(r"data race on 'tapes' \[race\] #(\d+)", r.stdout)[1]
        said = "  annotated          tape_open is kept in 'ops.open' like sys_open_disk: declared multithreaded 'sys_*' "
        check(said in snag("explain", number, cwd=d).stdout, "explain names the row, the slot and the other function")


THREADED = """#include <stdatomic.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int n;
static int x, y, above, below;
static void bar(void) { x++; }
void threaded(void) { bar(); atomic_fetch_add(&n, 1); }
void non_threaded(void) { y++; threaded(); }
static void locks_itself(void) { pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock); }
void calls_a_library(void) { below++; locks_itself(); }
static void deeper(void) { above++; }
static void deep(void) { deeper(); }
void locks_first(void) { pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock); deep(); }
"""


def multithreaded():
    """racerx, section 8.3 and a slide of the talk: operations in a function or above it in the chain say that it is
    multithreaded, operations below it do not."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/threaded.c", "w") as f:
            f.write(THREADED)
        found = re.findall(r"data race on '(\w+)' \[race\] #(\d+)", snag("threaded.c", "--rule=race", cwd=d).stdout)
        rows = {name: re.search(r"^    concurrent(?:-code)? +(\S.*?) +([+-]\d+)  ", snag("explain", number, cwd=d).stdout,
                                re.M).groups() for name, number in found}
        check(rows == {"x": ("an atomic operation in threaded, line 7", "+100"),
                       "above": ("pthread_mutex_lock in locks_first, line 13", "+100"),
                       "y": ("0", "+0"), "below": ("0", "+0")}, "which code is multithreaded", rows)
        check({name for name, _ in found[:2]} == {"x", "above"}, "all true cases before false ones", found)
