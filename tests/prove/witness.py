#!/usr/bin/env python3
"""What is told of an execution does not grow with work beside the matter:   witness.py SNAG

Programs are generated that set up, idle and count before they race or deadlock; the same program with sixty times the work has as
many steps, and says how many rounds each loop took. Prints TAP."""
import json
import os
import subprocess
import sys
import tempfile

HEAD = """#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static long table[400], other, more, shared;
static int ready;
static void work(void)
{
	pthread_mutex_lock(&m);
	other++;
	pthread_mutex_unlock(&m);
}
static void *idler(void *x)
{
	for (int i = 0; i < N; i++)
		work();
	return x;
}
"""
MAIN = """
int main(void)
{
	pthread_t t[3];
	for (int i = 0; i < N; i++)
		table[i] = i;
	pthread_create(&t[0], 0, idler, 0);
	pthread_create(&t[1], 0, one, 0);
	pthread_create(&t[2], 0, two, 0);
	for (int i = 0; i < N; i++)
		work();
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_mutex_unlock(&m);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	return 0;
}
"""
# The body of `one` and of `two`.
PROGRAMS = {
    "a loop before the race": ("for (int i = 0; i < N; i++) work(); shared++;", "shared++;"),
    "loops inside loops": ("for (int i = 0; i < N; i++) { for (int k = 0; k < 3; k++) table[k]++; work(); } shared++;",
                           "for (int i = 0; i < N; i++) work();\n shared = 1;"),
    "the race in a loop": ("for (int i = 0; i < N; i++) { shared++; work(); }", "for (int i = 0; i < N; i++) { work(); shared++; }"),
    "waiting for a flag": ("for (int go = 0; !go;) { pthread_mutex_lock(&m); go = ready; more++; pthread_mutex_unlock(&m); } shared++;",
                           "shared++;"),
    "a deadlock behind a loop": ("for (int i = 0; i < N; i++) work();\n pthread_mutex_lock(&a);\n pthread_mutex_lock(&b);\n"
                                 " pthread_mutex_unlock(&b);\n pthread_mutex_unlock(&a);",
                                 "pthread_mutex_lock(&b);\n pthread_mutex_lock(&a);\n pthread_mutex_unlock(&a);\n pthread_mutex_unlock(&b);"),
}
COUNT = BAD = 0


def ok(good, name, why=""):
    global COUNT, BAD
    COUNT += 1
    BAD += not good
    print("%sok %d - %s" % ("" if good else "not ", COUNT, name))
    if not good:
        print("# %s" % (why,))


def witness(snag, directory, n, bodies):
    """The confirmed finding of the program with n rounds."""
    path = os.path.join(directory, "p.c")
    with open(path, "w", encoding="utf-8") as f:
        f.write("enum { N = %d };\n" % n + HEAD + "".join(
            "static void *%s(void *x)\n{\n %s\n return x;\n}\n" % (name, body.replace("; ", ";\n")) for name, body in zip(("one", "two"), bodies)) + MAIN)
    out = os.path.join(directory, "p.json")
    subprocess.run([snag, "check", "--no-cache", "-q", "--prove=1", "--prove-seconds=60", "--output", "json=" + out, path], cwd=directory,
                   stdout=subprocess.DEVNULL, check=False)
    with open(out, encoding="utf-8") as f:
        findings = json.load(f)["findings"]
    return findings[0] if findings else {}


SET_UP = "#include <pthread.h>\nint a[20], n;\nstatic void *w(void *x) { n++; return x; }\nint main(void)\n{\n\tpthread_t t;\n" + "".join(
    "\ta[%d] = 1;\n" % i for i in range(20)) + "\tpthread_create(&t, 0, w, 0);\n\tn++;\n\tpthread_join(t, 0);\n\treturn 0;\n}\n"


def set_up(snag, directory):
    """What one thread does before another one begins is folded, unless somebody wants all of it."""
    with open(os.path.join(directory, "s.c"), "w", encoding="utf-8") as f:
        f.write(SET_UP)
    subprocess.run([snag, "-q", "--prove=1", "s.c"], cwd=directory, stdout=subprocess.DEVNULL, check=False)
    short, whole = (subprocess.run([snag, "explain", *more, "1"], cwd=directory, capture_output=True, text=True, check=False).stdout
                    for more in ([], ["--verbose"]))
    ok("18 steps of set-up" in short and short.count("] = 1;") == 2 and "is about to" in short, "set-up is folded", short[:900])
    ok("of set-up" not in whole and whole.count("] = 1;") == 20, "and shown with --verbose", whole[:900])


def main():
    snag = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="snag-witness-") as directory:
        set_up(snag, directory)
    with tempfile.TemporaryDirectory(prefix="snag-witness-") as directory:
        for name, bodies in PROGRAMS.items():
            few, many = (witness(snag, directory, n, bodies) for n in (5, 300))
            ok(few.get("confirmed") and many.get("confirmed"), name + ": confirmed", (few.get("proof"), many.get("proof")))
            steps = [[(s["thread"], s["line"]) for s in f.get("witness", [])] for f in (few, many)]
            ok(0 < len(steps[0]) and steps[0] == steps[1], name + ": as many steps", steps)
            ok(all(s["thread"] != 1 for s in many.get("witness", [{"thread": 1}])), name + ": nothing of the idler", steps[1])
            ok(len(steps[1]) <= 40, name + ": short", len(steps[1]))
            times = {r["times"] for r in many.get("witness_rounds", [])}
            ok(300 in times, name + ": the rounds are counted", times)
    print("1..%d" % COUNT)
    sys.exit(BAD > 0)


if __name__ == "__main__":
    main()
