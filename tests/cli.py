#!/usr/bin/env python3
"""The command line as a user meets it: exit statuses, help, man page, completions, configuration:   tests/cli.py SNAG"""
import fcntl
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios

SNAG = os.path.abspath(sys.argv[1])
CLEAN = {k: v for k, v in os.environ.items() if k not in ("SNAG_ARGS", "NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE")}
passed, failed = 0, 0


def check(good, what, *more):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAILED: %s" % what, *more)


def snag(*args, cwd=".", program=SNAG, **env):
    return subprocess.run([program] + list(args), cwd=cwd, env={**CLEAN, **env}, capture_output=True, text=True, timeout=30)


def refuses(expected, *args, **more):
    """One line on stderr, nothing on stdout, status 2."""
    r = snag(*args, **more)
    check(r.returncode == 2 and r.stdout == "" and r.stderr == "snag: error: %s\n" % expected, "snag %s" % (args,), r)


def bad_usage():
    refuses("unknown option --sats: did you mean --stats?", "--sats")
    refuses("unknown option --usage: see snag --help", "--usage")  # argp's own
    refuses("unknown option -?: see snag --help", "-?")
    refuses("--jobs: 0 is not in 1..1024", "-j0")
    refuses("--filter: there is no filter 'smae-entry': did you mean same-entry?", "--filter=boot-thread,smae-entry", "a.c")
    refuses("--filter: large-points-to needs a number: large-points-to=K", "--filter=large-points-to", "a.c")
    refuses("--show: 'all' is none of: findings, pruned", "--show=all", "a.c")
    refuses("--rule rcae: there is no such rule; did you mean race?", "--rule=rcae", "a.c")
    refuses("'modles' is neither a command nor a file: did you mean 'models'?", "modles")
    refuses("SNAG_ARGS: --top: 'x' is not a number", SNAG_ARGS="--top x")
    refuses("unknown option --a\\x1b[31m: see snag --help", "--a\033[31m")


def answers():
    options = set(re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", snag("--help-full").stdout, re.M))
    for args in (["--help"], ["-h"], ["help"], ["help", "capture"], ["capture", "--help"], ["--help-full"], ["--version"], ["version"],
                 ["--generate=man"], ["--generate=complete-bash"], ["--generate=complete-zsh"], ["-j0", "--help"][1:]):
        r = snag(*args)
        check(r.returncode == 0 and r.stdout and not r.stderr, "snag %s" % args, r)
        check(all(len(line) <= 80 for line in r.stdout.splitlines()) or "--generate" in args[0], "80 columns: %s" % args)
    check(re.fullmatch(r"snag \d+\.\d+\.\d+\n", snag("--version").stdout), "version")
    check(snag("help", "capture").stdout == snag("capture", "--help").stdout, "help capture")
    check("--output" in snag("help", "capture").stdout and "--jobs" not in snag("help", "capture").stdout, "options of capture")
    man = snag("--generate=man").stdout.replace("\\-", "-")
    check(len(options) > 15, "options in --help-full", options)
    for option in options:
        check(option in man, "%s in the man page" % option)
    with open("/dev/full", "w") as full:
        r = subprocess.run([SNAG, "--help"], stdout=full, stderr=subprocess.PIPE, text=True)
    check(r.returncode == 2 and "No space left" in r.stderr, "a full disk", r)


def man_page():
    if not shutil.which("groff"):
        return
    r = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=snag("--generate=man").stdout, capture_output=True, text=True)
    check(r.returncode == 0 and not r.stderr, "groff", r.stderr)


def configuration():
    with tempfile.TemporaryDirectory() as d:
        check("there is none" in snag("--verify-config", cwd=d).stdout, "no file")
        with open(d + "/.snag.yml", "w") as f:
            f.write("jobs: 3\nmodels: [a, 'b \"c\\d']\ndump: 'ir:f g'\nfilter: [same-entry, large-points-to=9]\n")
        check(snag("--verify-config", cwd=d).stdout == ".snag.yml: good\n", "verify")
        dump = snag("--dump-config", "--top=4", "--stats", cwd=d, SNAG_ARGS="--main=x").stdout
        for line in ('jobs: 3  # .snag.yml:1', 'models: ["a", "b \\"c\\\\d"]  # .snag.yml:2', 'dump: "ir:f g"  # .snag.yml:3',
                     'filter: "large-points-to=9,same-entry"  # .snag.yml:4', 'show: findings  # default',
                     'top: 4  # command line', 'main: ["x"]  # environment', 'cache: ".snag/cache"  # default', 'stats: text  # command line',
                     '# project is not set'):
            check(line in dump.splitlines(), "dump-config: %s" % line, dump)
        with open(d + "/again.yml", "w") as f:
            f.write(dump)
        again = snag("--dump-config", "--config=again.yml", cwd=d).stdout

        def strip(text):
            return [line.split("  #")[0] for line in text.splitlines()]
        check(strip(again) == strip(dump), "what is dumped can be read", again)
        with open(d + "/.snag.yml", "w") as f:
            f.write("jobs: 3\njbos: 4\n")
        refuses(".snag.yml:2:1: unknown key 'jbos': did you mean 'jobs'?", "--verify-config", cwd=d)
        check(snag("--help", cwd=d).returncode == 0, "help in spite of a bad file")


BASH = """source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _snag; printf '%s\\n' "${COMPREPLY[@]}" """


def bash_completion():
    if not shutil.which("bash"):
        return
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/snag.bash", "w") as f:
            f.write(snag("--generate=complete-bash").stdout)
        os.makedirs(d + "/in/direc tory")
        for name in ("/in/file.c", "/in/fi le.c"):
            open(d + name, "w").close()

        def complete(expected, *words):
            r = subprocess.run(["bash", "-c", BASH, "bash", d + "/snag.bash"] + list(words), cwd=d + "/in", capture_output=True, text=True)
            got = sorted(r.stdout.split("\n")[:-1]) if r.stdout != "\n" else []
            check(got == sorted(expected) and not r.stderr, "completion of %s" % (words,), got, r.stderr)
        complete(["capture", "cache"], "snag", "ca")
        complete(["--start", "--stats", "--stubs", "--stop-after"], "snag", "--st")
        complete(["--output"], "snag", "capture", "--o")
        complete(["auto", "always"], "snag", "--color", "=", "a")
        complete(["auto", "always", "never"], "snag", "--color", "=")
        complete(["never"], "snag", "check", "--color", "n")
        complete(["json"], "snag", "--stats", "=", "j")
        complete(["same-entry"], "snag", "--filter", "=", "s")
        complete(["pruned"], "snag", "--show", "p")
        complete(["file.c", "fi le.c"], "snag", "check", "fi")
        complete(["file.c", "fi le.c"], "snag", "--stats", "fi")  # the value of --stats stands behind '=' only
        complete(["direc tory"], "snag", "-p", "")
        complete(["direc tory", "file.c", "fi le.c"], "snag", "--models", "")
        complete(["clear"], "snag", "cache", "")
        complete(["models"], "snag", "help", "m")
        complete([], "snag", "-j", "")
        complete(["file.c"], "snag", "capture", "--", "make", "file")


ZSH = r"""
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1=; fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -d $1/dump; cd $1/in"
zpty -w z "print re''ady"
zpty -r z out '*ready*'
zpty -n -w z "$2"$'\t'
sleep 1
zpty -n -w z $'\C-a: \C-e\n'
zpty -w z "print do''ne"
zpty -r z out '*done*'
print -r -- "$out"
"""


def zsh_completion():
    if not shutil.which("zsh"):
        return
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/_snag", "w") as f:
            f.write(snag("--generate=complete-zsh").stdout)
        r = subprocess.run(["zsh", "-n", d + "/_snag"], capture_output=True, text=True)
        check(r.returncode == 0 and not r.stderr, "zsh -n", r.stderr)
        os.mkdir(d + "/in")
        open(d + "/in/file.c", "w").close()
        for typed, expected in (("snag capt", "snag capture "), ("snag check fi", "snag check file.c"), ("snag --color=alw", "--color=always"),
                                ("snag capture --outp", "--output="), ("snag cache cl", "snag cache clear"), ("snag help mod", "snag help models")):
            try:
                r = subprocess.run(["zsh", "-f", "-c", ZSH, "zsh", d, typed], capture_output=True, text=True, timeout=30)
                check(expected in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", r.stdout), "zsh completion of '%s'" % typed, repr(r.stdout), r.stderr)
            except subprocess.TimeoutExpired:
                check(False, "zsh completion of '%s': no answer" % typed)


PROJECT = {
    "Makefile": "all: good.o bad.o\n%.o: %.c\n\t$(CC) -c -o $@ $<\n",
    "good.c": "int good(void) { return 0; }\n",
    "bad.c": "#include <pthread.h>\npthread_mutex_t m;\nvoid f(void) {\n\tpthread_mutex_lock(&m);\n\tpthread_mutex_lock(&m);\n}\n",
}


def project(d):
    for name, text in PROJECT.items():
        with open(os.path.join(d, name), "w") as f:
            f.write(text)


def capture():
    """Through the real bear: a build recorded, then checked without naming anything."""
    with tempfile.TemporaryDirectory() as d:
        project(d)
        r = snag("capture", "--", "make", "CC=clang-19", cwd=d)
        check(r.returncode == 0 and "compile_commands.json: 2 compile commands; next: snag check\n" in r.stderr, "capture -- make", r)
        r = snag(cwd=d)
        check(r.returncode == 1 and "bad.c:5:2: warning:" in r.stdout and "1 finding in 2 units" in r.stderr, "check what was captured", r)
        r = snag("capture", "-o", "other.json", "--", "make", "CC=clang-19", "-B", cwd=d)
        check(r.returncode == 0 and os.path.exists(d + "/other.json"), "capture -o", r)
        r = snag("check", "-p", "other.json", "--rule", "lock-leak", cwd=d)
        check(r.returncode == 0 and r.stdout == "", "-p FILE, --rule", r)
        r = snag("capture", "--", "sh", "-c", "exit 7", cwd=d)
        check(r.returncode == 7 and "no compile command was seen" in r.stderr and "the build ended with status 7" in r.stderr, "the status of the build", r)
        r = snag("capture", "--", "make", cwd=d, PATH="/nonexistent")
        check(r.returncode == 2 and "apt-get install bear" in r.stderr and r.stderr.count("\n") == 1, "no bear", r)


def on_terminal(*args, cwd, columns=0, **env):
    """What snag writes to a terminal: progress, or where the terminal has so many columns, the report."""
    main, side = pty.openpty()
    if columns:
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    p = subprocess.Popen([SNAG, *args], cwd=cwd, stdout=side if columns else subprocess.DEVNULL, stderr=subprocess.DEVNULL if columns else side,
                         env={**CLEAN, "TERM": "xterm", **env})
    os.close(side)
    seen = b""
    while True:
        try:
            chunk = os.read(main, 4096)
        except OSError:
            break
        if not chunk:
            break
        seen += chunk
    p.wait()
    os.close(main)
    return seen.decode()


def progress():
    with tempfile.TemporaryDirectory() as d:
        project(d)
        seen = on_terminal("good.c", "bad.c", cwd=d)
        check("extract" in seen and "2/2" in seen and "eta" in seen, "a status line on a terminal", repr(seen))
        check(re.search(r"gaps: none; \d+\.\d s$", seen.rstrip()), "it is wiped before the closing line", repr(seen))
        check("2/2" not in on_terminal("--quiet", "good.c", "bad.c", cwd=d), "none with --quiet")
        check("2/2" not in snag("good.c", "bad.c", cwd=d).stderr, "none in a pipe")
        for env in ({"TERM": "dumb"}, {"INSIDE_EMACS": "28.2,compile"}):
            check("\x1b" not in on_terminal("good.c", "bad.c", cwd=d, **env), "none where it would be text: %s" % env)


def cache():
    with tempfile.TemporaryDirectory() as d:
        project(d)
        snag("good.c", "bad.c", cwd=d)
        check(re.fullmatch(r"\.snag/cache: [78] files, \d+ bytes\n", snag("cache", cwd=d).stdout), "snag cache", snag("cache", cwd=d))
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
        check(second.returncode == 1 and '"link"' not in second.stderr and second.stdout == first.stdout, "the second does not need to", second)
        counters = [re.findall(r'^  "(?!units_|bytes_bitcode|worker)(\w+)": (\d+)', r.stderr, re.M) for r in (first, second)]
        check(counters[0] == counters[1] and len(counters[0]) > 15, "with the same counters", counters)
        check('"link"' in run("--dump=link").stderr, "a dump needs the phases")
        for other in (["--filter=same-entry"], ["--filter=large-points-to=3"], ["--filter=large-points-to=4"], ["--show=pruned"]):
            check('"link"' in run(*other).stderr and '"link"' not in run(*other).stderr, "%s is another question, kept as well" % other)
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
    """Findings that one build kept are not those of another: told by the linker's note in the program, and without one by all of its bytes."""
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
            seen = ['"link"' in snag("bad.c", "--stats=json", cwd=d, program=d + "/snag", SNAG_CHECK="0").stderr for _ in range(2)]
            check(seen == [True, False], "a build with %s analyses once" % what, seen)


RACY = """#include <pthread.h>
static int n;
static void *f(void *x) {
	n++;
	return x;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, f, 0);
	n++;
	pthread_join(t, 0);
	return n;
}
"""


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

TABLES = """struct ops { int version; void (*open)(void); void (*close)(void); };
static int disks, tapes, others;
void sys_open_disk(void) { disks++; }
static void tape_open(void) { tapes++; }
static void tape_close(void) { others++; }
const struct ops disk = { 1, sys_open_disk, 0 };
const struct ops tape[2] = { { 1, 0, 0 }, { 2, tape_open, tape_close } };
"""

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


def races():
    """Both sides of a race, the rules, what is ruled out: shown when asked for, never counted; also from a run that was kept."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/racy.c", "w") as f:
            f.write(RACY)
        for what in ("analysed", "kept"):
            r = snag("racy.c", cwd=d)
            check(r.returncode == 1 and re.match(r"racy\.c:(4|10):\d+: warning: data race on 'n' \[race\] #1\n  thread 1: ", r.stdout) and
                  r.stdout.count("thread 2: ") == 1 and {"4", "10"} <= set(re.findall(r"^racy\.c:(\d+):\d+: note: ", r.stdout, re.M)) and
                  re.fullmatch(r"1 finding in 1 unit, 13 lines \(1 race\); gaps: none; \d+\.\d s\n", r.stderr), "a race, %s" % what, r)
            check("overlap: 'f' is started at racy.c:9 and waited for at racy.c:11; 'main' goes on meanwhile\n" in r.stdout and
                  "  fix: take one lock around racy.c:10 and around racy.c:4, or make 'n' atomic\n" in r.stdout, "why, and what to do, %s" % what, r)
            check(snag("racy.c", "--rule=race", cwd=d).returncode == 1, "--rule=race, %s" % what)
            for rule in ("race-bitfield", "lock-leak"):
                r = snag("racy.c", "--rule", rule, cwd=d)
                check(r.returncode == 0 and not r.stdout, "--rule %s, %s" % (rule, what), r)
            r = snag("racy.c", "--filter=boot-thread", cwd=d)
            check(r.returncode == 0 and not r.stdout and r.stderr.startswith("0 findings in 1 unit, 13 lines; 3 pruned; gaps"), "--filter, %s" % what, r)
            r = snag("racy.c", "--filter=boot-thread", "--show=pruned", cwd=d)
            check(r.returncode == 0 and re.fullmatch(r"racy\.c:(4|10):\d+: pruned: data race on 'n': \S.* \[race\]\n", r.stdout) and
                  r.stderr.startswith("0 findings in 1 unit, 13 lines; 3 pruned; gaps"), "--show=pruned, %s" % what, r)
            r = snag("racy.c", "--filter=same-entry", cwd=d)
            check(r.returncode == 1 and "[race] #1" in r.stdout, "a filter that does not apply, %s" % what, r)


def score_of(text):
    """The table of explain as {criterion: points}, and the total."""
    rows = re.findall(r"^    (\S+) .*? ([+-]\d+)  \S", text, re.M)
    total = re.search(r"^  score: (-?\d+)$", text, re.M)
    return {name: int(points) for name, points in rows}, int(total.group(1)) if total else None


def explain():
    """One finding of the last run, whole: by number and by fingerprint; the points add up, and the user's weights count."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/racy.c", "w") as f:
            f.write(RACY)
        refuses(".snag/cache: no findings are kept here: run `snag check` first, without --no-cache", "explain", "1", cwd=d)
        snag("racy.c", cwd=d)
        r = snag("explain", "1", cwd=d)
        points, total = score_of(r.stdout)
        check(r.returncode == 0 and r.stdout.startswith("racy.c:") and "[race] #1" in r.stdout and not r.stderr, "explain 1", r)
        check(total == sum(points.values()) and points["always-unlocked"] == 2 and points["write"] == 1 and points["two-roots"] == 1, "points", r.stdout)
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
    """Lines end where the terminal does, all but the first, which other programs read; places are links where that is wanted, and nowhere else."""
    with tempfile.TemporaryDirectory() as d:
        os.mkdir(d + "/a b%")
        long_name = "a_function_with_a_name_that_is_rather_long"
        with open(d + "/a b%/racy.c", "w") as f:
            f.write(RACY.replace("f(", long_name + "(").replace(" f,", " " + long_name + ",").replace("n++;", "n++; /* " + "word " * 40 + "*/"))
        for width in (50, 80, 120):
            r = snag("a b%/racy.c", cwd=d, COLUMNS=str(width))
            lines = r.stdout.splitlines()
            check(r.returncode == 1 and max(map(len, lines[1:])) <= width + (len(long_name) if width == 50 else 0), "%d columns" % width, r.stdout)
            check(lines[0].startswith("a b%/racy.c:") and lines[0].endswith("[race] #1"), "the first line is whole", lines[0])
            check(sum("^" == x.strip(" |") for x in lines) >= 2, "the carets are there", r.stdout)
        r = snag("a b%/racy.c", cwd=d)
        check(max(map(len, r.stdout.splitlines())) > 120 and "\x1b" not in r.stdout, "in a pipe lines are as long as they are, and plain", r.stdout)
        check(snag("a b%/racy.c", cwd=d, COLUMNS="wide").stdout == r.stdout, "COLUMNS that is no number")
        linked = snag("a b%/racy.c", "--links=always", cwd=d).stdout
        link = re.findall("\x1b]8;;([^\x1b]*)\x1b\\\\([^\x1b]*)\x1b]8;;\x1b\\\\", linked)
        url = "file://" + os.path.realpath(d) + "/a%20b%25/racy.c"
        check(link and all(u == url and re.fullmatch(r"a b%/racy\.c:\d+:\d+", t) for u, t in link), "links", link)
        check(re.sub("\x1b]8;;[^\x1b]*\x1b\\\\", "", linked) == r.stdout, "links change nothing else")
        plain = re.compile("\x1b\\[[0-9;]*m|\x1b]8;;[^\x1b]*\x1b\\\\")
        for env, color, links in (({}, True, False), ({"VTE_VERSION": "7200"}, True, True), ({"VTE_VERSION": "4800"}, True, False), ({"NO_COLOR": "1", "VTE_VERSION": "7200"}, False, True),
                                  ({"TERM": "dumb", "VTE_VERSION": "7200"}, False, False), ({"TERM": "screen-256color", "KONSOLE_VERSION": "220401"}, True, False),
                                  ({"TERM_PROGRAM": "WezTerm", "NO_COLOR": ""}, True, True), ({"INSIDE_EMACS": "28.2,compile", "VTE_VERSION": "7200"}, False, False),
                                  ({"INSIDE_EMACS": "28.2,term:0.96"}, True, False)):
            seen = on_terminal("a b%/racy.c", cwd=d, columns=70, **env)
            check(("\x1b[1m" in seen, "\x1b]8;;file://" in seen) == (color, links), "a terminal with %s" % env, repr(seen[:300]))
            check(max(len(plain.sub("", x)) for x in seen.splitlines()[1:]) <= 70, "its 70 columns", seen)
        brief = snag("a b%/racy.c", "--brief", "--color=always", "--links=never", cwd=d).stdout
        check(brief.count("\n") == 1 and "\x1b[1m" in brief and "]8;;" not in brief, "--brief in colour", brief)


def pages():
    """snag explain RULE is the page of the rule; of a finding it ends with it."""
    docs = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "doc", "rules")
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
        check(re.search(r"^  every access: 4$", r.stdout, re.M) and len(re.findall(r"^    racy\.c:(?:4|10):\d+ +(?:read|write) +\{\} +(?:f|main) in ", r.stdout, re.M)) == 4,
              "every access and its locks", r.stdout)
        check(re.search(r"^    threads  'f' is started at racy.c:9", r.stdout, re.M) and re.search(r"^    prove    confirmed: ", r.stdout, re.M), "what each phase said", r.stdout)
        for word in ("    thread 0 (main)", " | thread 1 (f)"):
            check(word in r.stdout, "the execution, in two columns: %s" % word, r.stdout)
        r = snag("explain", "1", cwd=d, COLUMNS="60")
        check("    thread 1 (f)\n" in r.stdout and " | thread 1" not in r.stdout, "one column where there is no room for two", r.stdout)


def ranked():
    """Best first: what is mostly protected and stands alone in critical sections comes before what nobody ever protects."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/two.c", "w") as f:
            f.write(TWO)
        order = re.findall(r"data race on '(\w+)'", snag("two.c", cwd=d).stdout)
        check(order == ["guarded", "casual"], "by points", order)
        order = re.findall(r"data race on '(\w+)'", snag("two.c", "--rank=only-often=-50", cwd=d).stdout)
        check(order == ["casual", "guarded"], "by the user's points, from a run that was kept", order)


def deadlocks():
    """Section 4.2: two threads and two global locks before locks behind pointers and a third thread: racerx, Figure 2 above Figure 6."""
    seeds = os.path.join(os.path.dirname(os.path.abspath(__file__)), "seeds")
    with tempfile.TemporaryDirectory() as d:
        for name in ("racerx_fig2.c", "racerx_fig6.c"):
            shutil.copy(os.path.join(seeds, name), d)
        r = snag("--rule=deadlock", "racerx_fig6.c", "racerx_fig2.c", cwd=d)
        order = [(f, text.count("->")) for f, text in re.findall(r"^(\S+?):.* lock order cycle: (.*) \[deadlock\]", r.stdout, re.M)]
        check(order == [("racerx_fig2.c", 2), ("racerx_fig6.c", 2), ("racerx_fig6.c", 3)], "the order of deadlocks", order)


def non_atomic():
    """Table 4, and a slide of the talk: writes that take two stores, and those to bit-fields, before the write to a plain int."""
    seeds = os.path.join(os.path.dirname(os.path.abspath(__file__)), "seeds")
    with tempfile.TemporaryDirectory() as d:
        shutil.copy(os.path.join(seeds, "racerx_talk_non_atomic.c"), d)
        order = re.findall(r"data race on '([\w.]+)'", snag("racerx_talk_non_atomic.c", cwd=d).stdout)
        check(sorted(order[:2]) == ["state.mode", "wide"] and order[2:] == ["plain"], "not atomic first", order)
        order = re.findall(r"data race on '([\w.]+)'", snag("racerx_talk_non_atomic.c", "--rank=non-atomic=-5", cwd=d).stdout)
        check(order[:1] == ["plain"] and len(order) == 3, "last, if the user says so", order)


def rows_of(number, cwd):
    """The table of explain as {criterion: (value, points)}."""
    return {name: (value, int(points)) for name, value, points in
            re.findall(r"^    (\S+) +(\S.*?) +([+-]\d+)  \S", snag("explain", number, cwd=cwd).stdout, re.M)}


def races_of(text, d, *args):
    """The races of a program in the order of the report, each with its rows."""
    with open(d + "/p.c", "w") as f:
        f.write(text)
    found = re.findall(r"data race on '([^']+)' \[race(?:-bitfield)?\] #(\d+)", snag("p.c", "--rule=race", "--rule=race-bitfield", *args, cwd=d).stdout)
    return [(name, rows_of(number, d)) for name, number in found]


def threads_of(body, *functions):
    """A program whose main runs these functions, each in a thread."""
    starts = "".join("\tpthread_create(&t[%d], 0, %s, 0);\n" % (i, f) for i, f in enumerate(functions))
    return "#include <pthread.h>\n#include <stdlib.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n%s\nint main(void)\n{\n\tpthread_t t[%d];\n%s\treturn 0;\n}\n" % (body, len(functions), starts)


def figure7():
    """racerx, Figure 7: nvars=4, modified=1, has_locked=1."""
    seeds = os.path.join(os.path.dirname(os.path.abspath(__file__)), "seeds")
    with tempfile.TemporaryDirectory() as d, open(os.path.join(seeds, "racerx_fig7.c")) as f:
        found = dict(races_of(f.read(), d))
        check(len(found) == 4 and all(rows["several-variables"] == ("4", 1) for rows in found.values()), "nvars", found)
        written = {name for name, rows in found.items() if rows.get("write", ("", 0))[1] == 1}
        check({"space.enabledPassthroughPorts", "space.enabledPassthroughWords"} <= written, "modified", written)
        check(all(re.match("pthread_mutex_lock in guest, line ", found[name]["concurrent-code"][0]) for name in
                  ("space.enabledPassthroughPorts", "space.enabledPassthroughWords")), "has_locked", found)


def table4():
    """racerx, Table 4, line by line: each of its rows is seen on a program, and on the neighbour of that program where it does not hold."""
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
    check((one(text, "alone", "upward-alone"), one(text, "both", "upward-alone")) == (-30, 0), "flagged by upward propagation alone")
    check(order(text) == ["both", "alone"] and order(text, "--rank=upward-alone=50") == ["alone", "both"], "those of both methods first")
    # same score: number of conditionals and depth of the call chain
    text = threads_of("static int far, near;\nstatic void d3(int k) { if (k > 1) if (k > 2) far += 2; }\nstatic void d2(int k) { d3(k); }\n" +
                      thread % ("f", "d2(rand());") + thread % ("g", "near += 2;"), "f", "f", "g", "g")
    check(order(text) == ["near", "far"], "the same score: conditionals and calls", order(text))
    # visits with an empty lock set
    text = threads_of("static int always, mostly;\nstatic void bump(void) { mostly += 2; }\nstatic void bare1(void) { bump(); }\nstatic void bare2(void) { bump(); }\n" +
                      thread % ("f", "always += 2; bare1();") + thread % ("g", "always += 3; bare2();") +
                      thread % ("h", "pthread_mutex_lock(&m); bump(); pthread_mutex_unlock(&m);"), "f", "g", "h")
    check(one(text, "always", "always-unlocked") == 2, "always visited with an empty lock set")
    check((one(text, "mostly", "mostly-unlocked"), one(text, "mostly", "always-unlocked")) == (1, 0), "more often visited with an empty lock set than not")
    # 8.3: modifications on different roots
    bodies = thread % ("f", "three += 2; two += 2; one += 2;") + thread % ("g", "three += 3; two += 3;") + thread % ("h", "three += 4; one_read = one;")
    text = threads_of("static int three, two, one;\nint one_read;\n" + bodies, "f", "g", "h")
    check([one(text, name, row) for name, row in (("three", "many-roots"), ("two", "two-roots"), ("one", "one-root"))] == [2, 1, -1], "roots that modify")
    # ours, for 8.4: written the first time only, and main comes first; or nobody does
    once = "static int n, late, done, begun;\nstatic void set(void) { if (!done) { n = rand(); done = 1; } }\nstatic void begin(void) { if (!begun) { late = rand(); begun = 1; } }\n"
    text = threads_of(once + thread % ("f", "set(); begin(); rand_r(&(unsigned){ n + late });") , "f", "f").replace("pthread_t t[2];", "pthread_t t[2];\n\tset();")
    check([one(text, name, "set-up") for name in ("n", "done", "late", "begun")] == [-100, -100, 0, 0], "written the first time only, before there are threads")
    check(order(text)[2:] in (["n", "done"], ["done", "n"]), "such come later", order(text))
    # ours, for 8.3: what a library calls itself may be there for that call only. Ways begin with what nobody calls, if such lead there
    text = """#include <pthread.h>
struct box { pthread_mutex_t m; int a, b, c; };
void box_fill(struct box *x, int n) { x->a = n; }
void box_drop(struct box *x) { x->b++; }
void box_set(struct box *x, int n) { pthread_mutex_lock(&x->m); box_fill(x, n); pthread_mutex_unlock(&x->m); box_drop(x); }
int box_get(struct box *x) { pthread_mutex_lock(&x->m); int n = x->a + x->b; pthread_mutex_unlock(&x->m); return n; }
"""
    check([one(text, name, "inner-entry") for name in ("box.a", "box.b")] == [-60, 0], "entered by a function that the library calls itself, or not only so")
    check(order(text) == ["box.b", "box.a"] and order(text, "--rank=inner-entry=70") == ["box.a", "box.b"], "those that begin with functions for outsiders first")
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/p.c", "w") as f:
            f.write(text)
        check("any thread > box_set > box_drop" in snag("p.c", cwd=d).stdout, "the way from outside")
    # 8.4: only, first, last
    lock = "pthread_mutex_lock(&m); %s pthread_mutex_unlock(&m); "
    text = threads_of("static int often, once, first, last, middle, p, q;\n" + thread % ("f", lock % "often++;" + lock % "once++;" + lock % "first++; p++; q++;" + lock % "p++; q++; last++;") +
                      thread % ("g", lock % "often--;" + lock % "p++; middle++; q++;") + thread % ("h", "often = 7; once = 7; first = 7; last = 7; middle = 7;"), "f", "g", "h")
    check([one(text, name, name if name in ("first", "last") else "only-" + name) for name in ("often", "once", "first", "last")] == [4, 2, 1, 1], "only, first and last in a critical section")
    check([one(text, "middle", row) for row in ("only-often", "only-once", "first", "last")] == [0, 0, 0, 0], "in the middle of one")
    # z
    for n, points in ((28, 2), (20, 0)): # by hand: 28 of 29 is z = 2.23, 20 of 21 is 1.75
        text = threads_of("static int x;\n" + "".join("static void f%d(void) { %s }\n" % (i, lock % ("x += %d;" % i)) for i in range(n)) +
                          thread % ("f", "".join("f%d(); " % i for i in range(n))) + thread % ("g", "x = 7;"), "f", "g")
        check(one(text, "x", "believed") == points, "z > 2: %d of %d" % (n, n + 1))
    text = threads_of("struct s { int member; };\nstatic int global;\nstatic struct s *shared;\n" + thread % ("f", "struct s *p = shared; p->member += 2; global += 2;") +
                      thread % ("g", "struct s *p = shared; p->member += 3; global += 3;"), "f", "g").replace("\tpthread_t t", "\tshared = malloc(sizeof *shared);\n\tpthread_t t")
    with tempfile.TemporaryDirectory() as d:
        found = races_of(text, d)
        member = [rows for name, rows in found if "member" in name]
        check(member and member[0]["not-believed"][1] == -2, "non-global and z < -2", found)
        check("not-believed" not in dict(found)["global"], "a global is not punished", found)
    # unprotected variables in the non-critical section
    text = threads_of("static int v1, v2, v3, v4, v5, x, y, z, n;\n" + thread % ("f", "v1++; v2++; v3++; v4++; v5++;") + thread % ("g", "x++; y++; " + lock % "n++;" + "z++;"), "f", "f", "g", "g")
    check([one(text, name, row) for name, row in (("v1", "many-variables"), ("x", "several-variables"), ("z", "several-variables"))] == [2, 1, 0], "variables in the non-critical section")
    # written and rarely read
    text = threads_of("static int seldom, often;\nint sink;\n" + thread % ("f", "\nseldom++; often++;\nseldom += 2;\nseldom += 3;\nseldom += 4;\n") +
                      thread % ("g", "sink = seldom;\nsink = often;\n"), "f", "f", "g")
    check((one(text, "seldom", "seldom-read"), one(text, "often", "seldom-read")) == (-1, 0), "rarely read")
    # the access was a write
    text = threads_of("static int x;\nint y;\n" + thread % ("f", lock % "x += 2;") + thread % ("g", "y = x;"), "f", "g")
    check(one(text, "x", "write") == 0 and one(text.replace("y = x;", "x = 5;"), "x", "write") == 1, "the unprotected access is a write")


def wrong_lock():
    """racerx, 8.5: errors where no lock is held before those where the wrong one is."""
    seeds = os.path.join(os.path.dirname(os.path.abspath(__file__)), "belief")
    with tempfile.TemporaryDirectory() as d:
        shutil.copy(os.path.join(seeds, "routine_wrong.c"), d)
        with open(d + "/routine_wrong.c", "a") as f:
            f.write("\nvoid without(void) { pthread_mutex_lock(&state_lock); pthread_mutex_unlock(&state_lock); log_line(\"without\"); }\n"
                    "void more(void)\n{\n" + "\tpthread_mutex_lock(&log_lock);\n\tlog_line(\"more\");\n\tpthread_mutex_unlock(&log_lock);\n" * 4 + "}\n")
        with open(d + "/mine.model", "w") as f:
            f.write("multithreaded without\nmultithreaded more\n")
        text = snag("routine_wrong.c", "--models=mine.model", "--rule=inconsistent-lock", cwd=d).stdout
        said = re.findall(r"'log_line' is called (with(?:out)?) ", text)
        check(said == ["without", "with", "with"], "no lock before the wrong one", text)


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
        check(r.returncode == 1 and "[race] #1 confirmed\n" in r.stdout and "1 of 1 tried is confirmed" in r.stderr, "check --prove", r)
        again = snag("check", "--prove=1", "p.c", cwd=d)
        check(again.stdout == r.stdout, "the proof is kept with the finding", again)
        r = snag("explain", "1", cwd=d)
        check("is about to" in r.stdout and "thread 1 (worker)" in r.stdout, "explain shows the execution", r)
        r = snag("prove", "p.c", "1", "--witness", "w.yml", "--emit-c", "s.c", cwd=d)
        check(r.returncode == 1 and "confirmed" in r.stdout and os.path.getsize(d + "/w.yml") and os.path.getsize(d + "/s.c"), "prove", r)
        r = snag("prove", "--asserts", "p.c", cwd=d)
        check(r.returncode == 1 and "fails [assert-fail] #1 confirmed" in r.stdout, "prove --asserts", r)
        r = snag("check", "--output=sarif=o.sarif", "--prove=1", "p.c", cwd=d)
        with open(d + "/o.sarif", encoding="utf-8") as f:
            check('"confirmed: ' in f.read(), "SARIF has the execution", r)
        with open(d + "/calm.c", "w") as f:
            f.write("int main(void) { return 0; }\n")
        for words, said in (((), "nothing to prove: no finding is there"), (("--asserts",), "nothing to prove: no assertion is there")):
            r = snag("prove", "calm.c", *words, cwd=d)
            check(r.returncode == 0 and not r.stdout and r.stderr.startswith(said), "nothing to prove", r)
        check(snag("prove", "-q", "calm.c", cwd=d).stderr == "", "nothing to prove, quietly")
        with open(d + "/torn.c", "w") as f:
            f.write("int main(void) { return 0;\n")
        for words in ((), ("--asserts",)):
            r = snag("prove", "torn.c", *words, cwd=d)
            check(r.returncode == 3 and "part of the input was not analysed" in r.stderr and "no finding" not in r.stderr, "nothing is said of what was not analysed", r)
        refuses("there is no finding 7: the report has 1", "prove", "p.c", "7", cwd=d)
        refuses("there is no finding with the fingerprint 0000000000000001", "prove", "p.c", "0000000000000001", cwd=d)
        refuses("--prove-seconds: 0 is not in 1..100000", "prove", "--prove-seconds=0", "p.c", cwd=d)
        r = snag("check", "--benign", "n", "p.c", cwd=d)
        check(r.returncode == 0 and not r.stdout, "--benign", r)


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
        check([points[name].get(row, 0) for name, row in (("stored", "interrupt-write"), ("looked_at", "interrupt-read"), ("apart", "interrupt-write"), ("apart", "interrupt-read"))]
              == [2, 1, 0, 0], "data shared with an interrupt handler", points)


def explained():
    """Each rule's findings have a table of criterion, value and points, which add up to the score."""
    tests = os.path.dirname(os.path.abspath(__file__))
    for rule, name in (("race", "seeds/racerx_fig7.c"), ("race-bitfield", "races/bitfield_beside_broken.c"), ("inconsistent-lock", "belief/objects.c"), ("deadlock", "seeds/racerx_fig2.c"),
                       ("self-deadlock", "deadlock/callback_self.c"), ("unlock-unheld", "deadlock/goto_unheld.c"), ("lock-leak", "deadlock/goto_out.c"),
                       ("sleep-in-atomic", "deadlock/kernel_alloc.c"), ("wait-holding", "deadlock/barrier_holding.c"), ("assert-held", "deadlock/kernel_assert.c"), ("empty-section", "belief/empty.c")):
        with tempfile.TemporaryDirectory() as d:
            r = snag(os.path.join(tests, name), "--rule=" + rule, "--", "-I", os.path.dirname(os.path.join(tests, name)), cwd=d)
            check("[%s] #1" % rule in r.stdout, "a finding of %s" % rule, r)
            text = snag("explain", "1", cwd=d).stdout
            points, total = score_of(text)
            check(re.search(r"^ +criterion +value +points", text, re.M) and points and sum(points.values()) == total, "explain of %s" % rule, points, total)


def annotated():
    """What is declared of one function holds for those that are kept in the same place of such tables."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/tables.c", "w") as f:
            f.write(TABLES)
        with open(d + "/mine.model", "w") as f:
            f.write("multithreaded sys_*\n")
        for more, expected in ((["--models=mine.model"], {"disks": 1, "tapes": 1, "others": 0}), ([], {"disks": 0, "tapes": 0, "others": 0})):
            found = re.findall(r"data race on '(\w+)' \[race\] #(\d+)", snag("tables.c", *more, cwd=d).stdout)
            points = {name: score_of(snag("explain", number, cwd=d).stdout)[0]["annotated"] for name, number in found}
            check(points == expected, "annotated %s" % more, points)
        r = snag("tables.c", "--models=mine.model", cwd=d)
        number = re.search(r"data race on 'tapes' \[race\] #(\d+)", r.stdout)[1]
        check("  annotated          tape_open is kept in 'ops.open' like sys_open_disk: declared multithreaded 'sys_*' " in snag("explain", number, cwd=d).stdout,
              "explain names the row, the slot and the other function")


def multithreaded():
    """racerx, section 8.3 and a slide of the talk: operations in a function or above it in the chain say that it is multithreaded, operations below it do not."""
    with tempfile.TemporaryDirectory() as d:
        with open(d + "/threaded.c", "w") as f:
            f.write(THREADED)
        found = re.findall(r"data race on '(\w+)' \[race\] #(\d+)", snag("threaded.c", "--rule=race", cwd=d).stdout)
        rows = {name: re.search(r"^    concurrent(?:-code)? +(\S.*?) +([+-]\d+)  ", snag("explain", number, cwd=d).stdout, re.M).groups() for name, number in found}
        check(rows == {"x": ("an atomic operation in threaded, line 7", "+100"), "above": ("pthread_mutex_lock in locks_first, line 13", "+100"),
                       "y": ("0", "+0"), "below": ("0", "+0")}, "which code is multithreaded", rows)
        check({name for name, _ in found[:2]} == {"x", "above"}, "all true cases before false ones", found)


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
        check(sorted(rows) == [("cpus_read_lock", "acquire", "@cpus_read_lock shared"), ("cpus_read_unlock", "release", "@cpus_read_lock shared"), ("port_lock", "acquire", "0"), ("port_unlock", "release", "0")],
              "numbers, readers, and wrappers of wrappers", rows)
        shutil.rmtree(d + "/.snag")
        os.mkdir(d + "/.snag")
        with open(d + "/.snag/models", "w") as f:
            f.write("# mine\n")
        r = snag("models", "--infer", "--apply", "gates.c", cwd=d)
        check(r.returncode == 2 and "is a file" in r.stderr and open(d + "/.snag/models").read() == "# mine\n", "a file of the user's stays", r)
        refuses("--apply needs --infer", "models", "--apply", cwd=d)


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
    """A program is linked once: a run that has another question about the same units unpacks none of them, and answers the same."""
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
        for args in (["--dump=link"], ["--dump=ir"], ["--dump=locks"], ["--models", "mine.model"], ["--stop-after=model", "--dump=link,ir"]):
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
        check(kinds.count("linked") <= 4 and kinds.count("plan") == 2, "edits leave no more files than a program has slots", kinds)
        snag("cache", "clear", cwd=d)
        check(not os.listdir(d + "/.snag/cache"), "snag cache clear removes them", os.listdir(d + "/.snag/cache"))


def settings():
    """.snag.yml is read by check: what it says holds, and the command line is stronger."""
    with tempfile.TemporaryDirectory() as d:
        project(d)
        with open(d + "/.snag.yml", "w") as f:
            f.write("rule: lock-leak\ncache: kept\n")
        os.mkdir(d + "/below")
        r = snag("../bad.c", cwd=d + "/below")
        check(r.returncode == 0 and os.path.isdir(d + "/kept"), "a .snag.yml above the working directory", r)
        r = snag("../bad.c", "--rule", "self-deadlock", cwd=d + "/below")
        check(r.returncode == 1 and "[self-deadlock]" in r.stdout, "the command line wins", r)


for part in (bad_usage, answers, man_page, configuration, bash_completion, zsh_completion, capture, progress, cache, kept, builds, races, explain, layout, pages, ranked, deadlocks, non_atomic, figure7, table4, wrong_lock, prove, interrupted, explained, annotated, multithreaded, infer, stops, linked, settings):
    part()
print("%d passed, %d failed" % (passed, failed))
sys.exit(1 if failed else 0)
