"""Runs that end early: --seconds, --memory, SIGTERM. What was found until then is told, and what was left out."""
import json
import re
import signal
import subprocess
import tempfile
import time

from checks import check
from common import SNAG, snag

LARGE = 1500


def program(functions=LARGE):
    """Functions that all call each other, which takes a while, and one that locks twice, which is seen at once."""
    out = ["#include <pthread.h>", "struct s { int a, b; struct s *next; pthread_mutex_t m; };", "int g; struct s *tab[64];"]
    out += ["void f%d(struct s *p, int k);" % i for i in range(functions)]
    for i in range(functions):
        out.append("void f%d(struct s *p, int k) { if (k > %d) { pthread_mutex_lock(&p->m); p->a += k; pthread_mutex_unlock(&p->m); }"
                   " if (k & 1) f%d(p->next, k - 1); if (k & 2) f%d(tab[k & 63], k - 2); p->b++; g += k; }" %
                   (i, i % 7, (i * 7 + 1) % functions, (i * 13 + 5) % functions))
    out.append("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;")
    out.append("void twice(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); g++; pthread_mutex_unlock(&m); }")
    out.append("void *work(void *x) { f0(x, 100); twice(); return 0; }")
    out.append("int main(void) { pthread_t t, u; pthread_create(&t, 0, work, tab[0]); pthread_create(&u, 0, work, tab[1]);"
               " pthread_join(t, 0); pthread_join(u, 0); }")
    return "\n".join(out) + "\n"


def last(r):
    return r.stderr.rstrip().splitlines()[-1]


def stops():
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/large.c", "w") as f:
            f.write(program())
        early = snag("large.c", "--memory", "1", cwd=d)
        check(early.returncode == 3 and "stopped at 1 MB (--memory)" in early.stderr, "more memory than that is needed to begin", early)
        check("0 findings" in last(early) and "analysis incomplete" in last(early), "and the closing line says so", early)
        for after in (0.2, 0.3, 0.4, 0.5, 0.6):  # while clang works, while its output is read, after that
            p = subprocess.Popen([SNAG, "large.c", "--no-cache"], cwd=d, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(after)
            p.send_signal(signal.SIGTERM)
            out, err = p.communicate(timeout=900)
            check(p.returncode == 3 and "asked to end (SIGTERM), in " in err and "analysis incomplete" in err, "SIGTERM", p.returncode, out, err)
            check("is kept" not in err, "nothing is kept without a cache", err)
        whole = snag("large.c", "--brief", cwd=d)
        check(whole.returncode == 1 and "[self-deadlock]" in whole.stdout and "[race]" in whole.stdout and
              "left out" not in whole.stderr, "the whole run", whole)
        listed = snag("diff", "last", "last", cwd=d)
        check(listed.returncode == 0, "it is kept", listed)
        part = None
        for most in range(40, 2000, 20):  # from too little to begin with, to enough; how much is needed differs from build to build
            r = snag("large.c", "--brief", "--memory", str(most), "--limit", "race-effort=%d" % (most + 100000), cwd=d)
            if r.returncode == 1:
                break
            check(r.returncode == 3 and re.search(r"analysis incomplete in .*\b(phases?|units?) (left out|not analysed)", last(r)), "a part", r)
            if "[self-deadlock]" in r.stdout and "[race]" not in r.stdout:
                part = r
        check(part, "the lock is told before races are looked for")
        check(snag("diff", "last~1", cwd=d).returncode == 0 and snag("diff", "last~2", cwd=d).returncode == 2,
              "what is not whole is not kept: nothing of it is called fixed")
        shown = snag("large.c", "--seconds", "1", "--no-cache", "--stats=json", cwd=d).stderr
        phases = json.loads(shown[shown.index("{"):shown.rindex("}") + 1])["phases"]
        check(phases and all(p["processor"] >= 0 for p in phases), "time that was worked before the end counts", phases)
        said = json.loads(snag("large.c", "--memory", "1", "--no-cache", "--output", "json", cwd=d).stdout)
        check(said["complete"] is False, "JSON of a part", said["complete"])
        log = json.loads(snag("large.c", "--memory", "1", "--no-cache", "--output", "sarif", cwd=d).stdout)
        check(log["runs"][0]["invocations"][0]["exitCode"] == 3 and not log["runs"][0]["invocations"][0]["executionSuccessful"],
              "SARIF of a part", log["runs"][0]["invocations"])
        check(snag("large.c", "--seconds", "600", "--memory", "100000", cwd=d).returncode == 1, "there is enough of both")
