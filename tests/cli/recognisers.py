"""The parts that recognise how programs are written: listed, switched off, counted."""
import json
import os
import re
import tempfile

from checks import check
from common import refuses, snag

ROOT = os.path.join(os.path.dirname(__file__), "../..")

# without threads-array nobody knows that the threads are over at the second loop
ARRAY = """#include <pthread.h>
static int n;
static void *f(void *x) {
	static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	return x;
}
int main(void) {
	pthread_t t[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], 0, f, 0);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], 0);
	return n;
}
"""


def all_are_listed():
    text = open(os.path.join(ROOT, "src/base/recognisers.def")).read()
    rows = re.findall(r'^RECOGNISER\((\w+), (\w+), "([\w/]+\.c)", "(.*)", "[\w ]+"\)$', text, re.M)
    listed = re.findall(r"^(\S+) +(\S+) +(\S.*)$", snag("recognisers").stdout, re.M)
    check(listed == [("%s-%s" % r[:2], r[2], r[3]) for r in rows] and len(rows) == text.count("\nRECOGNISER("), "snag recognisers", listed)
    sources = {}
    for path, _, names in os.walk(os.path.join(ROOT, "src")):
        sources.update((os.path.join(path, n), open(os.path.join(path, n)).read()) for n in names if n.endswith(".c"))
    for phase, what, file, _ in rows:
        name = "%s_%s" % (phase, what)
        check(os.path.exists(os.path.join(ROOT, "src", file)), "the file of %s" % name, file)
        used = sum(len(re.findall(r"\bRECOGNISER_%s\b|\bRECOGNISED\(%s\b" % (name, name), s)) for s in sources.values())
        check(used, "nobody asks for %s" % name)


def bad_ones_are_refused():
    with tempfile.TemporaryDirectory() as d:
        for bad in ("threads-arrays", "threads", "threads-array "):
            refuses("--without %s: there is no such recogniser; `snag recognisers` lists them" % bad, "a.c", "--without=" + bad, cwd=d)
        refuses("--without x: there is no such recogniser; `snag recognisers` lists them", "a.c", "--without=threads-array,x", cwd=d)


def one_is_switched_off():
    with tempfile.TemporaryDirectory() as d:
        with open(os.path.join(d, "a.c"), "w") as f:
            f.write(ARRAY)
        for _ in range(2):  # the second time from what is kept
            for jobs in ("1", "2"):
                whole = snag("a.c", "--stats=json", "-j", jobs, cwd=d)
                less = snag("a.c", "--stats=json", "-j", jobs, "--without=threads-list,threads-array", cwd=d)
                check(whole.returncode == 0 and less.returncode == 1, "a race without threads-array", whole, less)
                decided = [json.loads(x.stderr[x.stderr.index("{"):])["recognisers"] for x in (whole, less)]
                check(decided[0].get("threads-array", 0) > 0 and "threads-array" not in decided[1], "counters", decided)
        said = snag("a.c", "--stats", cwd=d).stderr
        check(re.search(r"^ +\d+  decided: threads-array +loops of joins: ", said, re.M), "--stats", said)
