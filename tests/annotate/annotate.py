#!/usr/bin/python3
"""snag annotate: the patch applies, gcc and clang accept the result, clang -Wthread-safety says what snag says, and a second run
changes nothing. Usage: annotate.py SNAG

Each program says in comments what its source must become: `// +GUARDED_BY(x)` on a line that gets this annotation, `// WARNS` on a line
that clang must warn of. Every other line stays as it is, and clang is silent there."""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from checks import check, total  # noqa: E402

SNAG = os.path.abspath(sys.argv[1])
TSA = ["clang-19", "-fsyntax-only", "-Wthread-safety", "-Wno-thread-safety-attributes"]
HEAD = "#include <pthread.h>\n#include <stdlib.h>\n"
# two threads run `work`, whose argument is `arg`; `before` runs before them, `during` beside them
MAIN = """int main(void)%s
{
	pthread_t t, u;
	%s
	pthread_create(&t, 0, work, %s);
	pthread_create(&u, 0, work, %s);
	%s
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
"""


def main_of(before="", arg="0", during="", note=""):
    return MAIN % (note, before, arg, arg, during)


PROGRAMS = {
    # all accesses hold the lock; the one in main happens before the threads are started, so that main is left out
    "global": {"a.c": HEAD + """static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n = 3; // +GUARDED_BY(lock)
static int table[4][2]; // +GUARDED_BY(lock)
static void *work(void *x)
{
	pthread_mutex_lock(&lock);
	n++;
	table[n & 3][1]++;
	pthread_mutex_unlock(&lock);
	return x;
}
""" + main_of("n = 1;", note=" // +NO_THREAD_SAFETY_ANALYSIS")},
    # the lock is declared behind the variable: C cannot name it there
    "late": {"a.c": HEAD + """static int n;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *x)
{
	pthread_mutex_lock(&lock);
	n++;
	pthread_mutex_unlock(&lock);
	return x;
}
""" + main_of()},
    # one place holds nothing: the variable is not annotated
    "inconsistent": {"a.c": HEAD + """static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
static int m; // +GUARDED_BY(lock)
static void *work(void *x)
{
	pthread_mutex_lock(&lock);
	n++;
	m++;
	n += m;
	pthread_mutex_unlock(&lock);
	return x;
}
""" + main_of(during="n = 7;")},
    # .. unless that is asked for, and then clang warns of that place
    "asked for": {"--inconsistent": True, "a.c": HEAD + """static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n; // +GUARDED_BY(lock)
static void *work(void *x)
{
	pthread_mutex_lock(&lock);
	n++;
	n += 2;
	pthread_mutex_unlock(&lock);
	return x;
}
static void late(void)
{
	n = 7; // WARNS
}
""" + main_of(during="late();")},
    # members and the lock beside them; what a pointer leads to; a helper that is called with the lock; wrappers; a shared header
    "members": {"pool.h": """#ifndef POOL_H
#define POOL_H
#include <pthread.h>
struct pool {
	pthread_mutex_t lock;
	int jobs, idle; // +GUARDED_BY(&lock)
	unsigned up : 1; // +GUARDED_BY(&lock)
	char *buffer; // +PT_GUARDED_BY(&lock)
	int size;
};
void pool_lock(struct pool *p); // +ACQUIRE(p->lock)
void pool_unlock(struct pool *pool); // +RELEASE(pool->lock)
void pool_add(struct pool *, int);
void pool_grow(struct pool *, int);
#endif
""", "pool.c": """#include "pool.h"
static void count(struct pool *q, int n); // +REQUIRES(q->lock)
void pool_lock(struct pool *p) // +ACQUIRE(p->lock)
{
	pthread_mutex_lock(&p->lock);
}
void pool_unlock(struct pool *p) // +RELEASE(p->lock)
{
	pthread_mutex_unlock(&p->lock);
}
void pool_grow(struct pool *p, int n) // +REQUIRES(p->lock)
{
	count(p, n);
}
void pool_add(struct pool *p, int n)
{
	pool_lock(p);
	pool_grow(p, n);
	pool_unlock(p);
}
static void count(struct pool *p, int n) // +REQUIRES(p->lock)
{
	p->jobs += n;
	p->idle--;
	p->up ^= 1;
	p->buffer[p->size]++;
}
""", "a.c": """#include <stdlib.h>
#include "pool.h"
static struct pool pool = { .lock = PTHREAD_MUTEX_INITIALIZER, .size = 3 };
static void *work(void *x)
{
	struct pool *p = x;
	pool_add(p, 2);
	return 0;
}
""" + main_of("pool.buffer = calloc(8, 1);", "&pool")},
    # a lock that a member points to; one out of an array of locks has no name; one of a nested record neither
    "pointers to locks": {"a.c": HEAD + """struct shard {
	pthread_mutex_t *lock;
	int n; // +GUARDED_BY(&lock)
};
static pthread_mutex_t stripes[4];
static int counts[4];
static struct shard shard;
static void *work(void *x)
{
	struct shard *s = x;
	int i = rand() % 4;
	pthread_mutex_lock(s->lock);
	s->n++;
	s->n += 2;
	pthread_mutex_unlock(s->lock);
	pthread_mutex_lock(&stripes[i]);
	counts[i]++;
	counts[i] += 2;
	pthread_mutex_unlock(&stripes[i]);
	return 0;
}
""" + main_of("for (int i = 0; i < 4; i++)\n\t\tpthread_mutex_init(&stripes[i], 0);\n\tshard.lock = malloc(sizeof *shard.lock); "
              "pthread_mutex_init(shard.lock, 0);", "&shard")},
    # declared by a macro: not in the text; defined in the old style: no place for an annotation
    "macros": {"a.c": HEAD + """#define COUNTER(name) static int name
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n; // +GUARDED_BY(lock)
#define DECLARE_COUNTER COUNTER(hidden)
DECLARE_COUNTER;
static void *work(void *x)
{
	pthread_mutex_lock(&lock);
	n++;
	hidden++;
	hidden += n;
	pthread_mutex_unlock(&lock);
	return x;
}
""" + main_of()},
    # a mark of the encoding, which is no word of C; attributes behind the name; ends of lines of another system
    "editors": {"a.c": "\ufeff" + HEAD + """static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n __attribute__((aligned(64))) = 0; // +GUARDED_BY(lock)
static int m = 0; // +GUARDED_BY(lock)
static void *work(void *x)
{
	pthread_mutex_lock(&lock);
	n++;
	n += m++;
	m++;
	pthread_mutex_unlock(&lock);
	return x;
}
""" + main_of()},
    # what looks like the beginning of a function and is none: a prototype with attributes, types that macros make. What is said of the
    # function behind them stands at that function
    "beginnings": {"a.c": HEAD + """#define deque(t) { t *first; unsigned n; }
#define QUEUE(t) struct t
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n; // +GUARDED_BY(lock)
static void never(void) __attribute__((unused));
static struct deque(int) all;
QUEUE(item) *items;
static void sometimes(int locked) // +NO_THREAD_SAFETY_ANALYSIS
{
	if (locked)
		pthread_mutex_lock(&lock);
	if (locked)
		pthread_mutex_unlock(&lock);
}
static void *work(void *x)
{
	pthread_mutex_lock(&lock);
	n++;
	n += 2;
	pthread_mutex_unlock(&lock);
	return x;
}
static void never(void)
{
	all.n = items != 0;
}
""" + main_of(during="sometimes(rand() & 1);")},
    # a lock that is held on one of two paths: clang cannot follow, the function is left out, and snag has no finding
    "conditions": {"a.c": HEAD + """static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n; // +GUARDED_BY(lock)
static void *work(void *x)
{
	pthread_mutex_lock(&lock);
	n++;
	n += 2;
	pthread_mutex_unlock(&lock);
	return x;
}
static void sometimes(int locked) // +NO_THREAD_SAFETY_ANALYSIS
{
	if (locked)
		pthread_mutex_lock(&lock);
	if (locked)
		pthread_mutex_unlock(&lock);
}
""" + main_of(during="sometimes(rand() & 1);")},
    # a lock error that snag reports is not hidden from clang
    "errors": {"a.c": HEAD + """static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n; // +GUARDED_BY(lock)
static void *work(void *x)
{
	pthread_mutex_lock(&lock);
	n++;
	n += 2;
	pthread_mutex_unlock(&lock);
	return x;
}
static int leaks(int bad)
{
	pthread_mutex_lock(&lock);
	n++;
	if (bad)
		return 1;
	pthread_mutex_unlock(&lock);
	return 0;
} // WARNS
""" + main_of(during="leaks(rand() & 1);")},
    # two locks that are always taken in this order
    "order": {"a.c": HEAD + """static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER; // +ACQUIRED_AFTER(outer)
static int n; // +GUARDED_BY(inner)
static void *work(void *x)
{
	pthread_mutex_lock(&outer);
	pthread_mutex_lock(&inner);
	n++;
	n += 2;
	pthread_mutex_unlock(&inner);
	pthread_mutex_unlock(&outer);
	return x;
}
""" + main_of(during="pthread_mutex_lock(&inner); n = 3; pthread_mutex_unlock(&inner);")},
}


def run(*args, cwd):
    return subprocess.run(args, cwd=cwd, capture_output=True, text=True, timeout=900)


def wanted(text):
    """The source as it must become, without the line that includes the header."""
    lines = []
    for line in text.splitlines():
        m = re.match(r"(.*?)(?: // \+(.*))?$", line)
        code, note = m.group(1), m.group(2)
        lines.append((code, note))
    return lines


def annotated(old, new):
    """Lines that differ: [(old line number, what was inserted there)]."""
    rows, have = [], [x for x in new.splitlines() if "snag_annotations.h" not in x]
    for i, (was, now) in enumerate(zip(old.splitlines(), have)):
        found = re.findall(r" ((?:PT_)?GUARDED_BY\([^)]*\)|ACQUIRED_\w+\([^)]*\)|(?:REQUIRES|ACQUIRE|RELEASE)\([^)]*\)|"
                           r"NO_THREAD_SAFETY_ANALYSIS)", now.split(" //")[0])
        if was != now or found:
            rows.append((i + 1, sorted(set(found))))
    return rows, len(have)


def program(name, files):
    options = [k for k in files if k.startswith("--")]
    files = {k: v for k, v in files.items() if not k.startswith("--")}
    with tempfile.TemporaryDirectory() as d:
        for path, text in files.items():
            with open(os.path.join(d, path), "w") as f:
                f.write(text)
        units = sorted(k for k in files if k.endswith(".c"))
        r = run(SNAG, "annotate", *options, *units, cwd=d)
        check(r.returncode == 0 and r.stderr.startswith("annotated: "), "%s: runs" % name, r)
        with open(os.path.join(d, "p.patch"), "w") as f:
            f.write(r.stdout)
        before = findings(units, d)
        if r.stdout:
            p = run("patch", "-p1", "--fuzz=0", "-i", "p.patch", cwd=d)
            check(p.returncode == 0 and "offset" not in p.stdout, "%s: the patch applies as it is" % name, p)
        for path, text in files.items():
            now = open(os.path.join(d, path)).read()
            rows, n = annotated(text, now)
            truth = [(i + 1, [note]) for i, (_, note) in enumerate(wanted(text)) if note]
            check(rows == truth and n == len(text.splitlines()), "%s: %s is annotated as it says" % (name, path), (rows, truth))
        for compiler in (["gcc", "-fsyntax-only", "-Wall", "-Werror"], ["clang-19", "-fsyntax-only", "-Wall", "-Werror"]):
            c = run(*compiler, *units, cwd=d)
            check(c.returncode == 0, "%s: %s accepts it" % (name, compiler[0]), c)
        said = set()
        for line in run(*TSA, *units, cwd=d).stderr.splitlines():
            m = re.match(r"([^:]+):(\d+):\d+: warning: ", line)
            if m:
                said.add(open(os.path.join(d, m.group(1))).read().splitlines()[int(m.group(2)) - 1])
        meant = {x for path in units for x in open(os.path.join(d, path)).read().splitlines() if "// WARNS" in x}
        check(said == meant, "%s: clang warns where snag does, and nowhere else" % name, (said, meant))
        after = findings(units, d)
        check(after == before or (meant and after > before), "%s: what was written is read, and changes nothing" % name, (before, after))
        again = run(SNAG, "annotate", *options, *units, cwd=d)
        check(again.returncode == 0 and again.stdout == "", "%s: a second run changes nothing" % name, again)


def findings(units, d):
    """By rule and fingerprint: annotations move lines and may add words, and that is all."""
    r = run(SNAG, "check", "--no-cache", "--all", "--output", "json", *units, cwd=d)
    return {(x["rule"], x["fingerprint"]) for x in json.loads(r.stdout)["findings"]}


def verdict():
    """What somebody has confirmed is annotated, without an option."""
    text = PROGRAMS["asked for"]["a.c"]
    with tempfile.TemporaryDirectory() as d:
        with open(os.path.join(d, "a.c"), "w") as f:
            f.write(text)
        r = run(SNAG, "annotate", "a.c", cwd=d)
        check("GUARDED_BY(lock)" not in re.sub(r"#define.*", "", r.stdout), "verdict: not without one", r)
        run(SNAG, "check", "a.c", cwd=d)
        run(SNAG, "triage", "1", "confirmed", cwd=d)
        r = run(SNAG, "annotate", "a.c", cwd=d)
        check("+static int n GUARDED_BY(lock); // +GUARDED_BY(lock)" in r.stdout and "warns 1 time, " in r.stderr, "verdict: confirmed", r)


def link():
    """A source that is a link: the patch is of what it leads to, since patch changes no links."""
    text = PROGRAMS["macros"]["a.c"]
    with tempfile.TemporaryDirectory() as d:
        os.mkdir(os.path.join(d, "real"))
        with open(os.path.join(d, "real", "b.c"), "w") as f:
            f.write(text)
        os.symlink("real/b.c", os.path.join(d, "a.c"))
        r = run(SNAG, "annotate", "a.c", "--db", "elsewhere.db", cwd=d)
        check(r.returncode == 0 and "+++ b/real/b.c\n" in r.stdout and r.stderr.startswith("annotated: 1 variable or member, 1 lock that guards them"),
              "a link", r)
        p = subprocess.run(["patch", "-p1"], cwd=d, input=r.stdout, capture_output=True, text=True, check=False)
        check(p.returncode == 0 and os.path.islink(os.path.join(d, "a.c")), "the patch applies to what a link leads to", p)
        check(run(SNAG, "annotate", "a.c", cwd=d).stdout == "", "and a second run changes nothing")


TWICE = HEAD + """static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void gap(int bad) REQUIRES(lock)
{
	n++;
	pthread_mutex_unlock(&lock);
	if (bad)
		pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
}
static void *work(void *x)
{
	pthread_mutex_lock(&lock);
	n++;
	n += 2;
	n += 3;
	gap(rand() & 1);
	pthread_mutex_unlock(&lock);
	return x;
}
""" + main_of()


def twice():
    """What the source says of a function is not said again, although clang has more to say there."""
    with tempfile.TemporaryDirectory() as d:
        with open(os.path.join(d, "snag_annotations.h"), "w") as f:
            f.write(run(SNAG, "annotate", "--header", cwd=d).stdout)
        with open(os.path.join(d, "a.c"), "w") as f:
            f.write(TWICE.replace("#include", '#include "snag_annotations.h"\n#include', 1))
        r = run(SNAG, "annotate", "--inconsistent", "a.c", cwd=d)
        check(r.returncode == 0 and "REQUIRES(lock) REQUIRES(lock)" not in r.stdout, "not twice", r)


def words():
    """Findings say the annotation that is broken."""
    read = os.path.join(os.path.dirname(os.path.abspath(__file__)), "read")
    for name, text in (("guarded", "'total', which is declared guarded_by(big)"), ("guarded", "'pool.n', which is declared guarded_by(&lock)"),
                       ("pt_guarded", "'*box.sum', behind a pointer that is declared pt_guarded_by(&lock)"),
                       ("guarded_other", "'pool.n' is declared guarded_by(&lock), but 'pool.lock' is not held here; 'pool.big' is"),
                       ("guarded_other", "take 'pool.lock' around guarded_other.c:25, or change the declaration of 'pool.n'"),
                       ("order", "'a' is taken while 'b' is held, but 'b' is declared acquired_after(a)"),
                       ("order", "'c' is taken while 'd' is held, but 'c' is declared acquired_before(a, d)"),
                       ("order", "take 'a' first, before order.c:23, as declared"),
                       ("requires", "'add' is called without 'pool.lock', which it requires by its annotation")):
        r = run(SNAG, "check", "--no-cache", name + ".c", cwd=read)
        check(text in r.stdout, "%s: %s" % (name, text), r)
    for name in ("order", "guarded_other"):
        r = run(SNAG, "check", "--no-cache", "--rule", "inconsistent-lock", name + ".c", cwd=read)
        check(r.stdout.count("[inconsistent-lock] #") == 3, "%s: the rule by itself finds the same" % name, r)


# what cannot be told is counted: one each
NOT_UNDERSTOOD = {
    "element": "pthread_mutex_t m[4];\nint n __attribute__((guarded_by(m[1])));\nint f(void) { pthread_mutex_lock(&m[0]); return n; }\n",
    "call": "pthread_mutex_t *of(int);\nint n __attribute__((guarded_by(of(n))));\nint f(void) { return n; }\n",
    "pointer": "struct pool { pthread_mutex_t lock; } *pool;\nint n __attribute__((guarded_by(pool->lock)));\n"
               "int f(void) { pthread_mutex_lock(&pool->lock); return n; }\n",
    "order": "pthread_mutex_t m[4], k __attribute__((acquired_after(m[1])));\nint f(void) { pthread_mutex_lock(&m[0]); return pthread_mutex_lock(&k); }\n",
    "required": "pthread_mutex_t m[4];\nint f(int i) __attribute__((requires_capability(m[i])));\nint f(int i) { return i; }\n",
    "acquired": "pthread_mutex_t m[4];\nvoid g(int i) __attribute__((acquire_capability(m[i])));\nint f(int i) { g(i); return 0; }\n",
    "tried": "pthread_mutex_t m[4];\nint g(int i) __attribute__((try_acquire_capability(0, m[i])));\nint f(int i) { return g(i); }\n",
    # 20 parameters and 5,000 members are no limits
    "": "struct wide { int a0" + "".join(", a%d" % i for i in range(1, 5000)) + "; struct { struct { pthread_mutex_t lock; }; }; };\n"
        "int f(" + "".join("int p%d, " % i for i in range(20)) + "struct wide *w) __attribute__((requires_capability(w->lock)));\n"
        "int f(" + "".join("int p%d, " % i for i in range(20)) + "struct wide *w) { return w->a1; }\n"
}


def counted():
    for name, text in NOT_UNDERSTOOD.items():
        with tempfile.TemporaryDirectory() as d:
            with open(os.path.join(d, "a.c"), "w") as f:
                f.write("#include <pthread.h>\nvoid start(void *(*work)(void *)) { pthread_t t; pthread_create(&t, 0, work, 0); }\n" + text)
            for once in (1, 2):  # the second time from the cache
                r = run(SNAG, "check", "a.c", cwd=d)
                check(("1 annotation not understood" in r.stdout + r.stderr) == (name != ""), "counted: %s %d" % (name or "none", once), r)


def header():
    with tempfile.TemporaryDirectory() as d:
        r = run(SNAG, "annotate", "--header", cwd=d)
        check("#define GUARDED_BY(x)" in r.stdout and r.returncode == 0, "the header is offered", r)
        with open(os.path.join(d, "snag_annotations.h"), "w") as f:
            f.write(r.stdout)
        with open(os.path.join(d, "a.c"), "w") as f:
            f.write('#include "snag_annotations.h"\nint n;\n')
        for std in ("c89", "c99", "gnu89", "gnu17", "c2x"):
            for compiler in ("gcc", "clang-19"):
                c = run(compiler, "-std=" + std, "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "a.c", cwd=d)
                check(c.returncode == 0, "%s -std=%s accepts the header" % (compiler, std), c)


def main():
    for name, files in PROGRAMS.items():
        program(name, files)
    verdict()
    link()
    twice()
    words()
    counted()
    header()
    sys.exit(total())


main()
