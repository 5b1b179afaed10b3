"""Where a run meets what is around it: units that do not compile, things that are no files, streams, directories, settings."""
import json
import os
import re
import subprocess
import tempfile

from checks import check
from common import CLEAN, RACY, SNAG, refuses, snag


def write(d, **files):
    for name, text in files.items():
        with open(os.path.join(d, name.replace("_", ".")), "w") as f:
            f.write(text)


def gaps(r):
    """What the closing line says of what is missing: "no gaps", or how many and what."""
    said = r.stderr.rstrip().splitlines()[-1].rsplit("; ", 1)[0]
    incomplete = re.search(r"; analysis incomplete in (\d+) places?: (.*)", said)
    if not incomplete:
        return "none" if said.endswith("; no gaps") else said
    check(sum(int(n) for n in re.findall(r"(?:^|, )(\d+) ", incomplete.group(2))) == int(incomplete.group(1)), "the sum", said)
    return incomplete.group(2)


def missing_units_are_told():
    """The closing line counts what was not analysed, with findings and without; so does JSON. The twin: all is analysed."""
    with tempfile.TemporaryDirectory() as d:
        write(d, racy_c=RACY, bad_c="int x\n", worse_c="frob x;\n", clean_c="int f(void) { return 0; }\n")
        both = snag("racy.c", "bad.c", "worse.c", cwd=d)
        check(both.returncode == 1 and gaps(both) == "2 units not analysed", "findings, and units that do not compile", both)
        alone = snag("clean.c", "bad.c", cwd=d)
        check(alone.returncode == 3 and gaps(alone) == "1 unit not analysed", "no findings, and a unit that does not compile", alone)
        check("in 1 unit, 1 line;" in alone.stderr, "lines of what was not analysed are counted", alone)
        whole = snag("racy.c", "clean.c", cwd=d)
        check(whole.returncode == 1 and gaps(whole) == "none", "everything is analysed", whole)
        said = json.loads(snag("racy.c", "bad.c", "--output", "json", cwd=d).stdout)
        check(said["complete"] is False and said["units_failed"] == 1, "JSON of a part", said)
        said = json.loads(snag("racy.c", "--output", "json", cwd=d).stdout)
        check(said["complete"] is True and said["units_failed"] == 0 and said["entries_bad"] == 0, "JSON of all", said)
        entry = {"directory": d, "file": "racy.c", "command": "cc -c racy.c"}
        write(d, db_json=json.dumps([entry, {"file": 3}]))
        r = snag("-p", "db.json", cwd=d)
        check(r.returncode == 1 and gaps(r) == "1 entry of the database not usable", "a bad entry", r)
        log = json.loads(snag("-p", "db.json", "--output", "sarif", cwd=d).stdout)
        check(log["runs"][0]["invocations"][0]["executionSuccessful"] is False, "SARIF of a part", log["runs"][0]["invocations"])


def other_languages_are_told():
    """What is in the database and is not C is counted and named, in every form. Headers and preprocessing are no part of a program."""
    def entry(file, command):
        return {"directory": d, "file": file, "command": command + " " + file}
    with tempfile.TemporaryDirectory() as d:
        write(d, racy_c=RACY)
        rest = [entry("h.h", "cc -x c-header -c"), entry("racy.c", "cc -E")]
        write(d, db_json=json.dumps([entry("racy.c", "cc -c"), entry("a.cc", "c++ -c"), entry("b.cc", "c++ -c"), entry("c.S", "cc -c")] + rest),
              plain_json=json.dumps([entry("racy.c", "cc -c")] + rest))
        words = "2 C++ entries not analysed, 1 assembly entry not analysed"
        for kept in (False, True):
            r = snag("-p", "db.json", cwd=d)
            check(r.returncode == 1 and gaps(r) == words, "the closing line", kept, r)
        check(gaps(snag("-p", "plain.json", cwd=d)) == "none", "only C")
        said = json.loads(snag("-p", "db.json", "--output", "json", cwd=d).stdout)
        check(said["complete"] is False and said["entries_not_c"] == 3 and said["not_c"] == {"cxx": 2, "assembly": 1}, "JSON", said)
        said = json.loads(snag("-p", "plain.json", "--output", "json", cwd=d).stdout)
        check(said["complete"] is True and said["entries_not_c"] == 0, "JSON, only C", said)
        for form in ("sarif", "github", "gitlab", "junit"):
            check(words in snag("-p", "db.json", "--output", form, cwd=d).stdout, form)
            check("not analysed" not in snag("-p", "plain.json", "--output", form, cwd=d).stdout, form + ", only C")


def every_form_tells_what_is_missing():
    with tempfile.TemporaryDirectory() as d:
        write(d, racy_c=RACY, bad_c="int x y;\n", clean_c="int f(void) { return 0; }\n")
        for first in ("racy.c", "clean.c"):
            lines = snag(first, "bad.c", "--output", "jsonl", cwd=d).stdout.splitlines()
            check(json.loads(lines[-1])["failed"][0]["file"] == "bad.c" and len(lines) == (2 if first == "racy.c" else 1), "jsonl", lines)
            rows = json.loads(snag(first, "bad.c", "--output", "gitlab", cwd=d).stdout)
            check([r["location"]["path"] for r in rows if r["check_name"] == "not-analysed"] == ["bad.c"] and
                  len({r["fingerprint"] for r in rows}) == len(rows) == len(lines), "gitlab", rows)
            text = snag(first, "bad.c", "--output", "github", cwd=d).stdout
            check("::warning file=bad.c,title=snag not analysed::" in text and "1 unit not analysed" in text, "github", text)
            text = snag(first, "bad.c", "--output", "junit", cwd=d).stdout
            check('errors="1"' in text and 'name="bad.c"><error' in text, "junit", text)
        whole = snag("racy.c", "clean.c", "--output", "jsonl", cwd=d).stdout
        check("complete" not in whole and whole.count("\n") == 1, "nothing is missing", whole)
        entries = [{"directory": d, "file": "bad.c", "command": "cc -c bad.c -DX=%d" % i} for i in range(2)]
        write(d, db_json=json.dumps(entries))
        rows = json.loads(snag("-p", "db.json", "--output", "gitlab", cwd=d).stdout)
        check(len(rows) == 1, "a file that is compiled twice", rows)


def things_that_are_no_files():
    no = "%s: not a regular file: copy the program to one and name it"
    with tempfile.TemporaryDirectory() as d:
        write(d, racy_c=RACY)
        os.mkfifo(os.path.join(d, "pipe.c"))
        os.mkdir(os.path.join(d, "dir.c"))
        os.symlink("racy.c", os.path.join(d, "link.c"))
        for name in ("pipe.c", "/dev/null", "/dev/zero"):
            refuses(no % name, name, cwd=d)
        refuses("dir.c: no compile_commands.json there or in its build/; make one with `snag capture -- make`, or name files: snag FILE.c",
                "dir.c", cwd=d)
        refuses("dir.c: a directory, not a C file; for a project use `snag check -p dir.c`", "racy.c", "dir.c", cwd=d)
        for name in ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"):
            with open(os.path.join(d, "racy.c")) as f:
                r = subprocess.run([SNAG, name], cwd=d, env=CLEAN, stdin=f, capture_output=True, text=True, timeout=900)
            check(r.returncode == 2 and r.stderr == "snag: error: " + no % name + "\n", "a program on standard input", r)
        refuses("-: standard input is not read: write the program to a file and name it", "-", cwd=d)
        write(d, db_json=json.dumps([{"directory": d, "file": n, "command": "cc -c " + n} for n in ("pipe.c", "link.c")]))
        r = snag("-p", "db.json", cwd=d)
        check(r.returncode == 1 and "pipe.c: not analysed: not a regular file" in r.stderr and "racy.c" not in r.stderr,
              "a pipe in a database, beside a link to a file", r)


def a_closed_pipe_is_no_error():
    with tempfile.TemporaryDirectory() as d:
        write(d, racy_c=RACY)
        for args in (("--verbose", "racy.c"), ("--help-full",), ("racy.c", "--output", "sarif"), ("prove", "racy.c")):
            out, inside = os.pipe()
            os.close(out)
            p = subprocess.run([SNAG, *args], cwd=d, env=CLEAN, stdout=inside, stderr=subprocess.PIPE, text=True, timeout=900)
            os.close(inside)
            check(p.returncode == (0 if args == ("--help-full",) else 1) and "error" not in p.stderr, "nobody reads", p)
        with open("/dev/full", "w") as full:
            p = subprocess.run([SNAG, "racy.c"], cwd=d, env=CLEAN, stdout=full, stderr=subprocess.PIPE, text=True, timeout=900)
        check(p.returncode == 2 and "cannot write to standard output" in p.stderr, "a full disk is an error", p)


def two_reports_in_one_place():
    with tempfile.TemporaryDirectory() as d:
        write(d, racy_c=RACY, old_json="{}")
        os.symlink("old.json", os.path.join(d, "link.json"))
        for a, b in (("json", "sarif"), ("text", "json"), ("json=-", "sarif"), ("json=/dev/stdout", "text"),
                     ("json=new.json", "sarif=new.json"), ("json=old.json", "sarif=./old.json"),
                     ("json=old.json", "sarif=link.json")):
            refuses("--output %s and --output %s: two reports cannot go to one place" % (a, b), "racy.c", "--output", a,
                    "--output", b, cwd=d)
        refuses("--output json and --dump: both go to standard output; give one a file: --output json=FILE", "racy.c",
                "--output", "json", "--dump=threads", cwd=d)
        r = snag("racy.c", "--output", "json=a.json", "--output", "sarif", "--output", "html=b.html", cwd=d)
        check(r.returncode == 1 and json.loads(r.stdout)["version"] == "2.1.0", "three places for three reports", r)


def settings_are_verified_as_a_run_does():
    with tempfile.TemporaryDirectory() as d:
        write(d, racy_c=RACY, good_model="benign nothing_of_ours\n", bad_model="frob\n")
        for text in ("rule: [rcae]", "output: [jsn]", "output: [json, sarif]", "models: [none.model]", "models: [bad.model]",
                     "rank: { wrote: 3 }", "baseline: gone", "new-only: true", "max-threads: 99999", "jobs: many", "jbos: 1",
                     "benign: [two words]", "since: gone", "changed: [gone.c]", "stubs: [gone.c]", "project: gone", "clang: gone", "clang: /bin/true"):
            write(d, _snag_yml=text + "\n")
            run = snag(*(() if "project" in text else ("racy.c",)), cwd=d)
            verified = snag("--verify-config", cwd=d)
            check(run.returncode == 2 and verified.returncode == 2, "refused by a run, so by --verify-config: " + text, run, verified)
            check(run.stderr == verified.stderr, "in the same words: " + text, run, verified)
        for text in ("rule: [race]", "models: [good.model]", "rank: { write: 3 }", "output: [json=x.json, sarif]"):
            write(d, _snag_yml=text + "\n")
            check(snag("--verify-config", cwd=d).stdout == ".snag.yml: good\n", "good: " + text)


def a_directory_that_cannot_be_written():
    hint = "snag: this directory is not writable, so nothing is kept of this run; --cache=DIR and --db=FILE name other places\n"
    with tempfile.TemporaryDirectory() as d, tempfile.TemporaryDirectory() as other:
        os.chmod(other, 0o777)
        write(d, racy_c=RACY)
        os.chmod(d, 0o555)
        def as_other(*args):
            """Who is allowed everything is asked to be somebody else."""
            become = {"user": 65534, "group": 65534, "extra_groups": []} if os.getuid() == 0 else {}
            return subprocess.run([SNAG, *args], cwd=d, env=CLEAN, capture_output=True, text=True, timeout=900, **become)
        r = as_other("racy.c")
        check(r.returncode == 1 and r.stderr.startswith(hint) and "[race]" in r.stdout, "the run", r)
        check(not os.path.exists(os.path.join(d, ".snag")), "something was written")
        r = as_other("racy.c", "--prove=1")
        check("confirmed: " in r.stdout and "explain" not in r.stdout, "a proof", r)
        r = as_other("racy.c", "--cache=" + other + "/cache", "--db=" + other + "/db")
        check(r.returncode == 1 and "cannot be written" not in r.stderr, "other places", r)
        os.chmod(d, 0o755)


def nothing_kept_nothing_to_explain():
    """What confirms a finding can be looked at with `explain` where the run is kept, and only then does the text say so."""
    with tempfile.TemporaryDirectory() as d:
        write(d, racy_c=RACY)
        r = snag("racy.c", "--prove=1", "--no-cache", cwd=d)
        check("confirmed: " in r.stdout and "explain" not in r.stdout + r.stderr, "nothing is kept", r)
        r = snag("racy.c", "--prove=1", cwd=d)
        check("see `snag explain 1`" in r.stdout, "the run is kept", r)
        check(snag("explain", "1", cwd=d).returncode == 0, "and explained")


def proving_changes_no_gap():
    racy = RACY.replace("static void *f(", "int outside(void (*)(void));\nstatic void back(void) { n++; }\nstatic void *f(") \
               .replace("\tn++;\n\treturn x;", "\tn++;\n\toutside(back);\n\treturn x;")
    with tempfile.TemporaryDirectory() as d:
        write(d, racy_c=racy)
        plain = gaps(snag("racy.c", "--no-cache", cwd=d))
        check("callback" in plain, "there is a gap", plain)
        for args in (("--no-cache", "--prove=3"), ("--prove=3",), ("--prove=3",), ()):
            proved = snag("racy.c", *args, cwd=d)
            check(gaps(proved) == plain, "other gaps than without a proof", proved, plain)


def no_failure_is_no_warning():
    text = """#include <assert.h>
#include <pthread.h>
static int n;
static void *f(void *x) {
	n = 1;
	return x;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, f, 0);
	pthread_join(t, 0);
	assert(n == %d);
	return 0;
}
"""
    with tempfile.TemporaryDirectory() as d:
        write(d, holds_c=text % 1, fails_c=text % 2)
        holds, fails = (snag("prove", "--asserts", name, cwd=d) for name in ("holds.c", "fails.c"))
        check(holds.returncode == 0 and "note: no failure of the assertion" in holds.stdout and "warning" not in holds.stdout,
              "an assertion that holds", holds)
        check(fails.returncode == 1 and "warning: the assertion 'n == 2' fails" in fails.stdout, "one that fails", fails)


def threads_that_are_not_followed_are_told():
    region = "int n;\nint main(void) {\n#pragma omp parallel\n\t{ n++; }\n\treturn n;\n}\n"
    start = "void SDL_CreateThread(int (*)(void *), const char *, void *);\nstatic int f(void *x) { return x != 0; }\n" \
            "int main(void) { SDL_CreateThread(f, \"f\", 0); return 0; }\n"
    with tempfile.TemporaryDirectory() as d:
        write(d, region_c=region, start_c=start)
        for kept in (False, True):
            r = snag("region.c", "--", "-fopenmp", cwd=d)
            check(": 1 OpenMP region not followed, " in r.stderr, "an OpenMP region", kept, r)
        check(gaps(snag("region.c", cwd=d)) == "none", "without the flag")
        for flag in ("-fopenmp=libgomp", "-fopenmp=libomp", "-qopenmp", "-fiopenmp", "-openmp", "-xopenmp", "-qsmp=omp", "-mp",
                     "-mp=multicore", "-homp"):
            check(": 1 OpenMP region not followed, " in snag("region.c", "--", flag, cwd=d).stderr, flag)
        check(gaps(snag("region.c", "--", "-fopenmp-simd", cwd=d)) == "none", "no threads with -fopenmp-simd")
        r = snag("region.c", "--", "-fopenacc", cwd=d)
        check(gaps(r) == "1 unit with OpenACC regions not followed", "OpenACC", r)
        call = "#include <dlfcn.h>\n#include <sys/syscall.h>\n#include <unistd.h>\nint main(void) { return %s; }\n"
        for text, told in (("(int)syscall(SYS_clone, 256, 0, 0, 0, 0)", True), ("(int)syscall(SYS_gettid)", False),
                           ("(int)syscall(SYS_clone3, 0, 0)", True), ("dlsym(0, \"pthread_create\") != 0", True),
                           ("dlsym(0, \"thrd_create\") != 0", True), ("dlsym(0, \"puts\") != 0", False)):
            write(d, call_c=call % text)
            r = snag("call.c", cwd=d)
            check(("1 function that starts threads not followed" in r.stderr) == told, text, r)
        write(d, block_c="void dispatch_async(void *, void (^)(void));\nint n;\nint main(void) { dispatch_async(0, ^{ n++; }); return n; }\n")
        check("1 function that starts threads not followed" in snag("block.c", "--", "-fblocks", cwd=d).stderr, "a block")
        r = snag("start.c", cwd=d)
        check(": 1 function that starts threads not followed, " in r.stderr, "a thread started in an unknown way", r)
        said = json.loads(snag("region.c", "--output", "json", "--", "-fopenmp", cwd=d).stdout)
        check(said["gaps"]["gap_openmp"] == 1, "JSON", said["gaps"])
