#!/usr/bin/env python3
"""The command line as a user meets it: exit statuses, help, man page, completions, configuration:   tests/cli.py SNAG"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

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


def snag(*args, cwd=".", **env):
    return subprocess.run([SNAG] + list(args), cwd=cwd, env={**CLEAN, **env}, capture_output=True, text=True, timeout=30)


def refuses(expected, *args, **more):
    """One line on stderr, nothing on stdout, status 2."""
    r = snag(*args, **more)
    check(r.returncode == 2 and r.stdout == "" and r.stderr == "snag: error: %s\n" % expected, "snag %s" % (args,), r)


def bad_usage():
    refuses("unknown option --sats: did you mean --stats?", "--sats")
    refuses("unknown option --usage: see snag --help", "--usage")  # argp's own
    refuses("unknown option -?: see snag --help", "-?")
    refuses("--jobs: 0 is not in 1..1024", "-j0")
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
            f.write("jobs: 3\nmodels: [a, 'b \"c\\d']\ndump: 'ir:f g'\n")
        check(snag("--verify-config", cwd=d).stdout == ".snag.yml: good\n", "verify")
        dump = snag("--dump-config", "--top=4", "--stats", cwd=d, SNAG_ARGS="--main=x").stdout
        for line in ('jobs: 3  # .snag.yml:1', 'models: ["a", "b \\"c\\\\d"]  # .snag.yml:2', 'dump: "ir:f g"  # .snag.yml:3',
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
        complete(["--stats", "--stubs", "--stop-after"], "snag", "--st")
        complete(["--output"], "snag", "capture", "--o")
        complete(["auto", "always"], "snag", "--color", "=", "a")
        complete(["auto", "always", "never"], "snag", "--color", "=")
        complete(["never"], "snag", "check", "--color", "n")
        complete(["json"], "snag", "--stats", "=", "j")
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


for part in (bad_usage, answers, man_page, configuration, bash_completion, zsh_completion):
    part()
print("%d passed, %d failed" % (passed, failed))
sys.exit(1 if failed else 0)
