"""Cases: input that is large, deep or long. It must finish, and what is too much for clang is told as a unit that failed."""
import time

from sandbox import claim


def case_ten_thousand_entries(box):
    """A few files ten thousand times, with twins and with twenty kinds of flags."""
    names = ["a.c", "b.c", "c.c"]
    for name in names:
        box.leaky(name, name[0])
    entries = [box.entry(names[i % 3], "-DN=%d" % (i % 5)) for i in range(10000)]
    box.database(entries)
    start = time.monotonic()
    result = box.run("-p", ".", "--stats=json").ends(1)
    claim(time.monotonic() - start < 120, "ten thousand entries take %.0f s" % (time.monotonic() - start))
    claim(result.counter("units_extracted") <= 15, "twins are extracted", result)
    for name in names:
        claim(name + ":" in result.out, "no finding in " + name, result)


def case_entries_that_are_all_missing(box):
    """Three hundred files that do not exist: each is told in one line."""
    box.leaky("a.c")
    box.database([box.entry("gone%d.c" % i) for i in range(300)] + [box.entry("a.c")])
    result = box.run("-p", ".").ends(1).finds(1)
    claim("gone0.c" in result.err and len(result.lines()) <= 301, "lines: %d" % len(result.lines()))


def case_five_megabyte_function(box):
    line = "\tshared[%d] = compute(shared[%d], \"a fairly long text to fill the line, as generated code has it\") + %d;\n"
    body = "".join(line % (i % 97, i % 89, i) for i in range(52000))
    text = "int shared[100];\nint compute(int, const char *);\nvoid f(void)\n{\n" + body + "}\n"
    claim(len(text) > 5_000_000, "not five megabytes")
    box.write("large.c", text)
    result = box.run("large.c", "--stats=json").ends(1)
    claim("data race on 'shared[...]'" in result.out and result.out.count(": warning: ") == 1,
          "not the one race of f with itself", result)
    claim(result.counter("instructions") >= 3 * 52000, "instructions are lost", result)


def case_many_blocks(box):
    """A chain of forty thousand branches, with a lock around it: no walk over blocks may recurse.
    What is too branchy to follow is counted."""
    body = "".join("\tif (n == %d)\n\t\tn++;\n" % i for i in range(40000))
    box.write("chain.c", "#include <pthread.h>\nstatic pthread_mutex_t m;\nvoid f(int n)\n{\n\tpthread_mutex_lock(&m);\n" + body +
              "\tpthread_mutex_unlock(&m);\n\tpthread_mutex_lock(&m);\n\tpthread_mutex_lock(&m);\n}\n")
    result = box.run("chain.c", "--stats=json").ends(0, 1)
    claim("self-deadlock" in result.out or result.counter("gap_states") == 1, "neither found nor counted as a gap", result)
    claim(result.counter("instructions") > 80000, "instructions are lost", result)


def case_deep_nesting(box):
    """Brackets as deep as gcc takes them are read; beyond what clang takes: its own error, in one line."""
    box.write("deep.c", "int f(int x)\n{\n\treturn %sx%s;\n}\n" % ("(" * 5000, ")" * 5000))
    box.run("deep.c").ends(0)
    box.write("deeper.c", "int f(int x)\n{\n\treturn %sx%s;\n}\n" % ("(" * 250000, ")" * 250000))
    box.run("deeper.c").ends(2, 3).says("deeper.c", "nesting")


def case_deep_expression(box):
    """A sum of fifty thousand terms is a tree as deep: clang may run out of stack, and then says so or dies; snag does not."""
    box.leaky("a.c")
    box.write("deep.c", "int x;\nint deep(void)\n{\n\treturn x%s;\n}\n" % (" + x" * 50000))
    result = box.run("deep.c", "a.c").ends(1).finds(1)
    claim("in 2 units" in result.err or "deep.c" in result.err, "neither analysed nor named", result)


def case_deep_types(box):
    """Structs in structs, pointers to pointers, typedefs of typedefs: each two thousand deep."""
    nested = "struct s0 { int x; };\n" + "".join("struct s%d { struct s%d in; };\n" % (i, i - 1) for i in range(1, 2001))
    chain = "typedef int t0;\n" + "".join("typedef t%d t%d;\n" % (i - 1, i) for i in range(1, 2001))
    box.write("deep.c", nested + chain + "int %sp;\nstruct s2000 s;\nt2000 t;\nint f(void)\n{\n"
                                         "\treturn (p != 0) + t + *(int *)&s;\n}\n" % ("*" * 2000))
    result = box.run("deep.c", "--dump=ir").ends(0, 2, 3)
    claim("struct s2000" in result.out if result.status == 0 else "deep.c" in result.err,
          "neither the types nor the unit that failed")
    claim(len(result.out) < 50_000_000, "the dump explodes: %d bytes" % len(result.out))


def case_wide_types(box):
    """A function with many parameters, a struct with many members, a switch with many cases, a long name."""
    n = 3000
    box.write("wide.c", "struct s { %s };\nint %s(%s)\n{\n\tswitch (a0) { %s }\n\treturn a%d;\n}\n" % (
        " ".join("int m%d;" % i for i in range(n)), "f" * 20000, ", ".join("int a%d" % i for i in range(n)),
        " ".join("case %d: return %d;" % (i, i * 7) for i in range(n)), n - 1))
    result = box.run("wide.c", "--dump=ir").ends(0)
    claim("f" * 20000 in result.out and "%%a%d.%d" % (n - 1, n) in result.out, "names are lost")


def case_large_initialiser(box):
    """A table of a million bytes, and one with ten thousand pointers."""
    box.write("table.c", "const unsigned char bytes[1000000] = { 1, 2, 3, [999999] = 4 };\nstatic int f(void)\n{\n"
                         "\treturn bytes[3];\n}\n"
              "int (*const table[10000])(void) = { %s };\nchar zeros[1u << 30];\n" % ", ".join(["f"] * 10000))
    result = box.run("table.c", "--dump=ir", "--stop-after=link").ends(0)
    claim(result.out.count("= &f") == 10000, "pointers are lost: %d" % result.out.count("= &f"))


def case_many_files_on_the_command_line(box):
    names = ["n%d.c" % i for i in range(100)]
    for i, name in enumerate(names):
        box.write(name, "int v%d;\n" % i)
    result = box.run(*names, "--stats=json").ends(0)
    claim(result.counter("units") == 100, "units are lost", result)


def case_recursive_include(box):
    """A header that includes itself for ever: clang's error."""
    box.write("a.h", '#include "a.h"\n')
    box.write("a.c", '#include "a.h"\n')
    box.run("a.c").ends(2, 3).says("a.c", "#include nested too deeply")


def case_three_thousand_functions_that_call_each_other(box):
    """One component of the call graph, as an interpreter has it. One variable has a lock, one has none."""
    n = 3000
    text = ["#include <pthread.h>", "struct node { struct node *next, *child; int kind, hits; pthread_mutex_t lock; };",
            "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;", "static int kept, bare;", "static struct node root;"]
    text += ["static int f%d(struct node *, int);" % i for i in range(n)]
    for i in range(n):
        text += ["static int f%d(struct node *n, int depth)" % i, "{", "\tint sum = 0;",
                 "\tif (!n || depth < 0)", "\t\treturn -1;",
                 ["\tpthread_mutex_lock(&m);\n\tkept++;\n\tpthread_mutex_unlock(&m);",
                  "\tpthread_mutex_lock(&n->lock);\n\tn->hits++;\n\tpthread_mutex_unlock(&n->lock);", "\tsum++;"][i % 3],
                 "\tbare++;" if i == n - 1 else "", "\tswitch (n->kind) {"]
        for k, to in enumerate([i + 1, i * 7 + 3, i * 131 + 17, i * i + 5]):
            node = ["n", "n->next", "n->child"][(i + k) % 3]
            text += ["\tcase %d:" % k, "\t\tsum += f%d(%s, depth - 1);" % (to % n, node), "\t\tbreak;"]
        text += ["\t}", "\treturn sum;", "}"]
    text += ["static void *run(void *argument)", "{", "\tf0(argument, 100);", "\treturn NULL;", "}", "int main(void)", "{",
             "\tpthread_t a, b;", "\tpthread_create(&a, NULL, run, &root);",
             "\tpthread_create(&b, NULL, run, &root);", "\tpthread_join(a, NULL);",
             "\tpthread_join(b, NULL);", "\treturn 0;", "}", ""]
    box.write("knot.c", "\n".join(text))
    start = time.monotonic()
    result = box.run("knot.c", "--all", "--stats=json").ends(1)
    claim(time.monotonic() - start < 60, "it takes %.0f s" % (time.monotonic() - start))
    claim("data race on 'bare'" in result.out and "data race on 'kept'" not in result.out, "not the one race", result)
