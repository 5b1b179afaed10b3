"""The numbers that bound the analysis: listed, set, counted, and told where a finding depends on one."""
import json
import os
import re
import tempfile

from checks import check
from common import refuses, snag

# what `which` gives is one of two addresses, of which contexts-set=1 keeps none
CHOICE = """#include <pthread.h>
static int a, b, which;
static void *f(void *x) {
	int *p = which ? &a : &b;
	*p = 1;
	return x;
}
int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, f, 0);
	pthread_create(&u, 0, f, 0);
	return 0;
}
"""


def all_are_listed():
    table = os.path.join(os.path.dirname(__file__), "../../src/base/limits.def")
    rows = re.findall(r"^LIMIT\((\w+), (\w+), (\d+),", open(table).read(), re.M)
    listed = re.findall(r"^(\S+) +(\d+)  \S.*; beyond: \S", snag("limits").stdout, re.M)
    check(listed == [("%s-%s" % (phase, what), value) for phase, what, value in rows] and len(rows) > 10, "snag limits", listed)


def bad_ones_are_refused():
    with tempfile.TemporaryDirectory() as d:
        refuses("--limit contexts-sett=3: there is no such limit; `snag limits` lists them", "a.c", "--limit", "contexts-sett=3", cwd=d)
        for bad in ("contexts-set=0", "contexts-set=9", "contexts-set=-1", "contexts-set=1x", "contexts-set=", "contexts-set",
                    "contexts-set=99999999999999999999999"):
            refuses("--limit %s: not a number from 1 to 8" % bad, "a.c", "--limit", bad, cwd=d)


def what_is_met_is_told():
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/choice.c", "w") as f:
            f.write(CHOICE)
        low = ("choice.c", "--limit", "contexts-set=1")
        says = "contexts-set (1 values that one pointer may have) in f: it may have any"
        stats = snag(*low, "--stats", cwd=d).stderr
        check(re.search(r"^ +[1-9]\d*  met: contexts-set +1 values", stats, re.M), "--stats", stats)
        check(says in snag("explain", "1", cwd=d).stdout, "explain", snag("explain", "1", cwd=d))
        for kept in (False, True):
            said = json.loads(snag(*low, "--output", "json", cwd=d).stdout)["findings"]
            check(said and all(says in x["limits"] for x in said), "JSON", kept, said)
        again = snag(*low, "--stats", cwd=d).stderr
        check(re.findall(r"met: .*", again) == re.findall(r"met: .*", stats), "a run that is kept counts as the first", again)
        check(snag(*low, "--dump=limits", cwd=d).stdout == says + "\n", "--dump=limits", snag(*low, "--dump=limits", cwd=d))
        high = snag("choice.c", "--stats", cwd=d).stderr
        check("met: " not in high, "nothing is met without it, and nothing is kept from the run before", high)
        check("cut short" not in snag("explain", "1", cwd=d).stdout, "explain of a run that met none")


def all_at_once():
    """Whatever is set, and all of it together: no crash, the same with any number of workers."""
    rows = re.findall(r"^(\S+) +(\d+)  ", snag("limits").stdout, re.M)
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/choice.c", "w") as f:
            f.write(CHOICE)
        for n in ("1", "2"):
            low = [word for name, value in rows for word in ("--limit", "%s=%d" % (name, min(int(n), int(value))))]
            run = snag("choice.c", "--no-cache", *low, cwd=d)
            check(run.returncode in (0, 1), "all limits at " + n, run)
            said = [snag("choice.c", "--no-cache", "-j", jobs, "--dump=limits", *low, cwd=d).stdout for jobs in ("1", "2")]
            check(said[0] == said[1] and (n != "1" or " in f: " in said[0]), "--dump=limits with one worker and with two", said)
