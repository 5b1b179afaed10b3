"""What gcc compiles, snag analyses, or says in one line why it does not."""
import os
import shutil
import subprocess
import tempfile

from checks import check
from common import CLEAN, RACY, SNAG, snag
from edges import gaps, write

DEEP = "int f(int x) { return %sx%s; }\n" % ("(" * 5000, ")" * 5000)
NESTS = "int f(int x) { %sx++;%s return x; }\n" % ("{" * 1500, "}" * 1500)
CHAIN = "int f(int x) { %sreturn 0; }\n" % "".join("if (x == %d) return %d; else " % (i, i) for i in range(2000))

# (flags, text): gcc 12 compiles each, with warnings at most
COMPILE = [
    ("", "_Float128 a; __float128 b; int f(void) { a = 1.0q; b = a + 2; return (int)b; }"),
    ("", "_Float64x a; _Float64 b; _Float32 c; _Float32x d; int f(void) { a = 1; b = a; c = b; d = c; return d; }"),
    ("", "#include <stdlib.h>\n#include <math.h>\n_Float128 a; int f(void) { return a > 1; }"),
    ("", "void fr(void *); __attribute__((malloc(fr, 1))) void *mk(void); void *f(void) { return mk(); }"),
    ("", "#include <stdlib.h>\nvoid fr(int, void *); __attribute__((__malloc__(fr, 2), malloc(fr, 2))) void *mk(void);\n"
         "void *(*p)(size_t) = malloc; void *f(int n) { free(mk()); return malloc(n * sizeof(int[2])); }"),
    ("-std=c2x", "f(a, b) char *a; { return b + *a; }\nstatic n; main() { return f(\"a\", n); }"),
    ("-std=gnu2x", "static n; g() { auto k = 3; return k + n; }"),
    ("-std=c2x", "[[nodiscard]] int f(void) { static_assert(1); return 0b11; }"),
    ("", "__attribute__((noreturn)) void g(void); int f(int x) { return __builtin_has_attribute(g, noreturn) ? x : 0; }"),
    ("", "int f(int x) { return __builtin_speculation_safe_value(x); }"),
    ("", DEEP), ("", NESTS), ("", CHAIN),
    ("", "int f(int x) { switch (x) { case 1 ... 5: return 1; } return ({ int z = x; z; }) ?: 2; }\nint a[] = { [0 ... 3] = 1, [5] 2 };"),
    ("", "int *p, q; int h(); int f(void) { p = q; q = p; int (*g)(char *) = f; h(p, g); return p; }"),
    ("", "void f(void) { return 1; } int g(void) { return; }"),
    ("", "__attribute__((optimize(\"O0\"), noclone, noipa, no_icf, access(read_only, 1))) int f(const char *s) { return *s; }"),
    ("", "struct __attribute__((scalar_storage_order(\"big-endian\"), designated_init)) s { int x; } v; int f(void) { return v.x; }"),
    ("--param=max-inline-insns-single=3 --param ggc-min-expand=3", "int f(void) { return 1; }"),
    ("-fno-tree-vectorize -fipa-pta -fira-region=all -fno-allow-store-data-races", "int f(void) { return 1; }"),
    ("-mno-red-zone -mno-80387 -maccumulate-outgoing-args -mpreferred-stack-boundary=4", "int f(void) { return 1; }"),
    ("-Wp,-MD,x.d -Wp,-DX=3", "int f(void) { return X; }"),
    ("-Werror=all -Wa,--noexecstack -ansi -pedantic-errors", "int f() { return 1; }"),
    ("-std=iso9899:199409", "int f() { return 1; }"),
    ("", "_Atomic int y; _Atomic long *p; int f(void) { __sync_lock_release(&y); __atomic_store_n(p, 1, 5);\n"
         "return __sync_fetch_and_add(&y, 1) + __sync_bool_compare_and_swap(p, 1, 2) + __atomic_fetch_add(&y, 1, 5); }"),
    ("", "#include <stdatomic.h>\n_Bool b; char c; int f(void) { atomic_init(&c, 2); atomic_store(&b, 1); return atomic_fetch_or(&c, 1); }"),
    ("", "__float80 a; int f(void) { return a > 1; }"),
    ("", "typedef int v4 __attribute__((vector_size(16))); v4 f(v4 a, v4 m) { return __builtin_shuffle(a, m); }"),
    ("", "asm(\".stabs \\\"x\\\",100,0,0,0\\n.struct 0\\n.text\"); int f(void) { return 0; }"),
    ("-masm=intel", "asm(\"mov eax, DWORD PTR [rbx]\"); int f(int x) { asm(\"mov eax, %0\" :: \"r\"(x) : \"eax\"); return x; }"),
    ("", "int f(int x) { asm goto(\"cmp $1, %0; je %l[yes]\" :: \"r\"(x) : \"cc\" : yes); return 0; yes: return 1; }"),
    ("", "int f(int x) { int y = ({ if (x) goto out; x + 1; }); return y; out: return 3; }"),
    ("", "int f(int x) { static const int o[] = { &&a - &&a, &&b - &&a }; goto *(&&a + o[x]); a: return 1; b: return 2; }"),
    ("", "struct e {}; struct s { int a; struct e e; int b[]; }; struct s v = {}; int w[] = {}; int f(void) { return sizeof(struct e); }"),
    ("", "int a[2] = { 1, 2, 3 }; int q = { { 1 } }; struct t { int x; } u = { x: 1 }; int f(void) { return 0; }"),
    ("", "int h(char); int h(c) char c; { return c; } int printf(); char *malloc(); int abs(x) { return x; } int f(void) { return h(3); }"),
    ("", "union u { int a; float f; }; int g(union u x) { return x.a; } int f(void *p) { p += 3; return g((union u)3); }"),
    ("-Wall -Werror=format-overflow=2 -Werror=implicit-fallthrough=3 -Wfatal-errors", "int f(void) { return 0; }"),
    ("-Wfatal-errors", "#pragma GCC diagnostic error \"-Wunused\"\n#pragma GCC diagnostic ignored \"-Wunused\"\n"
                       "int f(void) { int x; return foo(); }"),
    ("-mstringop-strategy=libcall -mno-push-args -mtls-dialect=gnu2", "int f(void) { return 0; }"),
    ("-include pre.h -Iinc @words", "#include \"q.h\"\nconst char *s = X; int f(void) { return pre + Q; }"),
]

# what clang cannot read, and a word that says what it is
REFUSED = [
    ("int main(void) { int k = 1; int g(int x) { return x + k; } return g(2); }", "a nested function, which gcc alone compiles"),
    ("int f(int n) { struct { int a[n]; int b; } x; x.b = n; return x.b; }", "variable length array in structure"),
    ("_Decimal64 d; int f(void) { return d > 1; }", "decimal type extension not supported"),
]


def what_gcc_compiles():
    gcc = shutil.which("gcc")
    with tempfile.TemporaryDirectory() as d:
        os.mkdir(d + "/inc")
        write(d + "/inc", q_h="#define Q 3\n")
        write(d, pre_h="int pre;\n", words="-D'X=\"a b\"'\n", racy_c=RACY)
        for flags, text in COMPILE:
            write(d, unit_c=text + "\n")
            if gcc:
                r = subprocess.run([gcc, "-w", "-c", "-o", "/dev/null"] + flags.replace("-pedantic-errors", "").split() + ["unit.c"],
                                   cwd=d, capture_output=True, text=True, timeout=900)
                check(r.returncode == 0, "gcc compiles it", flags, text[:100], r.stderr[:300])
            r = snag("unit.c", "racy.c", "--", *flags.split(), cwd=d)
            told = "not analysed" not in r.stderr and "2 units" in r.stderr
            check(told or ("-include" in flags and r.returncode == 1), "analysed: %s %s" % (flags, text[:100]), r)


def what_only_gcc_compiles():
    with tempfile.TemporaryDirectory() as d:
        write(d, racy_c=RACY)
        for text, words in REFUSED:
            write(d, unit_c=text + "\n")
            r = snag("unit.c", "racy.c", cwd=d)
            check(r.returncode == 1 and words in r.stderr and gaps(r) == "1 unit not analysed", words, r)


def pipes_before_the_source():
    """Nobody writes to them: no run waits for that, whoever names them."""
    with tempfile.TemporaryDirectory() as d:
        os.mkfifo(d + "/pipe")
        write(d, racy_c=RACY, reads_c="#include \"pipe\"\nint f(void) { return 0; }\n")
        for flag in ("-include", "-imacros"):
            r = snag("racy.c", "--", flag, "pipe", cwd=d)
            check(r.returncode == 3 and "pipe: not a regular file" in r.stderr, flag, r)
        check(snag("racy.c", "--", "-include", "/dev/null", cwd=d).returncode == 1, "nothing before the source")
        if os.path.exists("/proc/self/wchan"):
            r = snag("reads.c", "racy.c", cwd=d)
            check(r.returncode == 1 and "reads.c: not analysed: it includes a pipe that nobody writes to" in r.stderr, "#include", r)
        r = snag("racy.c", "--", "@pipe", cwd=d)
        check("not a file that can be read" in r.stderr and r.returncode == 1, "a response file", r)
        for name in (".snag.yml", ".snagignore", "compile_commands.json"):
            os.mkfifo(os.path.join(d, name))
            p = subprocess.run([SNAG] + ([] if name[0] == "c" else ["racy.c"]), cwd=d, env=CLEAN, capture_output=True, text=True,
                               timeout=900)
            check(p.returncode == 2 and "not a regular file" in p.stderr, name, p)
            os.remove(os.path.join(d, name))
