"""What bash and zsh complete."""
import os
import re
import shutil
import subprocess
import tempfile

from checks import check
from common import snag


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
            r = subprocess.run(["bash", "-c", BASH, "bash", d + "/snag.bash"] + list(words), cwd=d + "/in", capture_output=True,
                               text=True)
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
        complete(["list"], "snag", "triage", "l")
        complete(["confirmed"], "snag", "triage", "1", "c")
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
        for typed, expected in (("snag capt", "snag capture "), ("snag check fi", "snag check file.c"),
                                ("snag --color=alw", "--color=always"),
                                ("snag capture --outp", "--output="), ("snag cache cl", "snag cache clear"),
                                ("snag triage li", "snag triage list"), ("snag triage 7 beni", "snag triage 7 benign"),
                                ("snag help mod", "snag help models")):
            try:
                r = subprocess.run(["zsh", "-f", "-c", ZSH, "zsh", d, typed], capture_output=True, text=True, timeout=120)
                check(expected in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", r.stdout), "zsh completion of '%s'" % typed,
                      repr(r.stdout), r.stderr)
            except subprocess.TimeoutExpired:
                check(False, "zsh completion of '%s': no answer" % typed)
