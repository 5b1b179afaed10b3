/* Unit tests of src/capture/flags.def: which flags reach clang, what is refused, what the compiler's name tells, and that clang
 * sees the words as we do. */
#include "capture_help.h"

#include <fcntl.h>

#include "capture/flags.h"

static void flags_that_decide_meaning_are_kept(void **state)
{
	static const char *const cases[][2] = {
		{ "-DA -D B=1 -UC -U D", "-D|A|-D|B=1|-U|C|-U|D" },
		{ "--define-macro=A --define-macro B --undefine-macro=C", "-D|A|-D|B|-U|C" },
		{ "-Ia -I b -isystem c -isystemd -iquote e -idirafter f",
		  "-I|a|-I|b|-isystem|c|-isystem|d|-iquote|e|-idirafter|f" },
		{ "-isystem-after g -isysroot/h --sysroot=i --sysroot j",
		  "-isystem-after|g|-isysroot|/h|--sysroot=i|--sysroot=j" },
		{ "-imacros m.h -include k.h", "-imacros|m.h|-Xclang|-include|-Xclang|k.h" },
		{ "-includek.h --include=l.h", "-Xclang|-include|-Xclang|k.h|-Xclang|-include|-Xclang|l.h" },
		{ "-std=gnu11 -ansi --std=c99 -std=c++11", "-std=gnu11|-ansi|-std=c99" },
		{ "-nostdinc -undef -pthread -trigraphs", "-nostdinc|-undef|-pthread|-trigraphs" },
		{ "-O -O0 -O2 -O3 -Os -Og -Ofast -O9 -O42", "-O|-O0|-O2|-O3|-Os|-Og|-Ofast|-O3|-O3" },
		{ "-fshort-enums -fno-short-enums -funsigned-char -fno-common",
		  "-fshort-enums|-fno-short-enums|-funsigned-char|-fno-common" },
		{ "-fms-extensions -fplan9-extensions", "-fms-extensions|-fms-extensions" },
		{ "-ftrivial-auto-var-init=zero -fno-strict-aliasing -fwrapv",
		  "-ftrivial-auto-var-init=zero|-fno-strict-aliasing|-fwrapv" },
		{ "-fno-builtin -fno-builtin-wcslen -ffreestanding", "-fno-builtin|-fno-builtin-wcslen|-ffreestanding" },
		{ "-fno-inline -fno-asynchronous-unwind-tables", "-fno-inline|-fno-asynchronous-unwind-tables" },
		{ "-m32 -mno-sse -mavx2 -march=native -mcmodel=kernel", "-m32|-mno-sse|-mavx2|-march=native|-mcmodel=kernel" },
		{ "-target arm-linux --target=mips", "--target=arm-linux|--target=mips" },
		{ "-fexceptions -fopenmp -fpack-struct=2", "-fexceptions|-fopenmp|-fpack-struct=2" },
		{ "-ffile-prefix-map=/a=b -fmacro-prefix-map=c=d", "-fmacro-prefix-map=/a=b|-fmacro-prefix-map=c=d" },
		{ "-Wp,-DX=1,-UY -Wp,-MD,d.d -DZ", "-D|Z|-D|X=1|-U|Y" },
		{ "-Wp,-MMD,.x.d,-DX -Wp,-I,inc", "-D|X|-I|inc" },
		{ "-Xpreprocessor -DX -Xpreprocessor -D -Xpreprocessor Y", "-D|X|-D|Y" },
		{ "-Xpreprocessor -fopenmp -Xclang -fno-common", "-fopenmp|-fno-common" },
		{ "-Xclang -include-pch -Xclang p.pch -Xclang -include -Xclang p.h", "-Xclang|-include|-Xclang|p.h" },
		{ "--gcc-toolchain=/opt/x", "--gcc-toolchain=/opt/x" },
	};
	struct jobs jobs;

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		const char *command = arena_format(&arena, "cc %s -c x.c", cases[i][0]);
		assert_string_equal(flags_for("x.c", command, &jobs), cases[i][1]);
		assert_int_equal(jobs.message.n, 0);
	}
}

static void flags_without_meaning_are_dropped(void **state)
{
	static const char *const cases[] = {
		"-o x.o -ox.o --output=x.o --output x.o -c -S",
		"-MD -MMD -MP -MF x.d -MFx.d -MT t -MQ q -MG -MJ j.json -dependency-file d",
		"-g -g3 -ggdb -gdwarf-4 -gsplit-dwarf -fdebug-prefix-map=a=b",
		"-W -Wall -Wno-x -Werror -Werror=x -w -pedantic -pedantic-errors -Wa,-x -Wl,-y -Wa,--plugin=z -Rpass=x",
		"-Wp,-Werror -Wp,-pedantic-errors,-Werror=y -Xpreprocessor -Werror --pedantic-errors -Wfatal-errors",
		"-pipe -v -### -H -save-temps -save-temps=obj -save-stats -ftime-trace -ftime-trace=x --serialize-diagnostics x",
		"-fsanitize=thread -fno-sanitize=all -fsanitize-ignorelist=x --coverage -fprofile-arcs -ftest-coverage "
		"-fprofile-use=x -pg -p",
		"-finstrument-functions -fprofile-instr-use=x -flto -flto=auto -fsplit-stack -fpatchable-function-entry=5",
		"-L. -L x -lm -l m -T script -u sym -z now -static -shared -rdynamic -nostdlib -pie -no-pie -Xlinker -DX "
		"-framework F",
		"-Xassembler -DX -Xanalyzer -DX --param a=b --param=a=b -aux-info f -dumpbase x -Qunused-arguments",
		"-fcrash-diagnostics-dir=x -fdiagnostics-color=always -fno-diagnostics-show-option -fmessage-length=0 "
		"-gen-reproducer=x",
		"-fdump-tree-all=x -dA -fstack-usage -fcallgraph-info -fsave-optimization-record -foptimization-record-file=x",
		"-ffat-lto-objects -fipa-sra -fconserve-stack -mpreferred-stack-boundary=3 -mindirect-branch=thunk -mfentry "
		"-mtune=x",
		"y.c z.o lib.a '' - -- w.c",
	};
	struct jobs jobs;

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		assert_string_equal(flags_for("x.c", arena_format(&arena, "cc x.c %s", cases[i]), &jobs), "");
		assert_int_equal(jobs.message.n, 0);
	}
}

/* What may load or run code: each is named in a message, and neither it nor its value reaches clang. */
static void flags_that_run_code_are_refused_by_name(void **state)
{
	static const char *const cases[][3] = {
		/* flags, what is named, what remains */
		{ "-fplugin=x.so", "'-fplugin'", "" },
		{ "-fplugin-arg-x-y=z", "'-fplugin-arg-x-y'", "" },
		{ "-fpass-plugin=x.so", "'-fpass-plugin'", "" },
		{ "-Xclang -load -Xclang x.so", "'-Xclang -load'", "" },
		{ "-Xclang -plugin -Xclang x", "'-Xclang -plugin'", "" },
		{ "-Xclang -add-plugin -Xclang x", "'-Xclang -add-plugin'", "" },
		{ "-Xclang -plugin-arg-x -Xclang -DX", "'-Xclang -plugin-arg-x'", "-D|X" },
		{ "-Xclang -fpass-plugin=x.so", "'-Xclang -fpass-plugin'", "" },
		{ "-Xclang=-load -Xclang=x.so", "'-Xclang -load'", "" },
		{ "-Xclang -mllvm -Xclang -load=x", "'-Xclang -mllvm'", "" },
		{ "-Xclang -Xclang -Xclang -load", "'-Xclang -Xclang'", "" },
		{ "-Xclang -disable-llvm-verifier", "'-Xclang -disable-llvm-verifier'", "" },
		{ "-load x.so", "'-load'", "" },
		{ "-plugin x", "'-plugin'", "" },
		{ "-mllvm -load=x.so -DX", "'-mllvm'", "-D|X" },
		{ "-mllvm=-load=x.so", "'-mllvm='", "" },
		{ "-B/evil -B /evil --prefix=/evil", "'-B'", "" },
		{ "-specs=x", "'-specs'", "" },
		{ "--specs=x --specs x", "'--specs'", "" },
		{ "-wrapper sh,-c,id", "'-wrapper'", "" },
		{ "-no-integrated-as -Wa,--x", "'-no-integrated-as'", "" },
		{ "-fno-integrated-as", "'-fno-integrated-as'", "" },
		{ "--config=x", "'--config'", "" },
		{ "--config x", "'--config'", "" },
		{ "--config-user-dir=x", "'--config-user-dir'", "" },
		{ "-ccc-gcc-name sh", "'-ccc-gcc-name'", "" },
		{ "-ccc-print-phases", "'-ccc-print-phases'", "" },
		{ "-cc1", "'-cc1'", "" },
		{ "-cc1as", "'-cc1as'", "" },
		{ "-fuse-ld=/evil", "'-fuse-ld'", "" },
		{ "--ld-path=/evil", "'--ld-path'", "" },
		{ "--ptxas-path=/evil", "'--ptxas-path'", "" },
		{ "--nvptx-arch-tool=/evil", "'--nvptx-arch-tool'", "" },
		{ "-resource-dir /evil -resource-dir=/evil", "'-resource-dir'", "" },
		{ "-fmodules -fmodules-cache-path=x -fmodule-map-file=y", "'-fmodules'", "" },
		{ "-Wp,-load,x.so -Wp,-DX", "'-load'", "-D|X" },
		{ "-Wp,-fplugin=x.so", "'-fplugin'", "" },
		{ "-Wp,-Xclang,-load", "", "" },
		{ "-Xpreprocessor -load -Xpreprocessor x.so", "'-load'", "" },
		{ "-Xpreprocessor -fplugin=x", "'-fplugin'", "" },
		{ "--driver-mode=dxc", "'--driver-mode='", "" },
		{ "--rsp-quoting=windows", "'--rsp-quoting='", "" },
		{ "-iplugindir=x", "'-iplugindir'", "" },
	};
	struct jobs jobs;

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		const char *command = arena_format(&arena, "cc %s -c x.c", cases[i][0]);
		assert_string_equal(flags_for("x.c", command, &jobs), cases[i][2]);
		if (cases[i][1][0] && !says(&jobs, cases[i][1]))
			fail_msg("%s: no message names %s", cases[i][0], cases[i][1]);
	}
}

static void one_message_a_flag(void **state)
{
	struct jobs jobs;
	struct trouble t;
	json_t *db = json_array();

	(void)state;
	for (int i = 0; i < 100; i++)
		add(db, "/p", arena_format(&arena, "%d.c", i), "cc -fplugin=a.so -B/x -c 1.c");
	assert_true(load(db, &jobs, &t));
	assert_int_equal(jobs.message.n, 2);
	assert_int_equal(jobs.left_out.n, 2);
	assert_int_equal(jobs.left_out.at[0].count, 100);
	assert_true(jobs.left_out.at[0].refused);
}

/* A value is a value, whatever it looks like; and a flag is not one. */
static void values_and_flags_do_not_mix(void **state)
{
	static const char *const cases[][2] = {
		{ "-D -fplugin=x", "-D|-fplugin=x" },
		{ "-I -B -DX", "-I|-B|-D|X" },
		{ "-o -fplugin=x -DX", "-D|X" },
		{ "-MF -DX -DY", "-D|Y" },
		{ "-Xlinker -DX -DY", "-D|Y" },
		{ "-u -DX -DY", "-D|Y" },
		{ "-x c -DX", "-D|X" },
		{ "-include -fplugin=x -DX", "-Xclang|-include|-Xclang|-fplugin=x|-D|X" },
		{ "-isystem-after -fplugin=x", "-isystem-after|-fplugin=x" },
		{ "-Xarch_host -DX -DY", "-D|Y" },
		{ "-Xopenmp-target=x -DX -DY", "-D|Y" },
		{ "-std= -DX", "-D|X" },
		{ "-ObjC-like -DX", "-D|X" },
		{ "-fno-builtin- -DX", "-D|X" },
		{ "-DX -I", "-D|X" },
		{ "-DX -D ''", "-D|X" },
	};
	struct jobs jobs;

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++)
		assert_string_equal(flags_for("x.c", arena_format(&arena, "cc x.c %s", cases[i][0]), &jobs), cases[i][1]);
}

static void languages(void **state)
{
	static const struct {
		const char *file, *command, *args;
		enum capture_kind kind;
	} cases[] = {
		{ "x.c", "cc -c x.c", "", KIND_c },
		{ "x.i", "cc -c x.i", "", KIND_c },
		{ "x.inc", "cc -x c -c x.inc", "-x|c", KIND_c },
		{ "x.inc", "cc -xc -c x.inc", "-x|c", KIND_c },
		{ "x.inc", "cc --language=c -c x.inc", "-x|c", KIND_c },
		{ "x.i", "cc -x c -c x.i", "-x|c", KIND_c },
		{ "x.c", "cc -x c -c x.c", "", KIND_c },
		{ "x.c", "cc -x cpp-output -c x.c", "-x|cpp-output", KIND_c },
		{ "x.c", "cc -c x.c -x c++ y.cc", "", KIND_c },
		{ "x.c", "cc -x c++ y.cc -x none -c x.c", "", KIND_c },
		{ "x.c", "cc -x c++ sub/x.c -x none -c x.c", "", KIND_c },
		{ "x.c", "g++ -x c -c x.c", "", KIND_c },
		{ "x.c", "cc -S x.c", "", KIND_c },
		{ "x.c", "cc -c y.c x.c z.S", "", KIND_c },
		{ "x.c", "cc -x c++ -c x.c", "none", KIND_cxx },
		{ "x.c", "g++ -c x.c", "none", KIND_cxx },
		{ "x.c", "/opt/bin/clang++-19 -c x.c", "none", KIND_cxx },
		{ "x.c", "ccache x86_64-linux-gnu-g++-12 -c x.c", "none", KIND_cxx },
		{ "x.c", "clang --driver-mode=g++ -c x.c", "none", KIND_cxx },
		{ "x.cc", "cc -c x.cc", "none", KIND_cxx },
		{ "x.C", "cc -c x.C", "none", KIND_cxx },
		{ "x.S", "cc -c x.S", "none", KIND_assembly },
		{ "x.s", "as x.s", "none", KIND_assembly },
		{ "x.c", "cc -x assembler-with-cpp -c x.c", "none", KIND_assembly },
		{ "x.m", "cc -c x.m", "none", KIND_objc },
		{ "x.c", "cc -ObjC -c x.c", "none", KIND_objc },
		{ "x.f90", "gfortran -c x.f90", "none", KIND_fortran },
		{ "x.cu", "nvcc -c x.cu", "none", KIND_cuda },
		{ "x.rs", "rustc x.rs", "none", KIND_rust },
		{ "x.h", "cc -c x.h", "none", KIND_header },
		{ "x.c", "cc -x c-header -c x.c", "none", KIND_header },
		{ "x.c", "cc -E x.c", "none", KIND_preprocess },
		{ "x.c", "cc -MM x.c", "none", KIND_preprocess },
		{ "x.c", "clang-cl -c x.c", "none", KIND_msvc },
		{ "x.o", "cc x.o", "none", KIND_unknown },
		{ "x", "cc x", "none", KIND_unknown },
	};
	struct jobs jobs;

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		assert_string_equal(flags_for(cases[i].file, cases[i].command, &jobs), cases[i].args);
		assert_int_equal(jobs.other, cases[i].kind != KIND_c);
		if (cases[i].kind != KIND_c && jobs.other_kind[cases[i].kind] != 1)
			fail_msg("%s: another kind than expected", cases[i].command);
	}
}

static void compilers_and_wrappers(void **state)
{
	static const char *const cases[][2] = {
		{ "gcc -DX -c x.c", "-D|X" },
		{ "/usr/bin/gcc-12 -DX -c x.c", "-D|X" },
		{ "ccache gcc -DX -c x.c", "-D|X" },
		{ "/usr/lib/ccache/gcc -DX -c x.c", "-D|X" },
		{ "ccache distcc gcc -DX -c x.c", "-D|X" },
		{ "distcc -DX -c x.c", "-D|X" },
		{ "ccache debug=true gcc -DX -c x.c", "-D|X" },
		{ "LANG=C CFLAGS='-DY' gcc -DX -c x.c", "-D|X" },
		{ "/usr/bin/env gcc -DX -c x.c", "-D|X" },
		{ "env -i -u DY A=B gcc -DX -c x.c", "-D|X" },
		{ "nice -n 5 gcc -DX -c x.c", "-D|X" },
		{ "libtool --mode=compile gcc -DX -c x.c", "-D|X" },
		{ "/bin/sh ../libtool --silent --tag=CC --mode=compile gcc -DX -prefer-pic -c x.c -o x.lo", "-D|X" },
		{ "libtool --tag CC --mode compile gcc -DX -c x.c", "-D|X" },
		{ "-DX -c x.c", "-D|X" },
		{ "env", "" },
		{ "nice -n", "" },
		{ "aarch64-linux-gnu-gcc -DX -c x.c", "-D|X|--target=aarch64-linux-gnu" },
		{ "/x/arm-none-eabi-gcc-12.2.exe -c x.c", "--target=arm-none-eabi" },
		{ "ccache riscv64-unknown-elf-clang -c x.c", "--target=riscv64-unknown-elf" },
		{ "avr-gcc -c x.c", "--target=avr" },
		{ "aarch64-linux-gnu-gcc --target=arm-linux -c x.c", "--target=arm-linux" },
		{ "aarch64-linux-gnu-gcc -target arm-linux -c x.c", "--target=arm-linux" },
		{ "afl-gcc -c x.c", "" },
		{ "my-own-clang -c x.c", "" },
		{ "/opt/aarch64-linux-gnu/bin/gcc -c x.c", "" },
	};
	struct jobs jobs;

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++)
		assert_string_equal(flags_for("x.c", cases[i][0], &jobs), cases[i][1]);
}

/* Runs clang with these words; its exit status, and what it wrote. Only -### and -fsyntax-only are used. */
static int clang(const char *const *args, uint32_t n, const char *last, char *out, size_t size)
{
	const char *argv[512] = { "clang-19", "-w", "-c" };
	char *env[] = { "PATH=/usr/bin:/bin", NULL };
	posix_spawn_file_actions_t actions;
	int k = 3, status, fd[2];
	size_t len = 0;
	ssize_t got;
	pid_t pid;

	for (int i = 0; capture_guard[i]; i++)
		argv[k++] = capture_guard[i];
	argv[k++] = last;
	for (uint32_t i = 0; i < n; i++)
		argv[k++] = args[i];
	argv[k++] = in_temp("x.c");
	assert_int_equal(pipe(fd), 0);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, fd[1], 1);
	posix_spawn_file_actions_adddup2(&actions, fd[1], 2);
	posix_spawn_file_actions_addclose(&actions, fd[0]);
	assert_int_equal(posix_spawnp(&pid, "clang-19", &actions, NULL, (char *const *)(uintptr_t)argv, env), 0);
	posix_spawn_file_actions_destroy(&actions);
	close(fd[1]);
	while ((got = read(fd[0], out + len, size - 1 - len)) > 0)
		len += (size_t)got;
	out[len] = 0;
	close(fd[0]);
	waitpid(pid, &status, 0);
	return status;
}

#define EVIL "-fplugin=/nonexistent/evil.so"

struct samples {
	VEC(const char *) switches;
	json_t *db; /* one entry for each flag with a value */
	VEC(const char *) flags;
};

static void sample(void *data, const char *flag, enum flags_value value)
{
	struct samples *s = data;

	if (value == FLAGS_NO_VALUE) {
		*vec_add(&arena, &s->switches) = flag;
		return;
	}
	add(s->db, temp, arena_format(&arena, "%u.c", s->flags.n),
	    arena_format(&arena, "cc %s%s%s -DSENTINEL=%u", flag, value == FLAGS_JOINED ? "" : " ", EVIL, s->flags.n));
	*vec_add(&arena, &s->flags) = flag;
}

/* For every flag that the table passes on, clang itself is asked (-### runs nothing): a value that looks like a plugin must
 * stay a value, and the flag behind it must stay a flag. A value that clang does not like is an error, and that is fine. */
static void clang_sees_the_same_words(void **state)
{
	static char out[1 << 18];
	struct samples s = { .db = json_array() };
	const char *command = "cc";
	uint32_t agreed = 0;
	struct jobs jobs;
	struct trouble t;

	(void)state;
	put("x.c", "");
	flags_samples(&arena, sample, &s);
	assert_true(s.flags.n > 80 && s.switches.n > 400);
	for (uint32_t i = 0; i < s.switches.n; i++)
		command = arena_format(&arena, "%s %s", command, s.switches.at[i]);
	add(s.db, temp, "x.c", command);
	assert_true(load(s.db, &jobs, &t));
	assert_int_equal(jobs.job.n, s.flags.n + 1);
	assert_int_equal(jobs.message.n, 0);
	for (uint32_t i = 0; i < s.flags.n; i++) {
		const char *sentinel = arena_format(&arena, "\"-D\" \"SENTINEL=%u\"", i);
		clang(jobs.job.at[i].args, jobs.job.at[i].nargs, "-###", out, sizeof out);
		if (strstr(out, "\"-load\"") || (!strstr(out, "error: ") && !strstr(out, sentinel)))
			fail_msg("%s: clang read its value as a flag, or a flag as its value:\n%s", s.flags.at[i], out);
		agreed += !strstr(out, "error: ");
	}
	assert_true(agreed > s.flags.n / 2);
	/* Proof that the look-out works: */
	clang((const char *const[]){ EVIL }, 1, "-###", out, sizeof out);
	assert_non_null(strstr(out, "\"-load\""));
	/* The switches: none may be unknown to clang. That one does not fit the machine is the command's affair. */
	for (uint32_t i = 0; i < jobs.job.at[s.flags.n].nargs; i += 300) {
		uint32_t left = jobs.job.at[s.flags.n].nargs - i;
		clang(jobs.job.at[s.flags.n].args + i, left < 300 ? left : 300, "-###", out, sizeof out);
		if (strstr(out, "unknown argument"))
			fail_msg("%s", strstr(out, "unknown argument"));
	}
}

/* Beside p.h lies a p.h.pch: clang must read the text, not the other one (doc/decisions/include-as-text.md). */
static void includes_are_read_as_text(void **state)
{
	static const char *const plain[] = { "-include", "p.h" };
	static char out[1 << 16];
	struct jobs jobs;
	int here = open(".", O_RDONLY | O_DIRECTORY);

	(void)state;
	put("p.h", "int p;\n");
	put("p.h.pch", "CPCH, or so it says");
	put("x.c", "int *q = &p;\n");
	flags_for("x.c", "cc -include p.h -c x.c", &jobs);
	assert_int_equal(chdir(temp), 0);
	assert_int_equal(clang(jobs.job.at[1].args, jobs.job.at[1].nargs, "-fsyntax-only", out, sizeof out), 0);
	assert_int_not_equal(clang(plain, 2, "-fsyntax-only", out, sizeof out), 0); /* what would happen else */
	assert_int_equal(fchdir(here), 0);
	close(here);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(flags_that_decide_meaning_are_kept),
		TEST(flags_without_meaning_are_dropped),
		TEST(flags_that_run_code_are_refused_by_name),
		TEST(one_message_a_flag),
		TEST(values_and_flags_do_not_mix),
		TEST(languages),
		TEST(compilers_and_wrappers),
		TEST(clang_sees_the_same_words),
		TEST(includes_are_read_as_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
