"""Cases: input that is missing, broken, empty, or that does not compile."""
import json
import os

from sandbox import claim

# Names that shells, compilers, printf and terminals trip over.
NAMES = ["a b.c", "it's \"q\".c", "new\nline.c", "$(touch canary).c", "`touch canary`.c", "; touch canary;.c", "%s%n%d.c",
         "-dash.c", "-fplugin=x.c", "@at.c", "back\\slash.c", "tab\t.c", "#hash.c", "\u00fcml\u00e4ut.c", "a&b|c>d.c", "*.c",
         "\x1b[31mred.c", "--.c"]


def case_control(box):
    """The unit that the other cases use has its one finding; without this the rest proves little."""
    box.leaky("a.c")
    box.run("a.c").ends(1).finds(1)


def case_missing_file(box):
    box.run("absent.c").ends(2).says_only("absent.c")


def case_missing_file_beside_a_good_one(box):
    box.leaky("a.c")
    result = box.run("a.c", "absent.c").says("absent.c")
    result.ends(1, 2)


def case_directory_as_file(box):
    os.mkdir(box.path("dir.c"))
    box.run("dir.c").ends(2).says("dir.c")


def case_missing_database(box):
    box.run("-p", "nowhere").ends(2).says_only("nowhere")


def case_no_input_at_all(box):
    box.run().ends(2).says_only("compile_commands.json")


def case_unknown_option(box):
    box.run("--frobnicate").ends(2).says("--frobnicate")


def case_bad_number(box):
    box.leaky("a.c")
    box.run("-j", "many", "a.c").ends(2).says("many")


def case_broken_json(box):
    for text in ('[{"file": ', "[", "nonsense", '[{"file": "a.c",}]', "[1, 2] trailing", b"\xff\xfe[\x00]\x00",
                 '[{"file": "\\ud800"}]',
                 "[" * 100000):
        box.write("compile_commands.json", text)
        box.run("-p", ".").ends(2).says_only("compile_commands.json")


def case_empty_database_file(box):
    box.write("compile_commands.json", "")
    box.run("-p", ".").ends(2).says_only("compile_commands.json")


def case_empty_database(box):
    box.database([])
    box.run("-p", ".").ends(2).says_only("compile_commands.json")


def case_json_of_another_shape(box):
    for value in ({}, 3, "text", None, [1], [[]], [{"file": 3}], [{"file": "a.c"}],
                  [{"directory": box.dir, "command": "cc -c a.c"}],
                  [{"directory": 7, "file": "a.c", "command": "cc -c a.c"}],
                  [{"directory": box.dir, "file": "a.c", "arguments": [1]}],
                  [{"directory": box.dir, "file": "a.c", "arguments": "cc"}],
                  [{"directory": box.dir, "file": "a.c", "arguments": []}],
                  [{"directory": box.dir, "file": "a.c", "command": ""}],
                  [{"directory": box.dir, "file": "", "command": "cc -c a.c"}],
                  [{"directory": box.dir, "file": "a.c", "command": "cc 'unterminated"}]):
        box.write("compile_commands.json", json.dumps(value))
        result = box.run("-p", ".").ends(2)
        result.says("compile_commands.json")
        claim(len(result.lines()) <= 2, "more than the entry and the end are told", result)


def case_database_without_c(box):
    box.write("a.cc", "int f();\n")
    box.database([box.entry("a.cc"), box.entry("b.s"), {"directory": box.dir, "file": "x.rs", "command": "rustc x.rs"}])
    box.run("-p", ".").ends(2).says_only("compile_commands.json")


def case_other_languages_beside_c(box):
    box.leaky("a.c")
    box.write("b.cc", "class X {};\n")
    box.database([box.entry("b.cc"), box.entry("a.c")])
    box.run("-p", ".").ends(1).finds(1)


def case_good_entries_beside_nonsense(box):
    box.leaky("a.c")
    box.database([{"file": 3}, box.entry("a.c"), 7])
    box.run("-p", ".").ends(1).finds(1).says("compile_commands.json")


def case_errors_that_are_no_warnings_of_gcc(box):
    """What gcc only warns of is compiled (tests/extract/gcc_*.c); an error is one still, also beside such warnings, and it is
    the first try's error that is told."""
    warned = "static n; main(c, v) unsigned char **v; { return undeclared(v); }\n"
    for text, said in ((warned + "int f(void) { return (1; }\n", "of 'main' (argument array)"),
                       ("static n; int f(void) { return (1; }\n", "expected ')'"),
                       ("int f(void) { g(); return missing; }\n", "undeclared identifier 'missing'"),
                       ("struct s { int a; }; int f(struct s x) { return x; }\n", "incompatible result type 'int'"),
                       ("int f(int n) { int g(int x) { return x + n; } return g(1); }\n", "function definition is not allowed here")):
        box.write("bad.c", text)
        box.run("bad.c").ends(3).says("not analysed", said).finds(0)
    box.write("bad.c", "int g(void) { f(1); return 0; }\nchar *f(int a) { return 0; }\n")
    box.run("bad.c").ends(3).says("not analysed", "conflicting types for 'f'")
    box.write("bad.c", "int g(void) { f(1); return 0; }\nvoid f(int a) { }\n")
    claim(box.run("bad.c", "--stats=json").ends(0).counter("units_extracted") == 1, "void is no conflict")
    claim(box.run("bad.c", "--stats=json").ends(0).counter("units_cached") == 1, "what is declared before it is no file")
    box.write("bad.c", warned)
    box.run("bad.c").ends(0).finds(0)


def case_unit_does_not_compile(box):
    """Reported with clang's first error; the others go on; the exit status says that something is missing."""
    box.write("bad.c", "int ok;\nfrob x;\nfrob y;\n")
    box.write("clean.c", "int main(void) { return 0; }\n")
    box.leaky("leaky.c")
    box.database([box.entry("bad.c"), box.entry("clean.c")])
    result = box.run("-p", ".").ends(3).says("bad.c", "unknown type name 'frob'").finds(0)
    claim(sum("frob" in line for line in result.lines()) == 1, "more than the first error", result)
    box.database([box.entry("bad.c"), box.entry("leaky.c")])
    box.run("-p", ".").ends(1).says("bad.c", "unknown type name 'frob'").finds(1)
    box.write("bad.c", "int ok;\n")
    box.run("-p", ".").ends(1).finds(1)


def case_nothing_compiles(box):
    box.write("bad.c", "frob x;\n")
    box.run("bad.c").ends(2, 3).says("bad.c", "unknown type name 'frob'").finds(0)


def case_missing_include(box):
    box.write("bad.c", '#include "absent.h"\n')
    box.leaky("a.c")
    box.run("bad.c", "a.c").ends(1).says("bad.c", "absent.h").finds(1)


def case_source_of_an_entry_is_missing(box):
    box.leaky("a.c")
    box.database([box.entry("absent.c"), box.entry("a.c")])
    box.run("-p", ".").ends(1).says("absent.c").finds(1)


def case_directory_of_an_entry_is_missing(box):
    box.leaky("a.c")
    gone = box.entry("b.c")
    gone["directory"] = box.path("gone")
    box.database([gone, box.entry("a.c")])
    box.run("-p", ".").ends(1).says("gone").finds(1)


def case_empty_file(box):
    box.write("empty.c", "")
    box.run("empty.c").ends(0)


def case_binary_as_source(box):
    box.write("bin.c", bytes(range(256)) * 40)
    box.run("bin.c").ends(2, 3).says("bin.c")


def case_file_without_end_of_line(box):
    box.write("a.c", "int main(void) { return 0; }")
    box.run("a.c").ends(0)


def case_symlink_loop(box):
    os.symlink("loop.c", box.path("loop.c"))
    box.run("loop.c").ends(2).says("loop.c")


def case_symlink_loop_in_a_database(box):
    """As source, as directory, as include directory, as header."""
    os.symlink("loop.c", box.path("loop.c"))
    os.symlink("loop", box.path("loop"))
    os.symlink("loop.h", box.path("loop.h"))
    os.symlink(".", box.path("here"))
    box.leaky("a.c")
    box.write("b.c", '#include "loop.h"\n')
    inside = box.entry("x.c")
    inside["directory"] = box.path("loop")
    deep = box.entry("/".join(["here"] * 30 + ["a.c"]))
    box.database([box.entry("loop.c"), inside, box.entry("b.c"), box.entry("a.c", "-Iloop"), deep])
    result = box.run("-p", ".").ends(1)
    result.says("loop.c").says("b.c", "loop.h")
    claim(": warning: " in result.out, "the good unit is lost", result)


def name_files(box):
    for number, name in enumerate(NAMES):
        box.write(name, LEAKY_NUMBERED(number))


def LEAKY_NUMBERED(number):  # pylint: disable=invalid-name
    return ("#include <pthread.h>\nstatic pthread_mutex_t m;\nint f%d(int n)\n{\n\tpthread_mutex_lock(&m);\n\tif (n)\n"
            "\t\treturn -1;\n\tpthread_mutex_unlock(&m);\n\treturn 0;\n}\n" % number)


def case_names_on_the_command_line(box):
    name_files(box)
    before = box.files()
    box.run(*["./" + n for n in NAMES]).ends(1).finds(len(NAMES))
    box.same_as(before, ".snag/")


def case_names_in_a_database(box):
    """Both forms, in a directory that is named like that as well."""
    name_files(box)
    listed = [box.entry(n) for n in NAMES]
    box.database(listed)
    box.run("-p", ".").ends(1).finds(len(NAMES))
    quoted = [{"directory": box.dir, "file": n, "command": "cc -c " + quote(n)} for n in NAMES]
    box.database(quoted)
    box.run("-p", ".").ends(1).finds(len(NAMES))


def quote(name):
    return "'" + name.replace("'", "'\\''") + "'"


def case_names_of_directories(box):
    for number, name in enumerate(NAMES):
        box.write(name + "/a.c", LEAKY_NUMBERED(number))
    box.database([{"directory": box.path(n), "file": "a.c", "arguments": ["cc", "-c", "a.c"]} for n in NAMES])
    box.run("-p", ".").ends(1).finds(len(NAMES))
    box.database([{"directory": box.dir, "file": n + "/a.c", "arguments": ["cc", "-c", n + "/a.c"]} for n in NAMES])
    box.run("-p", ".").ends(1).finds(len(NAMES))


def case_names_do_not_reach_the_terminal_raw(box):
    """Control characters of a hostile name are escaped in messages and findings."""
    box.leaky("\x1b[31mred\n.c")
    result = box.run("./\x1b[31mred\n.c").ends(1)
    claim("\x1b" not in result.out + result.err, "an escape character on the terminal", result)
    result = box.run("./\x1b[2Jabsent.c").ends(2)
    claim("\x1b" not in result.out + result.err and len(result.lines()) == 1, "an escape character on the terminal", result)


def case_deep_json(box):
    box.write("compile_commands.json", "[" * 5000 + "]" * 5000)
    box.run("-p", ".").ends(2).says_only("compile_commands.json")
