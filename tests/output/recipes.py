#!/usr/bin/python3
"""The recipes in doc/ci.md and doc/editors.md do what they say:   tests/output/recipes.py SNAG

Their commands are taken out of the documents and run on a small project that cmake builds: with nothing new, with a race that is
new, with a unit that does not compile.
What a service would do with the files is not tested, only that they are there and hold what is new. Debian: cmake, emacs-nox,
vim, python3-yaml (hence the interpreter above)."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

import yaml

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, total  # pylint: disable=wrong-import-position

SNAG = os.path.abspath(sys.argv[1])
TREE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

MAIN = """#include <pthread.h>
static int known, fresh;
static void *worker(void *arg)
{
	known++;
	%s
	return arg;
}
int main(void)
{
	pthread_t t;
	if (pthread_create(&t, 0, worker, 0)) return 1;
	known++;
	%s
	pthread_join(t, 0);
	return fresh;
}
"""
CMAKE = "cmake_minimum_required(VERSION 3.10)\nproject(p C)\nadd_executable(p main.c)\n"


def shell(cwd, command):
    """As a CI service runs it: by a shell, snag in the PATH."""
    env = {k: v for k, v in os.environ.items() if k not in ("SNAG_ARGS", "CLICOLOR_FORCE", "FORCE_COLOR", "COLUMNS")}
    env["PATH"] = os.path.dirname(SNAG) + ":" + env["PATH"]
    return subprocess.run(["sh", "-c", command], cwd=cwd, env=env, capture_output=True, text=True, timeout=900, check=False)


def document(name):
    with open(os.path.join(TREE, "doc", name), encoding="utf-8") as f:
        return f.read()


def blocks():
    """The YAML blocks of doc/ci.md by the heading that they stand under."""
    text, found, heading = document("ci.md"), {}, ""
    for m in re.finditer(r"^## ([^\n]*)$|^```yaml\n(.*?)^```$", text, re.M | re.S):
        if m[1]:
            heading = m[1]
        else:
            found[heading] = yaml.safe_load(m[2])
    return found


def source(cwd, fresh):
    with open(os.path.join(cwd, "main.c"), "w", encoding="utf-8") as f:
        f.write(MAIN % (("fresh++;", "fresh++;") if fresh else ("", "")))


def read(cwd, name):
    with open(os.path.join(cwd, name), encoding="utf-8") as f:
        return f.read()


def run_all(cwd, commands):
    """The first status that is not 0 ends it, as in CI."""
    r = None
    for command in commands:
        r = shell(cwd, command)
        if r.returncode:
            break
    return r


def once(cwd):
    """What a person does once: the two indented lines under it."""
    lines = re.search(r"Once, by a person.*?\n\n((?:    .*\n)+)", document("ci.md"))[1].splitlines()
    shell(cwd, "cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
    for line in lines:
        r = shell(cwd, line.strip())
        check(r.returncode in (0, 1), "once: " + line.strip(), r)
    check(re.fullmatch(r"[0-9a-f]{16}\n", read(cwd, "snag-baseline.txt")), "one finding is known")
    every = re.search(r"In every run:\n\n    (.*)\n", document("ci.md"))[1]
    r = shell(cwd, every)
    check(r.returncode == 0 and json.loads(read(cwd, "snag.sarif"))["version"] == "2.1.0", every, r)


def installs(cwd, where, commands):
    """What puts snag there, as far as it can be tried without a machine of its own: the packages exist, the source can be cloned,
    the clone has the target that is made, and what the target installs, from the build that is tested, runs."""
    apt, clone = commands
    packages = re.fullmatch(r"apt-get update && apt-get install -y --no-install-recommends (.*)", apt)[1].split()
    known = shell(cwd, "apt-cache show " + " ".join(packages) + " | sed -n 's/^Package: //p'").stdout.split()
    check(set(packages) <= set(known) and {"git", "make", "cmake"} <= set(packages), where + ": packages", packages, known)
    source_dir, target, make = re.fullmatch(r'git clone --depth 1 "\$SNAG_GIT" (\S+) && make -C (\S+) (.*)', clone).groups()
    check(source_dir == target, where + ": what is cloned is built", clone)
    there = os.path.join(cwd, "source")
    shutil.rmtree(there, ignore_errors=True)
    if not os.path.exists(os.path.join(TREE, ".git")):
        os.symlink(TREE, there)
        clone = clone[clone.index("make -C"):]
    r = shell(cwd, clone.replace("--depth 1 ", "").replace('"$SNAG_GIT"', "'%s'" % TREE).replace(source_dir, there)
              .replace("make -C", "make -n -C"))
    check(r.returncode == 0 and "meson install -C build" in r.stdout, where + ": the source is cloned, make takes " + make, r)
    r = shell(cwd, "DESTDIR=%s meson install -C %s --no-rebuild" % (cwd + "/root", os.path.dirname(SNAG)))
    installed = [os.path.join(d, "snag") for d, _, names in os.walk(cwd + "/root") if d.endswith("/bin") and "snag" in names]
    check(r.returncode == 0 and len(installed) == 1 and shell(cwd, installed[0] + " --version").stdout.startswith("snag "),
          where + ": what is installed runs", r, installed)
    if os.path.islink(there):
        os.unlink(there)
    shutil.rmtree(there, ignore_errors=True)
    shutil.rmtree(cwd + "/root", ignore_errors=True)


def github(cwd, block):
    commands = [s["run"] for s in block["jobs"]["snag"]["steps"] if "run" in s]
    installs(cwd, "GitHub", commands[:2])
    check(block["jobs"]["snag"]["env"]["SNAG_GIT"] == "${{ vars.SNAG_GIT }}", "GitHub: where snag comes from")
    commands = commands[2:]
    upload = [s["with"]["sarif_file"] for s in block["jobs"]["snag"]["steps"] if "upload-sarif" in s.get("uses", "")]
    source(cwd, False)
    r = run_all(cwd, commands)
    check(r.returncode == 0 and "::" not in r.stdout, "GitHub: nothing new", r)
    source(cwd, True)
    r = run_all(cwd, commands)
    results = json.loads(read(cwd, upload[0]))["runs"][0]["results"]
    new = [x for x in results if not x.get("suppressions")]
    check(r.returncode == 1 and r.stdout.count("::warning file=main.c,") == 1 and "'fresh'" in r.stdout,
          "GitHub: an annotation of what is new", r)
    check(len(new) == 1 and new[0]["baselineState"] == "new" and "'fresh'" in new[0]["message"]["text"],
          "GitHub: the upload has it", new)


def gitlab(cwd, block):
    job = block["snag"]
    installs(cwd, "GitLab", job["before_script"])
    quality, junit = job["artifacts"]["reports"]["codequality"], job["artifacts"]["reports"]["junit"]
    source(cwd, False)
    r = run_all(cwd, job["script"])
    check(r.returncode == 0 and json.loads(read(cwd, quality)) == [], "GitLab: nothing new", r)
    source(cwd, True)
    r = run_all(cwd, job["script"])
    found, = json.loads(read(cwd, quality))
    check(r.returncode == 1 and found["location"]["path"] == "main.c" and "'fresh'" in found["description"],
          "GitLab: code quality", found)
    check(xml.fromstring(read(cwd, junit)).get("failures") == "1", "GitLab: JUnit")
    with open(os.path.join(cwd, "main.c"), "a", encoding="utf-8") as f:
        f.write("int broken( {\n")
    r = run_all(cwd, job["script"])
    check(r.returncode == 3 and xml.fromstring(read(cwd, junit)).get("errors") == "1",
          "GitLab: a unit that does not compile is no success", r)


def hook(cwd, block):
    entry = block["repos"][0]["hooks"][0]["entry"]
    source(cwd, False)
    check(shell(cwd, entry).returncode == 0, "hook: nothing new")
    source(cwd, True)
    r = shell(cwd, entry)
    check(r.returncode == 1 and "data race on 'fresh'" in r.stdout and "'known'" not in r.stdout, "hook: what is new", r)


def other(cwd):
    command = re.search(r"## Any other\n\n    (.*)\n", document("ci.md"))[1]
    source(cwd, False)
    shell(cwd, command)
    shutil.copy(os.path.join(cwd, "snag.json"), os.path.join(cwd, "old.json"))
    source(cwd, True)
    r = shell(cwd, command + "; exit $status")
    check(r.returncode == 1 and "<html" in read(cwd, "snag.html"), "any other", r)
    diff = re.search(r"`(snag diff old\.json [^`]*)`", document("ci.md"))[1]
    r = shell(cwd, diff)
    check(r.returncode == 1 and r.stdout.count("new ") == 1 and "'fresh'" in r.stdout and "'known'" not in r.stdout, diff, r)


def places_of(text):
    """The places that stand in the first column, of findings and of notes."""
    return {(name, int(line), int(column)) for name, line, column in
            re.findall(r"^(main\.c):(\d+):(\d+): (?:warning|note): ", text, re.M)}


def vim(cwd):
    """:make fills the quickfix list: every finding and every note is a place that Vim can go to."""
    option = re.search(r"`:(set makeprg=[^`]*)`", document("editors.md"))[1]
    source(cwd, True)
    script = os.path.join(cwd, "script.vim")
    with open(script, "w", encoding="utf-8") as f:
        f.write("%s\nmake!\ncall writefile([json_encode(map(getqflist(), {_, x -> [bufname(x.bufnr), x.lnum, x.col, "
                "x.valid]}))], 'list.json')\nqall!\n" % option)
    r = shell(cwd, "vim -N -u NONE -i NONE -n -e -s -S script.vim < /dev/null")
    places = [tuple(p[:3]) for p in json.loads(read(cwd, "list.json")) if p[3]]
    expected = places_of(shell(cwd, "snag check -p build").stdout)
    check(set(places) == expected and len(expected) == 4, "Vim's list", places, expected, r)


EMACS = """(require 'compile)
(require 'json)
(setq shell-file-name "/bin/sh" compilation-skip-threshold 0) ; stops at notes, too
(let ((buffer (compilation-start %s)) (places nil))
  (while (get-buffer-process buffer) (accept-process-output nil 0.1))
  (setq next-error-last-buffer buffer)
  (condition-case nil
      (while t
        (next-error)
        (with-current-buffer (window-buffer)
          (push (vector (file-name-nondirectory buffer-file-name) (line-number-at-pos)) places)))
    (user-error nil))
  (with-temp-file "list.json" (insert (json-encode (vconcat places)))))
"""


def emacs(cwd):
    """M-x compile, then M-g n until there is no next one: every finding and every note is a place that Emacs goes to."""
    command = re.search(r"`M-x compile RET ([^`]*) RET`", document("editors.md"))[1]
    with open(os.path.join(cwd, "script.el"), "w", encoding="utf-8") as f:
        f.write(EMACS % json.dumps(command))
    r = shell(cwd, "rm -f list.json; emacs -Q --batch -l script.el < /dev/null")
    places = {tuple(p) for p in json.loads(read(cwd, "list.json"))} if r.returncode == 0 else set()
    expected = {p[:2] for p in places_of(shell(cwd, command).stdout)}
    check(places == expected and len(expected) == 4, "Emacs' places", places, expected, r)


def main():
    found = blocks()
    directory = tempfile.mkdtemp(prefix="snag-recipes-")
    try:
        with open(os.path.join(directory, "CMakeLists.txt"), "w", encoding="utf-8") as f:
            f.write(CMAKE)
        source(directory, False)
        once(directory)
        github(directory, found["GitHub"])
        gitlab(directory, found["GitLab"])
        hook(directory, found["Before a commit"])
        other(directory)
        vim(directory)
        emacs(directory)
    finally:
        shutil.rmtree(directory)
    return total()


if __name__ == "__main__":
    sys.exit(main())
