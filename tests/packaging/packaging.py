#!/usr/bin/python3
"""What snag can be had by, as far as it can be tried in a moment:   tests/packaging/packaging.py SNAG [--no-deb]

The package is made of the build that is tested, with a fast compression, and holds what it must; the files for services have the keys
that the services ask for, and their commands are run on a small project or at least parsed. Not run here: an image (docker), Homebrew,
Nix, and the services themselves; the package in a fresh system is tests/packaging/chroot.sh."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, total  # pylint: disable=wrong-import-position

SNAG = os.path.abspath(sys.argv[1])
TREE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RACY = """#include <pthread.h>
static int n;
static void *f(void *x)
{
	n++;
	return x;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, f, 0);
	n++;
	pthread_join(t, 0);
	return n;
}
"""


def run(*args, cwd=TREE, **env):
    path = os.path.dirname(SNAG) + ":" + os.environ["PATH"]
    return subprocess.run(args, cwd=cwd, env={**os.environ, "PATH": path, **env}, capture_output=True, text=True, timeout=900, check=False)


def text(name):
    with open(os.path.join(TREE, name), encoding="utf-8") as f:
        return f.read()


def package():
    with tempfile.TemporaryDirectory() as d:
        r = run("tools/deb.sh", os.path.dirname(SNAG), d, DEB_COMPRESSION="gzip", SOURCE_DATE_EPOCH="1700000000")
        made = glob.glob(d + "/snag_*.deb")
        check(r.returncode == 0 and len(made) == 1, "deb: it is made", r)
        if not made:
            return
        files = run("dpkg-deb", "-c", made[0]).stdout
        for path, mode in (("usr/bin/snag", "-rwxr-xr-x root/root"), ("usr/share/man/man1/snag.1.gz", "-rw-r--r-- root/root"),
                           ("usr/share/bash-completion/completions/snag", "-rw-r--r-- root/root"),
                           ("usr/share/zsh/vendor-completions/_snag", "-rw-r--r-- root/root"),
                           ("usr/include/snag_annotations.h", "-rw-r--r-- root/root"),
                           ("usr/share/doc/snag/copyright", "-rw-r--r-- root/root")):
            check(re.search(r"^%s .* \./%s$" % (re.escape(mode), re.escape(path)), files, re.M), "deb: " + path, files)
        fields = run("dpkg-deb", "-f", made[0]).stdout
        check("clang-19" in fields and "libjansson4" in fields and "Installed-Size:" in fields, "deb: what it needs", fields)
        run("dpkg-deb", "-x", made[0], d + "/unpacked")
        program = d + "/unpacked/usr/bin/snag"
        check(".debug_info" not in run("readelf", "-S", program).stdout, "deb: stripped")
        check(run(program, "--version").stdout == run(SNAG, "--version").stdout, "deb: it runs")
        if shutil.which("lintian"):
            said = run("lintian", "--allow-root", made[0])
            check(not re.search(r"^[EW]: ", said.stdout, re.M), "deb: lintian is quiet", said)


def project(d):
    with open(d + "/main.c", "w", encoding="utf-8") as f:
        f.write(RACY)
    os.mkdir(d + "/build")
    with open(d + "/build/compile_commands.json", "w", encoding="utf-8") as f:
        json.dump([{"directory": d, "file": "main.c", "arguments": ["cc", "-c", "main.c"]}], f)


def github():
    action = yaml.safe_load(text("action.yml"))
    check({"name", "description", "inputs", "runs"} <= set(action) and action["runs"]["using"] == "composite", "action: its keys")
    steps = action["runs"]["steps"]
    check(all("shell" in s for s in steps), "action: each step names its shell")
    used = set(re.findall(r"inputs\.([\w-]+)", text("action.yml")))
    check(used == set(action["inputs"]), "action: every input is used, and is one", used)
    with tempfile.TemporaryDirectory() as d:
        project(d)
        r = run("bash", "-c", steps[0]["run"], cwd=d, ACTION="/nonexistent")
        check(r.returncode == 0, "action: an installed snag is taken", r)
        r = run("bash", "-c", steps[1]["run"], cwd=d, PROJECT="build", BASELINE="", SARIF="snag.sarif", ARGS="--confidence unlikely")
        check(r.returncode == 1 and "::" in r.stdout and os.path.exists(d + "/snag.sarif"), "action: a race is told", r)
        run(SNAG, "check", "-p", "build", cwd=d)
        run(SNAG, "baseline", "known.txt", cwd=d)
        r = run("bash", "-c", steps[1]["run"], cwd=d, PROJECT="build", BASELINE="known.txt", SARIF="snag.sarif", ARGS="")
        check(r.returncode == 0, "action: a known one is not", r)


def gitlab():
    job = yaml.safe_load(text("packaging/gitlab.yml"))[".snag"]
    check({"image", "before_script", "script", "artifacts"} <= set(job), "GitLab: its keys")
    with tempfile.TemporaryDirectory() as d:
        project(d)
        r = run("sh", "-ec", "\n".join(job["script"]), cwd=d, SNAG_PROJECT="build")
        with open(d + "/gl-code-quality-report.json", encoding="utf-8") as f:
            check(r.returncode == 1 and len(json.load(f)) == 1, "GitLab: a race is told", r)
    for line in job["before_script"]:
        check(run("sh", "-nc", line).returncode == 0, "GitLab: " + line)


def hook():
    hooks = yaml.safe_load(text(".pre-commit-hooks.yaml"))
    check(len(hooks) == 1 and {"id", "name", "entry", "language"} <= set(hooks[0]), "pre-commit: its keys", hooks)
    with tempfile.TemporaryDirectory() as d:
        project(d)
        run(SNAG, "check", "-p", "build", cwd=d)
        with open(d + "/snag-baseline.txt", "w", encoding="utf-8") as f:
            f.write("0123456789abcdef\n")
        command = hooks[0]["entry"].split() + hooks[0]["args"]
        r = run(*command, cwd=d)
        check(r.returncode == 1, "pre-commit: a new race stops the commit", r)
        run(SNAG, "baseline", "snag-baseline.txt", cwd=d)
        check(run(*command, cwd=d).returncode == 0, "pre-commit: a known one does not")


def images():
    known = {"FROM", "RUN", "COPY", "WORKDIR", "ENTRYPOINT", "CMD"}
    docker = re.sub(r"\\\n", " ", text("Dockerfile"))
    words = {x.split()[0] for x in docker.splitlines() if x and not x.startswith("#")}
    check(words <= known and "ENTRYPOINT" in words, "Dockerfile: instructions", words)
    for m in re.finditer(r"^RUN (.*)", docker, re.M):
        check(run("sh", "-nc", m[1]).returncode == 0, "Dockerfile: " + m[1])
    service = yaml.safe_load(text("compose.yaml"))["services"]["snag"]
    check(service["build"] == "." and service["command"] == ["check"], "compose: the image is built here", service)
    targets = set(re.findall(r"^([a-z]+):.*##", text("Makefile"), re.M))
    check({"deb", "site"} <= targets, "Makefile: targets", targets)
    flake = text("packaging/flake.nix")
    check('version = "%s";' % re.search(r"version: '(.*?)'", text("meson.build"))[1] in flake, "flake: the version is that of the build")
    check(all(flake.count(a) == flake.count(b) for a, b in ("{}", "[]", "()")), "flake: brackets are closed")
    if shutil.which("ruby"):
        check(run("ruby", "-c", "packaging/snag.rb").returncode == 0, "formula: syntax")
    for script in ("tools/deb.sh", "tests/packaging/chroot.sh"):
        check(run("sh", "-n", script).returncode == 0, script)


def cluster():
    """The commands of the service and of the compose file are snag's."""
    unit = text("packaging/cluster/snag-worker.service")
    words = re.search(r"^ExecStart=/usr/bin/snag (.*)$", unit, re.M).group(1).replace("${QUEUE}", "redis://h").split()
    check(run(SNAG, *words, "--help").returncode == 0, "cluster: what the service starts", words)
    if shutil.which("systemd-analyze"):
        r = run("systemd-analyze", "verify", os.path.join(TREE, "packaging/cluster/snag-worker.service"))
        check("Unknown" not in r.stderr, "cluster: the service", r.stderr)
    services = yaml.safe_load(text("packaging/cluster/compose.yaml"))["services"]
    words = [w.replace("${QUEUE:-redis://redis}", "redis://redis") for w in services["worker"]["command"]]
    check(run(SNAG, *words, "--help").returncode == 0 and "requirepass" in services["redis"]["command"][2], "cluster: compose", services)
    settings = re.findall(r"^(\S+) (.*)$", re.sub(r"^#.*$", "", text("packaging/cluster/redis-snag.conf"), flags=re.M), re.M)
    check(dict(settings)["maxmemory-policy"] == "noeviction" and dict(settings)["appendonly"] == "yes", "cluster: settings of Redis", settings)


def site():
    with tempfile.TemporaryDirectory() as d:
        r = run("tools/site.py", d)
        check(r.returncode == 0, "site: it is made", r)
        pages = [os.path.join(w, n) for w, _, names in os.walk(d) for n in names if n.endswith(".html")]
        broken, far = [], []
        for page in pages:
            with open(page, encoding="utf-8") as f:
                body = f.read()
            far += re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="(https?:[^"]*)"', body)
            for target in re.findall(r'(?:href|src)="([^"#]*)(?:#[^"]*)?"', body):
                if target and not re.match(r"[a-z]+:", target) and not os.path.exists(os.path.join(os.path.dirname(page), target)):
                    broken.append((os.path.relpath(page, d), target))
            check("$" + "body$" not in body and "<h1" in body, "site: " + os.path.relpath(page, d))
        check(not broken, "site: no link leads nowhere", broken[:5])
        check(not far, "site: nothing is fetched from elsewhere", far[:5])
        with open(d + "/index.js", encoding="utf-8") as f:
            index = json.loads(f.read()[len("const INDEX = "):].rstrip().rstrip(";"))
        check(any("GitHub" in row[2] and row[0] == "doc/ci.html" for row in index) and len(index) > 100, "site: sections are found", len(index))


if "--no-deb" not in sys.argv:
    package()
github()
gitlab()
hook()
images()
cluster()
site()
sys.exit(total())
