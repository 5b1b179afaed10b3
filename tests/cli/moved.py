"""A cache and a tree that come to another place, as in CI: what was compiled there is not compiled again, and the bytes are those of a run
that has no cache."""
import json
import os
import re
import shutil
import tempfile

from checks import check
from common import snag

FILES = {
    "src/a.c": '#include <pthread.h>\n#include "inc/a.h"\nint n;\nstatic void *f(void *x)\n{\n\tn++;\n\treturn x;\n}\n'
               "int main(void)\n{\n\tpthread_t t;\n\tpthread_create(&t, 0, f, 0);\n\tn += b(c());\n\treturn n;\n}\n",
    "src/b.c": '#include "inc/a.h"\nint b(int x) { return x + SIZE; }\n',
    "src/c.c": '#include <assert.h>\n#include "made.h"\nint c(void) { assert(n); return MADE; }\n',  # __FILE__ is in it
    "src/inc/a.h": "int b(int);\nint c(void);\n#define SIZE 3\n",
    "build/made.h": "#define MADE 1\nextern int n;\n",
}


def tree(d, absolute=True):
    """As cmake does it: absolute names, and a directory for what is built."""
    for name, text in FILES.items():
        os.makedirs(os.path.dirname(os.path.join(d, name)), exist_ok=True)
        with open(os.path.join(d, name), "w") as f:
            f.write(text)
    entries = []
    for name in ("a.c", "b.c", "c.c"):
        source = d + "/src/" + name if absolute else "../src/" + name
        include = d + "/src" if absolute else "../src"
        entries.append({"directory": d + "/build", "file": source, "arguments": ["cc", "-I" + include, "-I.", "-c", source]})
    with open(d + "/build/compile_commands.json", "w") as f:
        json.dump(entries, f)


def look(d, *more):
    """What is said, and how many units were compiled."""
    r = snag("--all", "--show=pruned", "--stats=json", "-p", "build", *more, cwd=d)
    made = re.search(r'"units_extracted": (\d+)', r.stderr)
    return r.stdout.rsplit(";", 1)[0], int(made.group(1)) if made else None


def units(d):
    found = {}
    for root, _, names in os.walk(d + "/.snag/cache"):
        for name in names:
            if name.endswith(".ir"):
                with open(os.path.join(root, name), "rb") as f:
                    found[os.path.basename(root) + name] = f.read()
    return found


def moved_trees():
    for absolute in (True, False):
        with tempfile.TemporaryDirectory() as d:
            d = os.path.realpath(d)
            one, two, fresh = d + "/one/checkout", d + "/another/place/of/it", d + "/fresh"
            tree(one, absolute)
            said, made = look(one)
            check(made == 3 and "data race on 'n'" in said, "there", said, made)
            tree(two, absolute)
            shutil.move(one + "/.snag", two + "/.snag")
            shutil.rmtree(one)
            here, made = look(two)
            check(made == 1, "what has no path in it is not compiled again", absolute, made)
            check(here == said, "the report", here)
            all_units = units(two)
            shutil.move(two + "/.snag", fresh)
            check(look(two)[0] == here, "the report of a run without a cache")
            made_here = units(two)
            check(made_here and all(all_units.get(name) == content for name, content in made_here.items()),
                  "each unit has the bytes that it has when it is made here", absolute)
            shutil.rmtree(two + "/.snag")
            shutil.move(fresh, two + "/.snag")
            check(look(two)[1] == 0, "and from then on it is of this place")


def moved_and_changed():
    with tempfile.TemporaryDirectory() as d:
        d = os.path.realpath(d)
        one, two = d + "/one", d + "/two"
        tree(one)
        look(one)
        tree(two)
        shutil.copytree(one + "/.snag", two + "/.snag")
        with open(two + "/src/inc/a.h", "a") as f:
            f.write("#undef SIZE\n#define SIZE 4\n")
        said, made = look(two)
        check(made == 3, "two read the header, one has its path", made)
        check(said == look(two, "--no-cache")[0], "the report", said)
        for root, _, names in os.walk(two + "/.snag/cache"):
            for name in names:
                if name.endswith(".moved"):
                    with open(os.path.join(root, name), "r+b") as f:
                        f.seek(9)
                        f.write(b"\0/rubbish")
        tree(one)
        shutil.rmtree(one + "/.snag")
        shutil.copytree(two + "/.snag", one + "/.snag")
        said, made = look(one)
        check(said == look(one, "--no-cache")[0], "damaged files are none", made)


def macros_of_the_place():
    """A macro that is made of the directory may mean anything."""
    with tempfile.TemporaryDirectory() as d:
        d = os.path.realpath(d)
        for place in ("/a", "/long"):
            os.makedirs(d + place, exist_ok=True)
            with open(d + place + "/x.c", "w") as f:
                f.write("char room[sizeof PLACE];\nint f(void) { return 0; }\n")
            with open(d + place + "/compile_commands.json", "w") as f:
                json.dump([{"directory": d + place, "file": "x.c", "arguments": ["cc", "-DPLACE=\"%s\"" % (d + place), "-c", "x.c"]}], f)
            r = snag("--stats=json", "--dump=link", cwd=d + place)
            check('"units_extracted": 1' in r.stderr, "it is compiled in each place", r)
            if place == "/a":
                shutil.copytree(d + "/a/.snag", d + "/long/.snag")
