#!/usr/bin/python3
"""What other programs read: SARIF, JSON, JUnit, GitLab, GitHub; and what a finding's fingerprint depends on:
tests/output/output.py SNAG"""
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, total  # pylint: disable=wrong-import-position
import xml.etree.ElementTree as xml

import jsonschema  # Debian: python3-jsonschema, hence the interpreter above

HERE = os.path.dirname(os.path.abspath(__file__))
TREE = os.path.dirname(os.path.dirname(HERE))
SNAG = os.path.abspath(sys.argv[1])
with open(os.path.join(HERE, "sarif-2.1.0.json"), encoding="utf-8") as schema_file:
    SCHEMA = json.load(schema_file)
VALIDATOR = jsonschema.validators.validator_for(SCHEMA)(SCHEMA)

RACY = """#include <pthread.h>
struct conn { int state, other; };
static struct conn shared;
static void conn_close(struct conn *c) { c->state = 1; }
static void *worker(void *arg)
{
	conn_close(&shared);
	return arg;
}
int main(void)
{
	pthread_t t;
	if (pthread_create(&t, 0, worker, 0)) return 1;
	int local = shared.state;
	pthread_join(t, 0);
	return local;
}
"""


def snag(cwd, *args):
    env = {k: v for k, v in os.environ.items() if k not in ("SNAG_ARGS", "CLICOLOR_FORCE", "FORCE_COLOR")}
    return subprocess.run([SNAG] + list(args), cwd=cwd, env=env, capture_output=True, timeout=900)


def write(directory, name, text):
    path = os.path.join(directory, name)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def findings(directory, text, name="a.c"):
    write(directory, name, text)
    r = snag(directory, "--no-cache", "--output=json", name)
    check(r.returncode in (0, 1), "status of json", r)
    return json.loads(r.stdout)["findings"]


def valid(log, what):
    errors = ["%s: %s" % (list(e.path), e.message[:200]) for e in VALIDATOR.iter_errors(log)]
    check(not errors, "SARIF of %s is not valid" % what, errors[:5])


TWINS = """#include <pthread.h>
static int a, b;
static void *w(void *x) { a++; b++; return x; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); a++; b++; pthread_join(t, 0); return 0; }
"""


def identities(directory):
    """Different objects on one line, and different findings of one name, are different results; ranks follow the points."""
    write(directory, "twins.c", TWINS)
    log = json.loads(snag(directory, "--no-cache", "-q", "--output=sarif", "--all", "twins.c").stdout)
    valid(log, "two races on a line")
    results = log["runs"][0]["results"]
    check(len(results) == 2 and len({x["partialFingerprints"]["primaryLocationLineHash"] for x in results}) == 2,
          "hashes of one line", results)
    check(len({x["fingerprints"]["snag/v1"] for x in results}) == 2, "snag/v1")
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    check(all(x["helpUri"].startswith("https://cwe.mitre.org/data/definitions/") for x in rules), "helpUri")
    seen = []
    for points in (-500, -100, 0, 100):
        log = json.loads(snag(directory, "--no-cache", "-q", "--output=sarif", "--all", "--rank=write=%d" % points, "twins.c").stdout)
        x = log["runs"][0]["results"][0]
        seen.append((x["properties"]["points"], x["rank"], float(x["properties"]["security-severity"]), x["level"]))
    check(seen == sorted(seen) and len({x[1] for x in seen}) == 4 and
          [x[3] for x in seen] == ["note", "warning", "warning", "warning"], "level, rank and severity", seen)


NAMESAKES = """#include <pthread.h>
#define COUNT() do { static int n; n++; } while (0)
static void *w(void *x)
{
	COUNT();
	COUNT();
	{ static int k; k++; } { static int k; k += 2; }
	return x;
}
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, w, 0);
	pthread_create(&u, 0, w, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
"""


def namesakes(directory):
    """Variables of one name in one function, and functions of one name in files of one name, are told one by one; each keeps its
    identity when lines move."""
    def prints(*files):
        log = json.loads(snag(directory, "--no-cache", "-q", "--output=sarif", *files).stdout)
        valid(log, "namesakes")
        return [(x["message"]["text"].split("'")[1], x["fingerprints"]["snag/v1"],
                 x["partialFingerprints"]["primaryLocationLineHash"]) for x in log["runs"][0]["results"]]

    write(directory, "n.c", NAMESAKES)
    first = prints("n.c")
    check(sorted(x[0] for x in first) == ["k", "k", "n", "n"] and len({x[1] for x in first}) == len({x[2] for x in first}) == 4,
          "four variables, four identities", first)
    write(directory, "n.c", "/* more */\n\n" + NAMESAKES.replace("\tCOUNT();", "\n\t/* one */ COUNT();"))
    check({x[:2] for x in prints("n.c")} == {x[:2] for x in first}, "lines move", prints("n.c"), first)
    part = "#include <pthread.h>\nstatic int hits;\nstatic void *w(void *x) { hits++; return x; }\n" \
           "void %s(void) { pthread_t t, u; pthread_create(&t, 0, w, 0); pthread_create(&u, 0, w, 0); }\n"
    for name in ("a", "b"):
        os.makedirs(os.path.join(directory, name), exist_ok=True)
        write(directory, name + "/part.c", part % name)
    write(directory, "main.c", "void a(void), b(void);\nint main(void) { a(); b(); return 0; }\n")
    both = prints("a/part.c", "b/part.c", "main.c")
    check([x[0] for x in both] == ["hits", "hits"] and both[0][1] != both[1][1], "two files of one name", both)
    write(directory, "b/part.c", "\n\n" + part % "b")
    check({x[1] for x in prints("main.c", "b/part.c", "a/part.c")} == {x[1] for x in both}, "in any order")


SHARED = """#include <pthread.h>
static int more;
static void *w(void *x) { more = 1; return x; }
void run(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, w, 0);
	pthread_create(&u, 0, w, 0);
	more = 2;
	pthread_join(t, 0);
	pthread_join(u, 0);
}
"""


def copies(directory):
    """A race of a unit that two programs share is one, also where one of the two was proved, at another place, and is kept."""
    write(directory, "shared.c", SHARED)
    for name in ("one.c", "two.c"):
        write(directory, name, "void run(void);\nint main(void) { run(); return 0; }\n")
    seen = []
    for _ in range(3):
        log = json.loads(snag(directory, "-q", "--prove=9", "--output=sarif", "shared.c", "one.c", "two.c").stdout)
        seen.append([x["fingerprints"]["snag/v1"] for x in log["runs"][0]["results"]])
    check(len(seen[0]) == 1 and seen[0] == seen[1] == seen[2], "one race, in every run", seen)


def alone(directory):
    """A program in which nothing runs beside anything says so, also from a run that was kept; where something does, not."""
    write(directory, "one.c", "static int n;\nint main(void) { n++; return n; }\n")
    write(directory, "two.c", TWINS)
    for what in ("analysed", "kept"):
        r = snag(directory, "--output=json=o.json", "one.c")
        with open(os.path.join(directory, "o.json"), encoding="utf-8") as f:
            check(json.load(f)["no_threads"] is True and b"; no threads found;" in r.stderr, "nobody else, %s" % what, r)
        r = snag(directory, "--output=json=o.json", "two.c")
        with open(os.path.join(directory, "o.json"), encoding="utf-8") as f:
            check(json.load(f)["no_threads"] is False and b"no threads" not in r.stderr, "somebody else, %s" % what, r)
    write(directory, "bad.c", "int main(void) { return\n")
    r = snag(directory, "-q", "--output=json", "bad.c")
    check(r.returncode != 0 and json.loads(r.stdout or '{"no_threads": false}')["no_threads"] is False, "nothing is known", r)


def shape(directory):
    """What the readers of SARIF look at."""
    write(directory, "a.c", RACY)
    r = snag(directory, "--no-cache", "-q", "--output=sarif", "a.c")
    log = json.loads(r.stdout)
    valid(log, "the race")
    run = log["runs"][0]
    result, = run["results"]
    check(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "race", "ruleIndex")
    place = result["locations"][0]["physicalLocation"]
    check(place["artifactLocation"]["uri"] == "a.c" and
          place["region"] == {"startLine": 4, "startColumn": 51, "endLine": 4, "endColumn": 52},
          "the place is the '=' of the store", place)
    check(re.fullmatch(r"[0-9a-f]{1,16}:1", result["partialFingerprints"]["primaryLocationLineHash"]), "line hash")
    one, two = result["codeFlows"]
    check(len(one["threadFlows"]) == 1 and len(two["threadFlows"]) == 2, "flows")
    texts = [s["location"]["message"]["text"] for s in one["threadFlows"][0]["locations"]]
    check([t[:3] for t in texts] == ["T1:", "T1:", "T2:"] and texts[0] == "T1: worker calls conn_close", "interleaved", texts)
    orders = [[s["executionOrder"] for s in f["locations"]] for f in two["threadFlows"]]
    check(orders[0][-1] == orders[1][-1] and orders[0][0] < orders[0][-1], "both accesses at the same time", orders)
    check([f["location"]["logicalLocations"][0]["fullyQualifiedName"] for f in result["stacks"][0]["frames"]] ==
          ["conn_close", "worker"], "stack")
    links = re.findall(r"\[[^]]*\]\((\d+)\)", result["message"]["text"])
    check(sorted(links) == [str(r["id"]) for r in result["relatedLocations"]] == ["1", "2"], "links", result["message"])
    check(run["invocations"][0]["executionSuccessful"] and run["invocations"][0]["exitCode"] == 1, "invocation")


def proved(directory):
    """Of a confirmed race the first flow is the execution, its threads marked as in the message, up to the two accesses."""
    write(directory, "a.c", RACY)
    log = json.loads(snag(directory, "--no-cache", "-q", "--prove=1", "--output=sarif", "a.c").stdout)
    valid(log, "a confirmed race")
    result, = log["runs"][0]["results"]
    check(result["properties"]["proof"].startswith("confirmed: "), "confirmed", result["properties"])
    texts = [s["location"]["message"]["text"] for s in result["codeFlows"][0]["threadFlows"][0]["locations"]]
    check({t[:3] for t in texts} == {"T1:", "T2:"} and all("is about to" in t for t in texts[-2:]) and
          {t[:3] for t in texts[-2:]} == {"T1:", "T2:"}, "the execution", texts)
    check(any(t.startswith("T1: is about to write") for t in texts[-2:]) and
          any(t.startswith("T2: is about to read") for t in texts[-2:]), "T1 is who writes", texts)
    check(len(result["codeFlows"]) == 3 and len(result["codeFlows"][1]["threadFlows"]) == 2, "the calls, and one flow a thread")


def line_hashes(directory):
    """A line hashes alike whatever ends it. The published vectors are in tests/unit/source_test.c."""
    text = RACY.replace("\n", "\r\n")
    path = os.path.join(directory, "crlf.c")
    with open(path, "w", encoding="utf-8", newline="") as f:
        f.write(text)
    crlf = json.loads(snag(directory, "--no-cache", "-q", "--output=sarif", "crlf.c").stdout)
    write(directory, "lf.c", RACY)
    lf = json.loads(snag(directory, "--no-cache", "-q", "--output=sarif", "lf.c").stdout)
    hashes = [x["runs"][0]["results"][0]["partialFingerprints"]["primaryLocationLineHash"] for x in (crlf, lf)]
    check(hashes[0] == hashes[1], "CRLF and LF hash alike", hashes)


def partial(directory):
    """A unit that does not compile is told of, and the others are analysed."""
    write(directory, "a.c", RACY)
    write(directory, "bad.c", "int f( {\n")
    r = snag(directory, "--no-cache", "-q", "--output=sarif=s.sarif", "--output=junit=j.xml", "a.c", "bad.c")
    with open(os.path.join(directory, "s.sarif"), encoding="utf-8") as f:
        log = json.load(f)
    valid(log, "a partial run")
    told = log["runs"][0]["invocations"][0]
    check(not told["executionSuccessful"] and "bad.c" in json.dumps(told["toolExecutionNotifications"]), "notification", told)
    suite = xml.parse(os.path.join(directory, "j.xml")).getroot()
    check(suite.get("errors") == "1" and suite.get("failures") == "1" and len(suite) == 2, "JUnit counts", suite.attrib)
    check(r.returncode == 1, "findings win", r.returncode)


def hostile(directory):
    """Names with everything that some format treats as its own."""
    name = "a<b>&\"'[x](1)%0A,:\u202e\x01.c"
    write(directory, name, RACY)
    broken = os.path.join(os.fsencode(directory), b"\xff\xfe.c")
    with open(broken, "w", encoding="utf-8") as f:
        f.write(RACY)
    for source in (name, os.fsdecode(b"\xff\xfe.c")):
        words = ["--output=%s=out.%s" % (f, f) for f in ("text", "json", "jsonl", "sarif", "junit", "gitlab", "github")]
        r = snag(directory, "--no-cache", "-q", *words, source)
        check(r.returncode == 1 and b"\x1b" not in r.stdout, "status of a hostile name", r)
        data = {}
        for form in ("json", "jsonl", "sarif", "junit", "gitlab", "github", "text"):
            with open(os.path.join(directory, "out." + form), encoding="utf-8") as f:  # UTF-8, or this throws
                data[form] = f.read()
        valid(json.loads(data["sarif"]), "a hostile name")
        json.loads(data["json"]), json.loads(data["jsonl"]), json.loads(data["gitlab"])
        xml.fromstring(data["junit"].encode())
        check(data["github"].count("\n") == 1 and data["github"].startswith("::warning file="), "one annotation, one line",
              data["github"])
        check("\x01" not in data["text"] and "\u202e" not in data["text"], "text is harmless")


def formats(directory):
    write(directory, "a.c", RACY)
    r = snag(directory, "--no-cache", "--output=sraif=x", "a.c")
    check(r.returncode == 2 and b"the formats are" in r.stderr, "a misspelt format", r)
    r = snag(directory, "--no-cache", "--output=json=", "a.c")
    check(r.returncode == 2 and b"no file" in r.stderr, "no file", r)
    pipe = os.path.join(directory, "pipe")
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        snag(directory, "--no-cache", "-q", "--output=jsonl=pipe", "a.c")
        if not stat.S_ISFIFO(os.stat(pipe).st_mode):
            reader.kill()  # it would wait for ever
        said = reader.stdout.read()
    check(stat.S_ISFIFO(os.stat(pipe).st_mode) and said == snag(directory, "--no-cache", "-q", "--output=jsonl", "a.c").stdout,
          "a pipe is written to, not replaced", said)
    r = snag(directory, "--no-cache", "--output=json=none/such/x.json", "a.c")
    check(r.returncode == 2, "a directory that is not there", r)
    write(directory, "clean.c", "int main(void) { return 0; }\n")
    r = snag(directory, "--no-cache", "-q", "--output=junit", "clean.c")
    check(r.returncode == 0 and len(xml.fromstring(r.stdout)) == 1, "JUnit of a clean run", r)
    r = snag(directory, "--no-cache", "-q", "--output=gitlab", "clean.c")
    check(json.loads(r.stdout) == [], "GitLab of a clean run", r)
    many = RACY
    for i in range(11):
        many = many.replace("static struct conn shared;", "static struct conn shared; static int v%d;" % i, 1)
        many = many.replace("\tconn_close(&shared);", "\tconn_close(&shared); v%d++;" % i, 1)
        many = many.replace("\tint local = shared.state;", "\tint local = shared.state; v%d++;" % i, 1)
    write(directory, "many.c", many)
    lines = snag(directory, "--no-cache", "-q", "--all", "--output=github", "many.c").stdout.decode().splitlines()
    check(len(lines) == 11 and lines[-1].startswith("::notice title=snag::10 of 12 findings"), "ten annotations", lines)


def documented(directory):
    """Every member of the JSON is in doc/output.md, and what it describes is there."""
    with open(os.path.join(TREE, "doc", "output.md"), encoding="utf-8") as f:
        text = f.read()
    write(directory, "a.c", RACY)
    r = snag(directory, "--no-cache", "-q", "--prove=1", "--show=pruned", "--output=json", "a.c")
    whole = json.loads(r.stdout)
    for name in whole:
        check('"%s"' % name in text, "the member %s is documented" % name)
    for name in whole["findings"][0]:
        check(re.search(r"[| `]%s[,` |]" % name, text), "the member %s of a finding is documented" % name)
    table = re.search(r"A finding:\n\n(.*?)\n\n", text + "\n\n", re.S)[1]
    for cell in re.findall(r"^\| ([a-z_, ]+) \|", table, re.M):
        for name in cell.split(", "):
            check(name in whole["findings"][0] or name in ("member", "pruned", "suppressed"), "%s is there" % name)


def fingerprints(directory):
    """Lines that move, locals that are renamed and functions that come change nothing; the names of the member and of the
    functions do."""
    def prints(text):
        return [f["fingerprint"] for f in findings(directory, text)]

    base = prints(RACY)
    check(len(base) == 1, "one race", base)
    for what, text in (("lines shift", "\n\n/* more */\n" + RACY), ("a local is renamed", RACY.replace("local", "seen")),
                       ("a function is added", RACY.replace("int main", "int more(void) { return 3; }\nint main")),
                       ("another member is renamed", RACY.replace("other", "another"))):
        check(prints(text) == base, what)
    for what, text in (("the member is renamed", RACY.replace("state", "status")),
                       ("the function is renamed", RACY.replace("conn_close", "conn_end"))):
        check(prints(text) != base, what)


def ignored(directory):
    """Comments at either access and above it, patterns, .snagignore; what silences nothing is told of."""
    def run(text, *args, name="a.c"):
        os.makedirs(os.path.dirname(os.path.join(directory, name)), exist_ok=True)
        write(directory, name, text)
        r = snag(directory, "--no-cache", "--output=sarif=i.sarif", *args, name)
        with open(os.path.join(directory, "i.sarif"), encoding="utf-8") as f:
            log = json.load(f)
        valid(log, "suppressed findings")
        return r, [x.get("suppressions") for x in log["runs"][0]["results"]]

    store, load = "c->state = 1; }", "int local = shared.state;"
    for what, text in (("at the write", RACY.replace(store, store + " // snag-ignore: race a hint only")),
                       ("at the read", RACY.replace(load, load + " /* snag-ignore: lock-leak,race a hint only */")),
                       ("above", RACY.replace("\t" + load, "\t/* first a word\n\t * snag-ignore: all a hint only */\n\t" +
                                              load))):
        r, suppressions = run(text)
        check(r.returncode == 0 and b"1 silenced" in r.stderr and b"silences nothing" not in r.stderr, what, r)
        check(suppressions == [[{"kind": "inSource", "justification": "a hint only"}]], what, suppressions)
    r, suppressions = run(RACY.replace(load, load + " // snag-ignore: race - a dash before the reason"))
    check(suppressions == [[{"kind": "inSource", "justification": "- a dash before the reason"}]],
          "a reason that begins like an option", suppressions)
    for what, text in (("another rule", RACY.replace(load, load + " // snag-ignore: deadlock no")),
                       ("another line", RACY.replace("pthread_t t;", "pthread_t t; // snag-ignore: race no")),
                       ("code between", RACY.replace("\tpthread_t t;", "\t// snag-ignore: race no\n\tpthread_t t;"))):
        r, suppressions = run(text)
        check(r.returncode == 1 and b"this snag-ignore silences nothing" in r.stderr and suppressions == [None], what, r)
    r, suppressions = run(RACY.replace(load, 'int local = shared.state; const char *s = "snag-ignore: race"; (void)s;'))
    check(r.returncode == 1 and b"silences" not in r.stderr, "a string is no comment", r)
    r, suppressions = run(RACY, "--ignore=race:*.c:shared.st*")
    check(r.returncode == 0 and suppressions[0][0]["kind"] == "external", "a pattern", r, suppressions)
    r, suppressions = run(RACY, "--ignore=race::conn.other")
    check(r.returncode == 1 and b"--ignore race::conn.other silences nothing" in r.stderr, "a pattern that does not fit", r)
    write(directory, ".snagignore", "# others' code\nvendor/\n!vendor/ours/\n")
    check(run(RACY, name="vendor/a.c")[0].returncode == 0, "vendor")
    check(run(RACY, name="vendor/ours/a.c")[0].returncode == 1, "vendor/ours")
    check(run(RACY, name="src/vendor/a.c")[0].returncode == 0, "a name without a slash fits at any depth")
    check(run(RACY, name="vendored.c")[0].returncode == 1, "another name")


def settings(directory):
    """What the schema of .snag.yml allows is what snag takes. JSON is YAML."""
    schema = json.loads(snag(directory, "--generate=schema").stdout)
    editor = jsonschema.Draft7Validator(schema)
    jsonschema.Draft7Validator.check_schema(schema)
    write(directory, "a.model", "")
    for good, text in ((True, {}), (True, {"jobs": 4, "models": ["a.model"], "no-cache": True, "show": "pruned"}),
                       (True, {"rule": "race"}),
                       (True, {"min-rank": -5, "brief": True, "path": ["net/*"], "links": "never"}),
                       (True, {"rank": {"write": 5}}), (True, {"rank": ["write=5"]}),
                       (False, {"min-rank": "many"}), (False, {"rank": {"write": [5]}}), (False, {"learn": 3}),
                       (True, {"output": ["sarif=x.sarif"], "ignore": ["race:a.c"]}), (False, {"jobs": 0}),
                       (False, {"jobs": "x"}), (False, {"job": 4}),
                       (False, {"show": "all"}), (False, {"no-cache": 3}), (False, {"help": True}), (False, {"cache": ""}),
                       (False, {"models": [""]})):
        write(directory, ".snag.yml", json.dumps(text))
        taken = snag(directory, "--verify-config").returncode == 0
        check(taken == good == editor.is_valid(text), "settings %s" % text, taken, editor.is_valid(text))
    write(directory, ".snag.yml", "jobs: 3\n")
    r = snag(directory, "config", "--top=7")
    check(b"jobs: 3" in r.stdout and b".snag.yml:1" in r.stdout and b"top: 7" in r.stdout and b"command line" in r.stdout,
          "snag config", r)


def main():
    for test in (shape, identities, namesakes, copies, alone, proved, line_hashes, partial, hostile, formats, documented,
                 fingerprints, ignored, settings):
        directory = tempfile.mkdtemp(prefix="snag-output-")
        try:
            test(directory)
        finally:
            shutil.rmtree(directory)
    return total()


if __name__ == "__main__":
    sys.exit(main())
