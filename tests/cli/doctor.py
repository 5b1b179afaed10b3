"""snag doctor; which clang is taken; and what `snag DIR` says where there is no database."""
import json
import os
import re
import shutil
import subprocess
import tempfile

from checks import check
from common import CLEAN, RACY, SNAG, snag


def write(d, name, text, mode=0o644):
    path = os.path.join(d, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        f.write(text)
    os.chmod(path, mode)
    return path


def table(r):
    """What stands behind each word of the first column; further lines belong to the word above."""
    found, last = {}, ""
    for line in r.stdout.splitlines():
        last = line[:10].strip() or last
        found[last] = found.get(last, "") + line[11:] + "\n"
    return found


def database(d, *entries):
    write(d, "build/compile_commands.json", json.dumps([{"directory": d, **e} for e in entries]))


def doctor_says_what_is_there():
    with tempfile.TemporaryDirectory() as d:
        write(d, "a.c", RACY)
        r = snag("doctor", "a.c", cwd=d)
        said = table(r)
        check(r.returncode == 0 and not r.stderr, "all is well", r)
        check(re.match(r"\S+, made with LLVM 19\.", said["snag"]) and re.match(r"/.*clang-19, 19\.", said["clang"]), "versions", r.stdout)
        check("all 1 would be analysed" in said["units"] and "MB of memory" in said["machine"], "units and machine", r.stdout)
        r = snag("doctor", cwd=d)
        check(r.returncode == 0 and "no compile_commands.json" in table(r)["database"], "a directory without a database", r)
        r = snag("doctor", "-p", ".", cwd=d)
        check(r.returncode == 2, "one that was asked for", r)


def doctor_says_which_units_fail():
    with tempfile.TemporaryDirectory() as d:
        write(d, "good.c", RACY)
        write(d, "bad.c", '#include "missing.h"\nint x;\n')
        database(d, {"file": "good.c", "command": "cc -c good.c -fplugin=evil.so -fno-such-thing"},
                 {"file": "bad.c", "command": "cc -c bad.c"}, {"file": "gone.c", "command": "cc -c gone.c"},
                 {"file": "x.cc", "command": "c++ -c x.cc"})
        r = snag("doctor", cwd=d)
        said = table(r)
        check(r.returncode == 3, "part of it would not be analysed", r)
        check("3 units of C, 1 in other languages" in said["database"], "the database", r.stdout)
        check("2 of 3 would not be analysed" in said["units"] and re.search(r"bad\.c: .*'missing\.h' file not found", said["units"]) and
              "gone.c: " in said["units"], "why", r.stdout)
        check("-fplugin refused, in 1 unit: " in said["flags"], "flags that are left out", r.stdout)


def clang_is_checked():
    with tempfile.TemporaryDirectory() as d:
        write(d, "a.c", RACY)
        old = write(d, "old/clang", "#!/bin/sh\necho 'Debian clang version 14.0.6'\n", 0o755)
        write(d, "none/clang", "#!/bin/sh\necho 'gcc (Debian) 12'\n", 0o755)
        os.makedirs(d + "/new")
        os.symlink(shutil.which("clang-19"), d + "/new/clang")
        needed = "and clang 19 is needed"

        def one_line(word, *args, **env):
            r = snag("a.c", "--no-cache", *args, cwd=d, **env)
            check(r.returncode == 2 and r.stderr.count("\n") == 1 and word in r.stderr, "%s: %s" % (args or env, word), r)
            told = snag("doctor", *args, cwd=d, **env)
            check(told.returncode == 2 and word in table(told)["clang"], "doctor: %s" % word, told)

        one_line("clang-19 is not installed", PATH="/nowhere")
        one_line("old/clang is clang 14.0.6, " + needed, PATH=d + "/old")
        one_line("none/clang is no clang, " + needed, PATH=d + "/none")
        one_line("is clang 14.0.6, " + needed, "--clang", old)
        one_line("there is no such program", "--clang", "nothing/here")
        one_line("there is no such program", "--clang", "old")
        for env, args in (({"PATH": d + "/new:/bin"}, []), ({"PATH": "/nowhere"}, ["--clang", "new/clang"])):
            r = snag("a.c", "--no-cache", *args, cwd=d, **env)
            check(r.returncode == 1 and "data race on 'n'" in r.stdout, "clang of the right version: %s %s" % (env, args), r)
        check("not installed" in table(snag("doctor", cwd=d, PATH=d + "/new"))["bear"], "bear is missing")


def a_directory_has_a_database():
    with tempfile.TemporaryDirectory() as d:
        write(d, "p q/a.c", RACY)
        database(d + "/p q", {"file": "a.c", "command": "cc -c a.c"})
        r = snag("--brief", "p q", cwd=d)
        check(r.returncode == 1 and "data race on 'n'" in r.stdout, "snag DIR takes DIR/build/compile_commands.json", r)
        os.rename(d + "/p q/build", d + "/p q/other")
        r = snag("p q", cwd=d)
        check(r.returncode == 2 and "snag check -p 'p q/other'" in r.stderr and r.stderr.count("\n") == 1, "one that lies elsewhere is named", r)


SYSTEMS = {
    "CMakeLists.txt": "cmake -S DIR -B DIR/build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
    "meson.build": "meson setup DIR/build DIR",
    "Makefile": "cd DIR && snag capture -- make",
    "configure": "cd DIR && ./configure && snag capture -- make",
    "configure.ac": "cd DIR && autoreconf -i && ./configure && snag capture -- make",
    "build.ninja": "ninja -C DIR -t compdb > DIR/compile_commands.json",
    "MODULE.bazel": "cd DIR && bazel run @hedron_compile_commands//:refresh_all",
    "SConstruct": "cd DIR && snag capture -- scons",
    ".gn": "gn gen DIR/build --export-compile-commands",
}


def build_systems_are_known():
    for name, command in SYSTEMS.items():
        with tempfile.TemporaryDirectory() as d:
            write(d, "p/" + name, "")
            r = snag("p", cwd=d)
            check(r.returncode == 2 and r.stderr.rstrip("\n").endswith(": " + command.replace("DIR", "p")), name, r)
            here = command.replace("cd DIR && ", "").replace("DIR", ".")
            check(snag(cwd=d + "/p").stderr.rstrip("\n").endswith(": " + here), name + ", here", snag(cwd=d + "/p"))
    with tempfile.TemporaryDirectory() as d:
        for name in ("Kbuild", "Kconfig", "Makefile", "scripts/Makefile.build"):
            write(d, "p/" + name, "")
        check("make -C p LLVM=1 compile_commands.json" in snag("p", cwd=d).stderr, "Kbuild", snag("p", cwd=d))
        os.makedirs(d + "/empty")
        r = snag("empty", cwd=d)
        check(r.returncode == 2 and "snag capture" in r.stderr and r.stderr.count("\n") == 1, "nothing to go by", r)


def its_command_makes_one():
    """Run as it is printed, by a shell."""
    for name, text, program in (("CMakeLists.txt", "cmake_minimum_required(VERSION 3.10)\nproject(p C)\nadd_executable(p a.c)\n", "cmake"),
                                ("meson.build", "project('p', 'c')\nexecutable('p', 'a.c', dependencies: dependency('threads'))\n", "meson"),
                                ("Makefile", "p: a.c\n\t$(CC) -o $@ $< -pthread\n", "bear")):
        if not shutil.which(program):
            continue
        with tempfile.TemporaryDirectory() as d:
            write(d, "my dir/a.c", RACY)
            write(d, "my dir/" + name, text)
            command = snag("my dir", cwd=d).stderr.rstrip("\n").split("this makes one: ")[1]
            env = {**CLEAN, "PATH": os.path.dirname(SNAG) + ":" + os.environ["PATH"]}
            made = subprocess.run(["sh", "-c", command], cwd=d, env=env, capture_output=True, text=True, timeout=900, check=False)
            r = snag("--brief", "my dir", cwd=d)
            check(made.returncode == 0 and r.returncode == 1 and "data race on 'n'" in r.stdout, "%s: %s" % (name, command), made, r)
