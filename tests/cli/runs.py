"""How a run goes: what is recorded, shown meanwhile, kept for the next run, and where it stops."""
import json
import os
import re
import tempfile

from checks import check
from common import SNAG, on_terminal, project, snag


def capture():
    """Through the real bear: a build recorded, then checked without naming anything."""
    with tempfile.TemporaryDirectory() as d:
        project(d)
        r = snag("capture", "--", "make", "CC=clang-19", cwd=d)
        check(r.returncode == 0 and "compile_commands.json: 2 compile commands; next: snag check\n" in r.stderr,
              "capture -- make", r)
        r = snag(cwd=d)
        check(r.returncode == 1 and "bad.c:5:2: warning:" in r.stdout and "1 finding in 2 units" in r.stderr,
              "check what was captured", r)
        r = snag("capture", "-o", "other.json", "--", "make", "CC=clang-19", "-B", cwd=d)
        check(r.returncode == 0 and os.path.exists(d + "/other.json"), "capture -o", r)
        r = snag("check", "-p", "other.json", "--rule", "lock-leak", cwd=d)
        check(r.returncode == 0 and r.stdout == "", "-p FILE, --rule", r)
        r = snag("capture", "--", "sh", "-c", "exit 7", cwd=d)
        check(r.returncode == 7 and "no compile command was recorded" in r.stderr and "the build ended with status 7" in r.stderr,
              "the status of the build", r)
        r = snag("capture", "--", "make", cwd=d, PATH="/nonexistent")
        check(r.returncode == 2 and "apt-get install bear" in r.stderr and r.stderr.count("\n") == 1, "no bear", r)


def capture_merges():
    """What a build does not compile stays in the database; what it compiles anew is replaced; files that are gone leave."""
    def database():
        with open(d + "/compile_commands.json") as f:
            return {os.path.basename(e["file"]): e for e in json.load(f)}
    def run(change, *args):
        r = snag("capture", "--", "make", "CC=clang-19", *args, cwd=d)
        check("compile_commands.json: " + change + "; next: snag check\n" in r.stderr, change, r)
        return r
    def put(name, text):
        with open(os.path.join(d, name), "w") as f:
            f.write(text)
    with tempfile.TemporaryDirectory() as d:
        project(d)
        run("2 compile commands")
        first = database()
        r = run("2 compile commands: 0 new, 0 updated, 2 kept, 0 removed")
        check(database() == first and "no compile command was recorded" in r.stderr, "everything is up to date", r)
        os.remove(d + "/bad.o")
        run("2 compile commands: 0 new, 1 updated, 1 kept, 0 removed", "CC=clang-19 -DMORE")
        check(database()["good.c"] == first["good.c"] and "-DMORE" in str(database()["bad.c"]), "one of two is compiled", database())
        put("Makefile", "all: other.o good.o more.o\n%.o: %.c\n\t$(CC) -c -o $@ $<\n")
        put("other.c", "int other;\n")
        put("more.c", "int broken(\n")
        os.remove(d + "/bad.c")
        r = run("3 compile commands: 2 new, 0 updated, 1 kept, 1 removed")
        check(r.returncode == 2 and set(database()) == {"good.c", "other.c", "more.c"}, "a build that fails", r, database())
        before = os.stat(d + "/compile_commands.json").st_ino
        r = snag("capture", "--", "sh", "-c", "exit 7", cwd=d)
        check(r.returncode == 7 and os.stat(d + "/compile_commands.json").st_ino == before, "a build that does nothing", r)
        put("compile_commands.json", json.dumps([{"directory": ".", "file": "good.c", "command": "cc -c good.c"},
                                                 {"directory": d, "file": "other.c", "command": "cc -c other.c"},
                                                 {"directory": d, "file": "other.c", "command": "cc -c other.c -DX", "output": "x.o"}]))
        os.remove(d + "/good.o")
        run("3 compile commands: 0 new, 1 updated, 2 kept, 0 removed", "good.o")
        check(len(json.load(open(d + "/compile_commands.json"))) == 3, "entries of other tools")
        put("compile_commands.json", "not JSON")
        os.remove(d + "/good.o")
        r = run("1 compile command", "good.o")
        check(set(database()) == {"good.c"} and "was not a compile database: it was replaced" in r.stderr,
              "what was no database", r)
        os.remove(d + "/compile_commands.json")
        r = snag("capture", "--", "make", "good.o", cwd=d)
        check("clean it first" in r.stderr and not os.path.exists(d + "/compile_commands.json"), "nothing, and no empty database", r)


def capture_says_where():
    """A place that cannot be written is told of before the build; what to type next finds this database; nothing left is kept."""
    with tempfile.TemporaryDirectory() as d:
        project(d)
        for where, next_one in (("compile_commands.json", "snag check"), ("db.json", "snag check -p db.json"),
                                ("out/compile_commands.json", "snag check -p out/compile_commands.json"),
                                ("out/a b.json", "snag check -p 'out/a b.json'")):
            os.makedirs(d + "/out", exist_ok=True)
            r = snag("capture", "-o", where, "--", "make", "-B", "CC=clang-19", cwd=d)
            check(where + ": 2 compile commands; next: " + next_one + "\n" in r.stderr, "capture -o " + where, r)
            words = next_one.replace("'", "").split(" ", 3)[1:]
            check("1 finding in 2 units" in snag(*words, cwd=d).stderr, next_one)
        os.mkdir(d + "/build")
        os.rename(d + "/compile_commands.json", d + "/build/compile_commands.json")
        os.symlink("build/compile_commands.json", d + "/compile_commands.json")
        r = snag("capture", "--", "make", "-B", "CC=clang-19 -DX", cwd=d)
        check("2 updated" in r.stderr and os.path.islink(d + "/compile_commands.json"), "a link to the database stays", r)
        r = snag("capture", "-o", "gone/db.json", "--", "touch", "built", cwd=d)
        check(r.returncode == 2 and r.stderr == "snag: error: gone/db.json: cannot write: No such file or directory\n" and
              not os.path.exists(d + "/built"), "nothing is built in vain", r)
        with open(d + "/db.json") as f:
            before = f.read()
        os.rename(d + "/good.c", d + "/good")
        os.rename(d + "/bad.c", d + "/bad")
        r = snag("capture", "-o", "db.json", "--", "true", cwd=d)
        with open(d + "/db.json") as f:
            check(f.read() == before and "every file in it is gone, so it stays as it was" in r.stderr, "all files are gone", r)
        os.rename(d + "/good", d + "/good.c")
        os.mkdir(d + "/there")
        entries = [{"directory": d + "/" + dir, "file": d + "/good.c", "command": "cc -c %s/good.c -o %s.o" % (d, dir), "output": dir + ".o"}
                   for dir in ("there", "not_there")]
        with open(d + "/db.json", "w") as f:
            json.dump(entries, f)
        r = snag("capture", "-o", "db.json", "--", "true", cwd=d)
        with open(d + "/db.json") as f:
            check(json.load(f) == entries[:1] and "1 kept, 1 removed" in r.stderr, "a directory is gone", r)


def progress():
    with tempfile.TemporaryDirectory() as d:
        project(d)
        seen = on_terminal("good.c", "bad.c", cwd=d)
        check("extract" in seen and "2/2" in seen and "eta" in seen, "a status line on a terminal", repr(seen))
        check(re.search(r"no gaps; \d+\.\d s$", seen.rstrip()), "it is wiped before the closing line", repr(seen))
        check("2/2" not in on_terminal("--quiet", "good.c", "bad.c", cwd=d), "none with --quiet")
        check("2/2" not in snag("good.c", "bad.c", cwd=d).stderr, "none in a pipe")
        for env in ({"TERM": "dumb"}, {"INSIDE_EMACS": "28.2,compile"}):
            check("\x1b" not in on_terminal("good.c", "bad.c", cwd=d, **env), "none where it would be text: %s" % env)
        with open(d + "/slow", "w") as f:
            f.write('#!/bin/sh\ncase "$*" in *good.c*) sleep 12;; esac\nexec clang-19 "$@"\n')
        os.chmod(d + "/slow", 0o755)
        for quiet in (True, False):
            r = snag("--no-cache", "--clang=./slow", "-j1", "bad.c", "good.c", *(["-q"] if quiet else []), cwd=d)
            said = re.findall(r"^snag: extract.*$", r.stderr, re.M)
            check(r.returncode < 2 and (said == [] if quiet else 1 <= len(said) <= 3 and re.fullmatch(r"snag: extract: 1 of 2, eta \d+:\d\d", said[0])),
                  "no note with -q" if quiet else "a note after ten seconds of silence", r)


def cache():
    with tempfile.TemporaryDirectory() as d:
        project(d)
        snag("good.c", "bad.c", cwd=d)
        check(re.fullmatch(r"\.snag/cache: [89] files, \d+ bytes\n", snag("cache", cwd=d).stdout), "snag cache",
              snag("cache", cwd=d))
        with open(d + "/.snag/cache/mine", "w") as f:
            f.write("not snag's")
        check(", removed" in snag("cache", "clear", cwd=d).stdout, "snag cache clear")
        check(os.listdir(d + "/.snag/cache") == ["mine"], "what is not snag's stays", os.listdir(d + "/.snag/cache"))
        check(snag("cache", cwd=d).stdout.startswith(".snag/cache: 0 files, 0 bytes"), "an empty cache")


def kept():
    """A second run with nothing changed gives the same answer without analysing; a change is seen."""
    with tempfile.TemporaryDirectory() as d:
        project(d)
        run = lambda *more: snag("good.c", "bad.c", "--stats=json", *more, cwd=d, SNAG_CHECK="0")
        first, second = run(), run()
        check(first.returncode == 1 and '"link"' in first.stderr and '"locks"' in first.stderr, "the first run analyses", first)
        check(second.returncode == 1 and '"link"' not in second.stderr and second.stdout == first.stdout,
              "the second does not need to", second)
        counters = [re.findall(r'^  "(?!units_|bytes_bitcode|worker)(\w+)": (\d+)', r.stderr, re.M) for r in (first, second)]
        check(counters[0] == counters[1] and len(counters[0]) > 15, "with the same counters", counters)
        check('"link"' in run("--dump=link").stderr, "a dump needs the phases")
        threads = run("--dump=threads")
        check(threads.returncode == 0 and '"threads"' in threads.stderr and '"sharing"' not in threads.stderr and
              "findings" not in threads.stdout, "a dump ends the run behind its phase", threads)
        both = run("--dump=threads", "--stop-after=end")
        check(both.returncode == 1 and both.stdout.startswith(threads.stdout) and both.stdout.endswith(first.stdout),
              "unless it is told to go on", both)
        for other in (["--filter=same-entry"], ["--filter=large-points-to=3"], ["--filter=large-points-to=4"], ["--show=pruned"]):
            check('"link"' in run(*other).stderr and '"link"' not in run(*other).stderr,
                  "%s is another question, kept as well" % other)
        with open(d + "/mine.model", "w") as f:
            f.write("my_lock acquire *0 - mine\nmy_unlock release *0 - mine\n")
        r = run("--models", "mine.model")
        check('"link"' in r.stderr, "other models are another question", r)
        for top, _, files in os.walk(d + "/.snag/cache"):
            for name in files:
                if name.endswith(".kept"):
                    with open(os.path.join(top, name), "r+b") as f:
                        f.seek(40)
                        f.write(b"\xff\xff\xff")
        r = run()
        check(r.stdout == first.stdout and '"link"' in r.stderr, "a damaged file is no file", r)
        with open(d + "/bad.c", "a") as f:
            f.write("void g(void) {\n\tpthread_mutex_lock(&m);\n\tpthread_mutex_lock(&m);\n}\n")
        r = run()
        check("bad.c:9:2: warning:" in r.stdout and r.stdout.count("warning:") == 2, "a change is seen", r)


def builds():
    """Findings that one build kept are not those of another: told by the linker's note in the program, and without one by all of
    its bytes."""
    with open(SNAG, "rb") as f:
        first = f.read()
    note = first.index(b"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0")  # lengths of name and hash, NT_GNU_BUILD_ID
    variants = {"the same": first, "another hash": first[:note + 20] + bytes([first[note + 20] ^ 1]) + first[note + 21:],
                "no hash": first[:note + 8] + b"\xff" + first[note + 9:]}
    with tempfile.TemporaryDirectory() as d:
        project(d)
        for what, program in variants.items():
            with open(d + "/snag", "wb") as f:
                f.write(program)
            os.chmod(d + "/snag", 0o755)
            seen = ['"link"' in snag("bad.c", "--stats=json", cwd=d, program=d + "/snag", SNAG_CHECK="0").stderr
                    for _ in range(2)]
            check(seen == [True, False], "a build with %s analyses once" % what, seen)


def stops():
    """--stop-after ends behind that phase: nothing later runs, and no finding is told."""
    with tempfile.TemporaryDirectory() as d:
        project(d)
        order = "link points contexts threads sharing summary race belief locks".split()
        for i, phase in enumerate(order):
            r = snag("good.c", "bad.c", "--stats=json", "--stop-after=" + phase, cwd=d)
            ran = [p for p in order if '"%s"' % p in r.stderr.partition('"phases"')[2]]
            check(r.returncode == 0 and not r.stdout and ran == order[:i + 1], "--stop-after=%s" % phase, ran, r)


def linked():
    """A program is linked once: a run that has another question about the same units unpacks none of them, and answers the
    same."""
    with tempfile.TemporaryDirectory() as d:
        project(d)
        with open(d + "/mine.model", "w") as f:
            f.write("my_lock acquire *0 - mine\nmy_unlock release *0 - mine\n")

        def loaded(*args):
            r = snag("good.c", "bad.c", "--stats=json", *args, cwd=d)
            return r, int(re.search(r'"units_loaded": (\d+)', r.stderr)[1])

        def counters(r):
            return re.findall(r'^  "(?!units_|bytes_|worker)(\w+)": (\d+)', r.stderr, re.M)
        check(loaded()[1] == 4, "the first run unpacks each unit for the plan and for the program")
        for args in (["--dump=link"], ["--dump=ir"], ["--dump=locks"], ["--models", "mine.model"],
                     ["--stop-after=model", "--dump=link,ir"]):
            r, n = loaded(*args)
            fresh, all_of_them = loaded("--no-cache", *args)
            check(n == 0 and all_of_them == 4, "%s unpacks nothing" % args, n, all_of_them)
            check(r.stdout == fresh.stdout and r.returncode == fresh.returncode and counters(r) == counters(fresh),
                  "%s says the same without a cache" % args, r, fresh)
        r, n = loaded("--main", "good", "--dump=link")
        check(n > 0 and "program good:" in r.stdout, "another --main is another plan", r)
        check(loaded("--main", "good", "--dump=link")[1] == 0, "which is kept as well")
        for i in range(4):
            with open(d + "/good.c", "a") as f:
                f.write("int more%d;\n" % i)
            r, n = loaded("--dump=link")
            check(n == 4 and "more%d" % i in r.stdout, "a change is seen", r)
        kinds = [name.rpartition(".")[2] for _, _, files in os.walk(d + "/.snag/cache") for name in files]
        check(kinds.count("linked") <= 4 and kinds.count("plan") == 2, "edits leave no more files than a program has slots",
              kinds)
        snag("cache", "clear", cwd=d)
        check(not os.listdir(d + "/.snag/cache"), "snag cache clear removes them", os.listdir(d + "/.snag/cache"))
