#!/usr/bin/env python3
"""The prover as a user meets it:   user.py SNAG

Where an execution begins and what is said of it (--start), and limits of time and memory that are kept within a tenth. Prints
TAP."""
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

PROOFS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "proofs")
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples")

BOX = """
#include <stdatomic.h>
struct box { struct box *next; int count, limit; atomic_int held; };
void box_hold(struct box *b) { atomic_fetch_add(&b->held, 1); }
void box_put(struct box *b) { if (b->limit > 3) b->count++; }
int box_get(const struct box *b) { return b->count; }
"""
GUARDED = """
#include <pthread.h>
struct box { pthread_mutex_t lock; int count, limit; };
void box_put(struct box *b) { pthread_mutex_lock(&b->lock); if (b->limit > 3) b->count++; pthread_mutex_unlock(&b->lock); }
int box_get(struct box *b) { pthread_mutex_lock(&b->lock); int n = b->count; pthread_mutex_unlock(&b->lock); return n; }
"""
# count is written in front of a release that its lock is handed over by: begun without the lock, box_set would release what it
# never had
ENTERED = """
#include <pthread.h>
struct box { pthread_mutex_t lock; int count; };
void box_set(struct box *b) { b->count = 3; pthread_mutex_unlock(&b->lock); }
"""
MODE = """
int mode, n;
void step(void) { if (mode == 7) n++; }
void look(void) { if (n > 1) mode = 8; }
"""
WITH_MAIN = """
#include <pthread.h>
static int n;
static void *up(void *a) { n++; return a; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, up, 0); pthread_create(&u, 0, up, 0); return 0; }
"""
# Which way both threads go, a function outside says; what `other` says does not matter; what `rand` says is what it may say.
ASSUMES = """
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
extern int get_mode(void);
static int n;
static _Thread_local int kept;
static void *up(void *a) { kept = getpid(); if (rand() == 5 && get_mode() == 3) n++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, up, 0); up(&t); return 0; }
"""
# ... what a function without body and model does, even if nobody wants its result.
UNKNOWN = """
#include <pthread.h>
extern int notify(void);
static int n;
static void *up(void *a) { notify(); n++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, up, 0); up(&t); return 0; }
"""
# ... nothing but the environment.
ENVIRONMENT = """
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static int n;
static void *up(void *a) { char c[4]; if (rand() == 5 && read(0, c, 4) == 2) n++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, up, 0); up(&t); return 0; }
"""
# ... what `read` and `rand` never say.
NEVER = ENVIRONMENT.replace("== 2", "== 5")
NEVER_RANDOM = ENVIRONMENT.replace("rand() == 5", "rand() == -5")
# main never gets to the threads, as far as the prover goes: the loop has a million turns of unknown length
FAR = """
#include <pthread.h>
extern int input(void);
static int n;
static void *up(void *a) { n++; return a; }
int main(void)
{
	pthread_t t, u;
	for (int i = 0; i < 1000000; i++)
		while (input() != 5)
			continue;
	pthread_create(&t, 0, up, 0);
	pthread_create(&u, 0, up, 0);
	return 0;
}
"""
# what is looked for is not there, and there is no end of what can be looked at
ENDLESS = """
#include <pthread.h>
#include <stdlib.h>
struct node { struct node *next; char text[4000]; };
static struct node *list;
static unsigned x, y, z;
extern unsigned input(void);
static void *one(void *a)
{
	for (;;) {
		struct node *n = malloc(sizeof *n);
		n->next = list;
		list = n;
		for (int i = 0; i < 4000; i++)
			n->text[i] = (char)(x + i);
		if (x * x % 4 == 3) /* no square is */
			z = 1;
	}
	return a;
}
int main(void)
{
	pthread_t t;
	x = input();
	y = input();
	pthread_create(&t, 0, one, 0);
	if (y * y % 4 == 3)
		z = 2;
	return 0;
}
"""
# the same, and 64 kilobytes more at every turn
HUNGRY = """
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct node { struct node *next; char text[64000]; };
static struct node *list;
static unsigned x, z;
extern unsigned input(void);
static void *one(void *a)
{
	for (;;) {
		struct node *n = malloc(sizeof *n);
		memset(n->text, 1, sizeof n->text);
		n->next = list;
		list = n;
		if (x * x % 4 == 3) /* no square is */
			z = 1;
	}
	return a;
}
int main(void)
{
	pthread_t t;
	x = input();
	pthread_create(&t, 0, one, 0);
	if (x * x % 4 == 3)
		z = 2;
	return 0;
}
"""

RECURSION = """
#include <assert.h>
int getchar(void);
static int f(int n) { return getchar() ? f(n + 1) : n; }
int main(void) { int n = f(0); assert(n != 1000000); return 0; }
"""
LARGE = """
#include <assert.h>
static char big[1u << 30];
int main(int argc, char **argv) { (void)argv; big[argc] = 1; assert(!big[argc]); return 0; }
"""
JUMP = """
#include <assert.h>
#include <setjmp.h>
static jmp_buf b;
static int n;
int main(void) { if (setjmp(b) == 0) { n = 1; longjmp(b, 1); } assert(n != 1); return 0; }
"""
ASM = """
#include <assert.h>
int main(void) { int x = 1; __asm__ volatile("incl %0" : "+r"(x)); assert(x != 2); return 0; }
"""

COUNT = 0
BAD = 0


def ok(good, name, why=""):
    global COUNT, BAD
    COUNT += 1
    BAD += not good
    print("%s %d - %s" % ("ok" if good else "not ok", COUNT, name))
    if not good:
        print("\n".join("# " + line for line in str(why).splitlines()))


class Place:
    """A directory with one program."""

    def __init__(self, snag, text):
        self.snag = snag
        self.directory = tempfile.TemporaryDirectory(prefix="snag-user-")
        self.write("p.c", text)

    def write(self, name, text):
        with open(os.path.join(self.directory.name, name), "w", encoding="utf-8") as f:
            f.write(text)

    def run(self, *words, file=True):
        words = [*words, *([] if "--no-cache" in words else ["--cache=cache"]), *(["p.c"] if file else [])]
        done = subprocess.run([self.snag, *words],
                              cwd=self.directory.name, capture_output=True, text=True, check=False, timeout=900)
        return done.returncode, done.stdout + done.stderr


def sanitized(snag):
    with open(snag, "rb") as f:
        return b"__asan_init" in f.read()


def says(snag, name, text, words, has, lacks=(), status=None):
    code, out = Place(snag, text).run(*words)
    out = re.sub(r"\s+", " ", out)
    good = all(h in out for h in has) and not any(w in out for w in lacks) and status in (None, code)
    ok(good, name, "%s\n%d: %s" % (has, code, out))


def starts(snag):
    says(snag, "without main the roots are the start", BOX, ["prove"],
         [", confirmed under harness", "box_put(b = &object 1) and box_", "(b = &object 1) begin at the same time",
          "variables are as initialised", "object 1.limit = "], status=1)
    says(snag, "--start=main stays there", BOX, ["prove", "--start=main"], ["there is no main to start from"],
         ["confirmed under"], 0)
    says(snag, "a lock in the argument is free, and guards", GUARDED, ["check", "--prove=10"], [], ["confirmed"], 0)
    says(snag, "a function that is entered with a lock is no root without it", ENTERED, ["prove", "--rule=race"],
         ["they do not begin so: an unlock of a lock that the thread does not hold"], ["confirmed under"], 0)
    says(snag, "variables may have to be assumed, and that is told", MODE, ["prove", "--rule=race"],
         [", confirmed under harness", "variables hold what no initialiser may have given them", "mode = 7"], status=1)
    says(snag, "from main it is confirmed and no harness is named", WITH_MAIN, ["prove"], ["#1 confirmed", "confirmed: "],
         ["harness", "assumed"], 1)
    says(snag, "a result that was made up is told, in the head and in the text", ASSUMES, ["check", "--prove=3"],
         [", confirmed, assuming 'get_mode' returns 3", "confirmed, assuming 'get_mode' returns 3: ",
          "0 of 1 tried is confirmed, 1 more under assumptions"], ["'getpid'", "'rand' returns"], 1)
    says(snag, "... in the brief form", ASSUMES, ["check", "--prove=3", "--brief"],
         [", confirmed, assuming 'get_mode' returns 3"], status=1)
    says(snag, "... in JSON", ASSUMES, ["check", "--prove=3", "-o", "json"],
         ['"confirmed":false', '"confirmed_assuming":true', '"assuming":"\'get_mode\' returns 3"'], status=1)
    says(snag, "... in SARIF", ASSUMES, ["check", "--prove=3", "-o", "sarif"],
         ["confirmed, assuming 'get_mode' returns 3: ", '"assuming":"\'get_mode\' returns 3"'], status=1)
    says(snag, "... in HTML", ASSUMES, ["check", "--prove=3", "-o", "html"],
         ["confirmed_assuming", "'get_mode' returns 3"], status=1)
    for form in "gitlab", "github", "junit":
        says(snag, "... in what %s reads" % form, ASSUMES, ["check", "--prove=3", "-o", form],
             ["(likely, confirmed, assuming 'get_mode' returns 3)"], status=1)
    says(snag, "... and what a function does that nobody knows", UNKNOWN, ["check", "--prove=3"],
         [", confirmed, assuming 'notify' does nothing"], status=1)
    says(snag, "what comes from the environment is not assumed", ENVIRONMENT, ["check", "--prove=3"],
         ["#1 confirmed ", "1 of 1 tried is confirmed;"], ["assuming"], 1)
    says(snag, "... but it keeps to its contract: not more than asked for", NEVER, ["check", "--prove=3"], [], ["#1 confirmed"], 1)
    says(snag, "... nor less than nothing", NEVER_RANDOM, ["check", "--prove=3"], [], ["#1 confirmed"], 1)
    says(snag, "--start=roots is a harness even then", WITH_MAIN, ["prove", "--start=roots"],
         [", confirmed under harness", "up(a = "], status=1)
    says(snag, "where main leads, but is not there in time, nothing else begins", FAR, ["prove", "--prove-seconds=2"],
         ["not confirmed within: "], ["under harness", "under a harness"], 0)
    says(snag, "... unless roots are asked for", FAR, ["prove", "--prove-seconds=2", "--start=roots"],
         [", confirmed under harness"], status=1)
    says(snag, "... unless main alone is asked for", FAR, ["prove", "--prove-seconds=1", "--start=main"],
         ["not confirmed within: "], ["under harness"], 0)
    says(snag, "the bound that was met is told", FAR, ["prove", "--prove-seconds=20", "--start=main", "--prove-paths=50"],
         ["50 paths"])


def harness(snag):
    """The user's harness is the only start, for both commands; the rules of examples/driver_rules.c take three of five races away."""
    driver, rules = (os.path.normpath(os.path.join(EXAMPLES, f)) for f in ("driver.c", "driver_rules.c"))
    place = Place(snag, "int unused;")
    for words, objects in (([], {"resources", "pnp_state", "idle", "system_power", "reads"}), (["--harness", rules], {"idle", "reads"})):
        code, out = place.run("check", "--brief", "--all", *words, driver, file=False)
        ok(code == 1 and set(re.findall(r"on 'device\.(\w+)'", out)) == objects, "driver %s" % words[:1], out)
    for command in (["check", "--prove=9"], ["prove"]):
        code, out = place.run(*command, "--harness", rules, driver, file=False)
        badges = re.findall(r"\[race\] #\d+ \w+, (.*)", out)
        ok(code == 1 and badges == ["confirmed under harness"] * 2 and "begins with snag_harness" in re.sub(r"\s+", " ", out),
           "%s under the rules" % command[0], out)
    slow = FAR.replace("int main(void)", "void snag_harness(void)").replace("	return 0;\n", "")
    place.write("slow.c", slow)
    code, out = place.run("prove", "--prove-seconds=2", "--harness", "slow.c")
    ok(code == 0 and "not confirmed within: " in out and "under a harness" not in out, "nothing takes over from a user's harness", out)
    place.write("unit.c", "extern int mode(void); int hits;\nvoid hit(void) { if (mode() == 2) hits++; }\nint get(void) { return hits; }\n")
    place.write("calls.c", "#include <pthread.h>\nvoid hit(void); int get(void);\nstatic void *one(void *a) { hit(); return a; }\n"
                "void snag_harness(void) { pthread_t t; pthread_create(&t, 0, one, 0); get(); pthread_join(t, 0); }\n")
    for words in ([], ["--brief"]) + tuple(["--output=" + f] for f in ("json", "jsonl", "sarif", "html", "gitlab", "github", "junit")):
        code, out = place.run("check", "--prove=9", "--harness", "calls.c", *words, "unit.c", file=False)
        ok(code == 1 and "confirmed under harness, assuming 'mode' returns 2" in out.replace("&#39;", "'").replace("&apos;", "'"),
           "what is assumed under a harness %s" % words, out)


def keeps_names(snag):
    """A finding shows what was proved, in all forms; its number and its fingerprint do not depend on that."""
    place = Place(snag, open(os.path.join(PROOFS, "pair_other_chain.c"), encoding="utf-8").read())
    found = {}
    for name, words in (("found", []), ("proved", ["--prove=9"]), ("again", ["--prove=9"])):
        place.run("check", "--output=json=%s.json" % name, "--output=sarif=%s.sarif" % name, *words)
        with open(os.path.join(place.directory.name, name + ".json"), encoding="utf-8") as f:
            found[name] = json.load(f)["findings"]
    names = {k: [(f["number"], f["fingerprint"]) for f in v] for k, v in found.items()}
    ok(names["found"] == names["proved"] == names["again"], "numbers and fingerprints stay", names)
    ok(found["proved"] == found["again"], "what is kept is what was shown")
    one, other = found["found"][0], found["proved"][0]
    sides = sorted(other["pairs"][0][s]["chain"] for s in "ab")
    ok(sides == ["locked > bump", "unlocked > bump"] and one["pairs"][0]["a"]["chain"] == "never", "the proved pair is shown", sides)
    ok("'locked'" in other["overlap"] and "'unlocked'" in other["overlap"] and "'never'" not in other["overlap"], "its overlap", other)
    with open(os.path.join(place.directory.name, "proved.sarif"), encoding="utf-8") as f:
        result = json.load(f)["runs"][0]["results"][0]
    ok(result["locations"][0]["physicalLocation"]["region"]["startLine"] == other["pairs"][0]["a"]["line"] and
       result["properties"]["badge"] == "confirmed", "in SARIF, too", result["locations"])
    _, out = place.run("check", "--brief", "--prove=9")
    ok("p.c:%d:" % other["place"]["line"] in out, "and in the brief form", out)


def gives_up(snag):
    """What cannot be looked at, or not to its end, is said in a sentence."""
    why = "not confirmed, since it could not be tried: "
    says(snag, "recursion without an end", RECURSION, ["prove", "--asserts", "--prove-seconds=2"],
         ["not confirmed within: ", " 2 seconds"], ["no bound"], 0)
    says(snag, "an array of 1 GB", LARGE, ["prove", "--asserts"], [why + "an object of 1073741824 bytes in main (", "p.c:4)"],
         status=0)
    says(snag, "longjmp", JUMP, ["prove", "--asserts"], [why + "a jump out of functions (longjmp) in main (", "p.c:6)"], status=0)
    says(snag, "inline assembly", ASM, ["prove", "--asserts"], [why + "inline assembly in main (", "p.c:3)"], status=0)


def emits(snag):
    """The sequential program of a library, too, is C that gcc and clang have nothing to say about."""
    for name, text in (("a library", BOX), ("a program", WITH_MAIN)):
        place = Place(snag, text)
        code, out = place.run("prove", "--emit-c=out.c", "--prove-seconds=1")
        for compiler in ("gcc", "clang-19"):
            done = subprocess.run([compiler, "-std=c17", "-Wall", "-Wextra", "-Werror", "-c", "out.c", "-o", "out.o"],
                                  cwd=place.directory.name, capture_output=True, text=True, check=False)
            ok(done.returncode == 0, "%s as C, for %s" % (name, compiler), "%d: %s\n%s" % (code, out, done.stderr))


def keeps_time(snag):
    """Beyond what the same run costs without a proof, six seconds and a tenth."""
    place = Place(snag, ENDLESS)
    begin = time.monotonic()
    place.run("check", "--prove=1", "--prove-seconds=1", "--rule=race", "--no-cache")
    cost = time.monotonic() - begin - 1
    for _ in range(3):  # on a busy machine somebody else may have had the time
        begin = time.monotonic()
        code, out = place.run("check", "--prove=1", "--prove-seconds=6", "--rule=race", "--no-cache")
        took = time.monotonic() - begin - cost
        if took < 6.6:
            break
    ok("not confirmed within" in out and took < 6.6, "a limit of 6 seconds: %.1f" % took, "%d: %s" % (code, out))


def keeps_memory(snag):
    place = Place(snag, HUNGRY)
    place.run("check")
    place.run("check", "--prove=1", "--prove-seconds=1", "--rule=race")  # the bodies of the primitives are compiled now
    read, write = os.pipe()
    pid = os.fork()
    if not pid:
        code, out = place.run("check", "--prove=1", "--prove-seconds=900", "--prove-memory=128", "--prove-steps=900000000",
                              "--prove-loops=60000", "--rule=race")
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        os.write(write, ("%d %s" % (peak, re.sub(r"\s+", " ", out))).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read, encoding="utf-8") as f:
        peak, out = f.read().split(" ", 1)
    os.waitpid(pid, 0)
    most = 128 * 1024 * (1.1 if not sanitized(place.snag) else 8)  # AddressSanitizer keeps what was freed, and a shadow
    ok("128 megabytes" in out and int(peak) < most, "a limit of 128 megabytes: %d" % (int(peak) // 1024), out)


def main():
    snag = os.path.abspath(sys.argv[1])
    starts(snag)
    harness(snag)
    keeps_names(snag)
    gives_up(snag)
    emits(snag)
    keeps_time(snag)
    keeps_memory(snag)
    print("1..%d" % COUNT)
    sys.exit(BAD > 0)


if __name__ == "__main__":
    main()
