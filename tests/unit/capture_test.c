/* Unit tests of src/capture: how a database is read, which flags reach clang, what is refused, and that clang sees the
 * words as we do. Expectations are lists of words joined by '|'. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <fcntl.h>
#include <jansson.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/stat.h"
#include "capture/capture.h"
#include "capture/flags.h"
#include "capture/words.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static struct arena arena; /* fresh for each test */
static char *temp;         /* a folder, fresh for each test */

static int setup(void **state)
{
	char name[] = "/tmp/capture_test.XXXXXX";

	(void)state;
	arena_init(&arena, "test");
	temp = realpath(mkdtemp(name), NULL);
	return temp ? 0 : -1;
}

static int teardown(void **state)
{
	char *argv[] = { "rm", "-rf", temp, NULL };
	pid_t pid;

	(void)state;
	if (posix_spawnp(&pid, "rm", NULL, NULL, argv, NULL) == 0)
		waitpid(pid, NULL, 0);
	free(temp);
	arena_release(&arena);
	return 0;
}

static const char *in_temp(const char *name)
{
	return arena_format(&arena, "%s/%s", temp, name);
}

static void put(const char *name, const char *text)
{
	struct trouble t;

	assert_true(file_make_dirs(path_dir(&arena, in_temp(name)), &t));
	assert_true(file_write(in_temp(name), text, strlen(text), &t));
}

static const char *joined(const char *const *words, uint32_t n)
{
	const char *text = "";

	for (uint32_t i = 0; i < n; i++)
		text = arena_format(&arena, "%s%s%s", text, i ? "|" : "", words[i]);
	return text;
}

/* A database, grown entry by entry, in the folder `temp`. */
static void add(json_t *db, const char *dir, const char *file, const char *command)
{
	json_array_append_new(db, json_pack("{s:s,s:s,s:s}", "directory", dir, "file", file, "command", command));
}

static bool load(json_t *db, struct jobs *jobs, struct trouble *t)
{
	char *text = json_dumps(db, 0);
	bool ok = capture_parse(&arena, (struct bytes){ text, strlen(text) }, in_temp("compile_commands.json"), jobs, t);

	free(text);
	json_decref(db);
	if (ok)
		capture_check(jobs);
	return ok;
}

/* One command for x.c in the folder `temp`; the words for clang, or "none" if it is no job. */
static const char *flags_for(const char *file, const char *command, struct jobs *jobs)
{
	struct trouble t;
	json_t *db = json_array();

	add(db, temp, "other.c", "cc -DOTHER other.c");
	add(db, temp, file, command);
	assert_true(load(db, jobs, &t));
	return jobs->job.n == 2 ? joined(jobs->job.at[1].args, jobs->job.at[1].nargs) : "none";
}

static bool says(const struct jobs *jobs, const char *part)
{
	for (uint32_t i = 0; i < jobs->message.n; i++)
		if (strstr(jobs->message.at[i], part))
			return true;
	return false;
}

static void words_of_a_command(void **state)
{
	static const char *const cases[][3] = {
		/* text, as the shell quotes, as gcc's response files do */
		{ "a b  c", "a|b|c", "a|b|c" },
		{ " \t a\n", "a", "a" },
		{ "", "", "" },
		{ "'a b' \"c d\"", "a b|c d", "a b|c d" },
		{ "a'b'\"c\"d", "abcd", "abcd" },
		{ "a\\ b", "a b", "a b" },
		{ "-DX=\\\"s\\\"", "-DX=\"s\"", "-DX=\"s\"" },
		{ "'-DX=\"s\"'", "-DX=\"s\"", "-DX=\"s\"" },
		{ "\"a\\\"b\\\\c\"", "a\"b\\c", "a\"b\\c" },
		{ "\"a\\nb\"", "a\\nb", "anb" },
		{ "'a\\nb'", "a\\nb", "anb" },
		{ "a\\\nb", "ab", "a\nb" },
		{ "'a\nb'", "a\nb", "a\nb" },
		{ "$HOME `id` $(id) * ~", "$HOME|`id`|$(id)|*|~", "$HOME|`id`|$(id)|*|~" },
		{ "a '' b", "a||b", "a||b" },
		{ "a;b && c>d", "a;b|&&|c>d", "a;b|&&|c>d" },
		{ "a\\", "a", "a" },
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++)
		for (int q = QUOTING_SHELL; q <= QUOTING_GNU; q++) {
			struct words w = { 0 };
			assert_true(words_split(&arena, (struct bytes){ cases[i][0], strlen(cases[i][0]) }, (enum quoting)q, &w));
			assert_string_equal(joined(w.at, w.n), cases[i][1 + q]);
		}
	for (int q = QUOTING_SHELL; q <= QUOTING_GNU; q++) {
		struct words w = { 0 };
		assert_false(words_split(&arena, (struct bytes){ "a 'b c", 6 }, (enum quoting)q, &w));
		assert_false(words_split(&arena, (struct bytes){ "a \"b", 4 }, (enum quoting)q, &w));
	}
}

static void both_forms_of_an_entry(void **state)
{
	struct jobs jobs;
	struct trouble t;
	json_t *db = json_array();

	(void)state;
	add(db, "/p q", "s/../a.c", "cc '-DA=\"x y\"' -c -o 'a b.o' s/../a.c");
	json_array_append_new(db, json_pack("{s:s,s:s,s:[s,s,s,s]}", "directory", "/p q", "file", "/p q/b.c", "arguments", "cc", "-DB=\"x y\"",
	                                    "-c", "/p q/b.c"));
	json_array_append_new(db, json_pack("{s:s,s:s,s:s}", "directory", "sub", "file", "c.c", "command", "cc -c c.c"));
	json_array_append_new(db, json_pack("{s:s,s:s}", "file", "d\n'.c", "command", "cc -c \"d\n'.c\""));
	assert_true(load(db, &jobs, &t));
	assert_int_equal(jobs.job.n, 4);
	assert_string_equal(jobs.job.at[0].file, "/p q/a.c");
	assert_string_equal(jobs.job.at[0].dir, "/p q");
	assert_string_equal(joined(jobs.job.at[0].args, jobs.job.at[0].nargs), "-D|A=\"x y\"");
	assert_string_equal(jobs.job.at[1].file, "/p q/b.c");
	assert_string_equal(joined(jobs.job.at[1].args, jobs.job.at[1].nargs), "-D|B=\"x y\"");
	assert_string_equal(jobs.job.at[2].dir, in_temp("sub"));
	assert_string_equal(jobs.job.at[2].file, in_temp("sub/c.c"));
	assert_string_equal(jobs.job.at[3].dir, temp);
	assert_string_equal(jobs.job.at[3].file, in_temp("d\n'.c"));
	assert_int_equal(jobs.job.at[3].entry, 3);
}

/* a/link -> ../far/deep, so a/link/../x.c is far/x.c and not a/x.c */
static void a_link_gives_dotdot_its_real_meaning(void **state)
{
	struct jobs jobs;
	struct trouble t;
	json_t *db = json_array();

	(void)state;
	put("far/x.c", "");
	put("far/deep/y.c", "");
	put("a/y.c", "");
	assert_int_equal(symlink("../far/deep", in_temp("a/link")), 0);
	assert_int_equal(symlink("loop", in_temp("loop")), 0);
	add(db, in_temp("a/link"), "../x.c", "cc -c ../x.c");
	add(db, in_temp("a"), "../a/y.c", "cc -c ../a/y.c");
	add(db, in_temp("loop"), "../z.c", "cc -c @r ../z.c");
	assert_true(load(db, &jobs, &t));
	assert_int_equal(jobs.job.n, 3);
	assert_string_equal(jobs.job.at[0].file, in_temp("far/x.c"));
	assert_string_equal(jobs.job.at[1].file, in_temp("a/y.c"));
	assert_string_equal(jobs.job.at[2].file, in_temp("z.c"));
}

static void flags_that_decide_meaning_are_kept(void **state)
{
	static const char *const cases[][2] = {
		{ "-DA -D B=1 -UC -U D", "-D|A|-D|B=1|-U|C|-U|D" },
		{ "--define-macro=A --define-macro B --undefine-macro=C", "-D|A|-D|B|-U|C" },
		{ "-Ia -I b -isystem c -isystemd -iquote e -idirafter f", "-I|a|-I|b|-isystem|c|-isystem|d|-iquote|e|-idirafter|f" },
		{ "-isystem-after g -isysroot/h --sysroot=i --sysroot j", "-isystem-after|g|-isysroot|/h|--sysroot=i|--sysroot=j" },
		{ "-imacros m.h -include k.h", "-imacros|m.h|-Xclang|-include|-Xclang|k.h" },
		{ "-includek.h --include=l.h", "-Xclang|-include|-Xclang|k.h|-Xclang|-include|-Xclang|l.h" },
		{ "-std=gnu11 -ansi --std=c99 -std=c++11", "-std=gnu11|-ansi|-std=c99" },
		{ "-nostdinc -undef -pthread -trigraphs", "-nostdinc|-undef|-pthread|-trigraphs" },
		{ "-O -O0 -O2 -O3 -Os -Og -Ofast -O9 -O42", "-O|-O0|-O2|-O3|-Os|-Og|-Ofast|-O3|-O3" },
		{ "-fshort-enums -fno-short-enums -funsigned-char -fno-common", "-fshort-enums|-fno-short-enums|-funsigned-char|-fno-common" },
		{ "-fms-extensions -fplan9-extensions", "-fms-extensions|-fms-extensions" },
		{ "-ftrivial-auto-var-init=zero -fno-strict-aliasing -fwrapv", "-ftrivial-auto-var-init=zero|-fno-strict-aliasing|-fwrapv" },
		{ "-fno-builtin -fno-builtin-wcslen -ffreestanding", "-fno-builtin|-fno-builtin-wcslen|-ffreestanding" },
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
		"-pipe -v -### -H -save-temps -save-temps=obj -save-stats -ftime-trace -ftime-trace=x --serialize-diagnostics x",
		"-fsanitize=thread -fno-sanitize=all -fsanitize-ignorelist=x --coverage -fprofile-arcs -ftest-coverage -fprofile-use=x -pg -p",
		"-finstrument-functions -fprofile-instr-use=x -flto -flto=auto -fsplit-stack -fpatchable-function-entry=5",
		"-L. -L x -lm -l m -T script -u sym -z now -static -shared -rdynamic -nostdlib -pie -no-pie -Xlinker -DX -framework F",
		"-Xassembler -DX -Xanalyzer -DX --param a=b --param=a=b -aux-info f -dumpbase x -Qunused-arguments",
		"-fcrash-diagnostics-dir=x -fdiagnostics-color=always -fno-diagnostics-show-option -fmessage-length=0 -gen-reproducer=x",
		"-fdump-tree-all=x -dA -fstack-usage -fcallgraph-info -fsave-optimization-record -foptimization-record-file=x",
		"-ffat-lto-objects -fipa-sra -fconserve-stack -mpreferred-stack-boundary=3 -mindirect-branch=thunk -mfentry -mtune=x",
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
		enum kind kind;
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

static void twins_are_one_job(void **state)
{
	static const struct {
		const char *dir, *command;
		int jobs;
	} cases[] = {
		{ "/p", "cc -DA -I/p/inc -c x.c -o x.o", 1 },
		{ "/p", "cc -DA -I/p/inc -c x.c -o x.o", 1 },
		{ "/p", "gcc -D A -I inc -MMD -MF d -Wall -g -c x.c -o y.o", 1 },
		{ "/p", "cc -DA -I./inc -fPIC -DPIC -c x.c -o .libs/x.o", 1 },
		{ "/p", "cc -DA -I../p/inc -fPIE -c x.c", 1 },
		{ "/p", "cc -DA -Iinc -fno-pic -S x.c", 1 },
		{ "/p", "cc -DB -I/p/inc -c x.c", 2 },
		{ "/p", "cc -DA -I/q/inc -c x.c", 3 },
		{ "/q", "cc -DA -Iinc -c /p/x.c", 3 },
		{ "/q", "cc -DA -I../p/inc -c /p/x.c", 3 },
		{ "/p", "cc -DA -I/p/inc -O2 -c x.c", 4 },
		{ "/p", "cc -DAPIC -I/p/inc -c x.c", 5 },
		{ "/p", "arm-linux-gnueabi-gcc -DA -I/p/inc -c x.c", 6 },
	};
	struct jobs jobs;
	struct trouble t;

	(void)state;
	for (size_t n = 1; n <= LENGTH(cases); n++) {
		json_t *db = json_array();
		for (size_t i = 0; i < n; i++)
			add(db, cases[i].dir, "/p/x.c", cases[i].command);
		assert_true(load(db, &jobs, &t));
		if (jobs.job.n != (uint32_t)cases[n - 1].jobs)
			fail_msg("%s: %u jobs, not %d", cases[n - 1].command, jobs.job.n, cases[n - 1].jobs);
		assert_int_equal(jobs.twins, n - jobs.job.n);
	}
	assert_int_equal(jobs.job.at[1].entry, 6);
}

static void response_files(void **state)
{
	static const char *const cases[][3] = {
		/* flags, words, message */
		{ "@flags.rsp -DB", "-D|A x|-I|inc dir|-D|Q=\"q\"|-D|B", NULL },
		{ "@sub/outer.rsp", "-D|OUT|-D|A x|-I|inc dir|-D|Q=\"q\"|-D|END", NULL },
		{ "-D @value.rsp -DB", "-D|V|-D|B", NULL },
		{ "-DB @cycle1.rsp", "-D|B|-D|C1|-D|C2", "'@cycle1.rsp' left out: includes itself" },
		{ "-DB @missing.rsp", "-D|B", "'@missing.rsp' left out: No such file" },
		{ "-DB @.", "-D|B", "'@.' left out: not a file" },
		{ "-DB @/etc/passwd", "-D|B", "'@/etc/passwd' left out: outside the tree" },
		{ "-DB @../../etc/passwd", "-D|B", "left out: outside the tree" },
		{ "-DB @link.rsp", "-D|B", "'@link.rsp' left out: outside the tree" },
		{ "-DB @open.rsp", "-D|B|-D|a b\n", NULL },
		{ "-DB @evil.rsp", "-D|B", "'-fplugin'" },
		{ "-I@scope/inc -D@X", "-I|./@scope/inc", "'-D @'" },
		{ "-include@pre.h", "-Xclang|-include|-Xclang|./@pre.h", NULL },
		{ "-D @", "", "'-D @'" },
	};
	struct jobs jobs;

	(void)state;
	put("flags.rsp", "'-DA x'\n\"-Iinc dir\" -DQ=\\\"q\\\"\n");
	put("sub/outer.rsp", "-DOUT @flags.rsp -DEND");
	put("value.rsp", "V");
	put("cycle1.rsp", "-DC1 @cycle2.rsp");
	put("cycle2.rsp", "-DC2 @cycle1.rsp");
	put("open.rsp", "-D 'a b\n");
	put("evil.rsp", "-fplugin=x.so");
	assert_int_equal(symlink("/etc/passwd", in_temp("link.rsp")), 0);
	for (size_t i = 0; i < LENGTH(cases); i++) {
		assert_string_equal(flags_for("x.c", arena_format(&arena, "cc x.c %s", cases[i][0]), &jobs), cases[i][1]);
		if (cases[i][2] && !says(&jobs, cases[i][2]))
			fail_msg("%s: %s", cases[i][0], jobs.message.n ? jobs.message.at[0] : "no message");
		if (!cases[i][2])
			assert_int_equal(jobs.message.n, 0);
	}
}

/* In the `arguments` form a word that begins with '@' is no more literal: the compilers expand it there, too. */
static void response_files_in_arguments(void **state)
{
	struct jobs jobs;
	struct trouble t;
	json_t *db = json_array();

	(void)state;
	put("flags.rsp", "-DA");
	json_array_append_new(db, json_pack("{s:s,s:[s,s,s,s,s]}", "file", "x.c", "arguments", "cc", "@flags.rsp", "@/etc/passwd", "-I", "@no"));
	assert_true(load(db, &jobs, &t));
	assert_string_equal(joined(jobs.job.at[0].args, jobs.job.at[0].nargs), "-D|A");
	assert_int_equal(jobs.message.n, 2);
}

/* Each file names the next one 300 times: 300^8 words in 30 kB. */
static void response_files_that_explode(void **state)
{
	char bomb[300 * 11 + 1];
	struct jobs jobs;

	(void)state;
	for (int i = 0; i < 8; i++) {
		for (int k = 0; k < 300; k++)
			snprintf(bomb + k * 11, 12, "@bomb%d.rsp\n", i + 1);
		put(arena_format(&arena, "bomb%d.rsp", i), bomb);
	}
	put("bomb8.rsp", "y.o");
	assert_string_equal(flags_for("x.c", "cc x.c -DB @bomb0.rsp -DC", &jobs), "-D|B|-D|C");
	assert_true(says(&jobs, "too much in response files"));
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

static void bad_databases_are_one_line(void **state)
{
	static const char *const cases[][2] = {
		{ "", "db.json: the file is empty" },
		{ " \n", "db.json:2:0: not JSON: " },
		{ "[", "db.json:1:1: not JSON: " },
		{ "[\n{\"file\": }]", "db.json:2:10: not JSON: " },
		{ "[{\"file\":\"a\\u0000b\"}]", "db.json:1:" },
		{ "[{\"file\":\"\xff\"}]", "db.json:1:" },
		{ "{}", "db.json: not a compilation database: an object, not an array" },
		{ "[]", "db.json: no C in it: the database is empty" },
		{ "[1]", "entry [0]: an integer, not an object" },
		{ "[[]]", "entry [0]: an array, not an object" },
		{ "[{}]", "db.json: no C in it: 1 entry, 1 of them unusable: entry [0]: no \"file\"" },
		{ "[{\"file\":\"x.cc\",\"command\":\"cc -B/x\"},{}]", "2 entries, 1 of them unusable: entry [1]: no \"file\"" },
		{ "[{\"file\":7}]", "entry [0]: \"file\" is not a name" },
		{ "[{\"file\":\"\"}]", "entry [0]: \"file\" is not a name" },
		{ "[{\"file\":\"x.c\"}]", "entry [0]: neither \"command\" nor \"arguments\"" },
		{ "[{\"file\":\"x.c\",\"command\":null}]", "entry [0]: \"command\" is not a string" },
		{ "[{\"file\":\"x.c\",\"command\":\" \"}]", "entry [0]: \"command\" is empty" },
		{ "[{\"file\":\"x.c\",\"command\":\"cc 'x\"}]", "entry [0]: a quotation in \"command\" does not end" },
		{ "[{\"file\":\"x.c\",\"arguments\":\"cc\"}]", "entry [0]: \"arguments\" is a string, not an array" },
		{ "[{\"file\":\"x.c\",\"arguments\":[]}]", "entry [0]: \"arguments\" is empty" },
		{ "[{\"file\":\"x.c\",\"arguments\":[\"cc\",1]}]", "entry [0]: \"arguments\" holds an integer" },
		{ "[{\"file\":\"x.c\",\"directory\":[],\"command\":\"cc\"}]", "entry [0]: \"directory\" is an array" },
		{ "[{\"file\":\"x.cc\",\"command\":\"cc\"}]", "db.json: no C in it: 1 entry, all C++" },
		{ "[{\"file\":\"x.cc\",\"command\":\"cc\"},{\"file\":\"x.S\",\"command\":\"cc\"},{\"file\":\"y.S\",\"command\":\"cc\"}]",
		  "db.json: no C in it: 3 entries: 1 C++, 2 assembly" },
	};
	struct jobs jobs;

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct trouble t = { "" };
		assert_false(capture_parse(&arena, (struct bytes){ cases[i][0], strlen(cases[i][0]) }, "db.json", &jobs, &t));
		if (!strstr(t.text, cases[i][1]) || !strstr(t.text, "db.json"))
			fail_msg("%s: says '%s', not '%s'", cases[i][0], t.text, cases[i][1]);
	}
}

static void files_that_are_no_databases(void **state)
{
	struct jobs jobs;
	struct trouble t;

	(void)state;
	assert_false(capture_database(&arena, in_temp("nowhere.json"), &jobs, &t));
	assert_string_equal(t.text, arena_format(&arena, "%s: No such file or directory", in_temp("nowhere.json")));
	assert_false(capture_database(&arena, temp, &jobs, &t));
	assert_non_null(strstr(t.text, "no compile_commands.json in it or in its build/"));
	assert_false(capture_database(&arena, "/dev/null", &jobs, &t));
	assert_string_equal(t.text, "/dev/null: not a regular file");
	put("compile_commands.json", "");
	assert_false(capture_database(&arena, temp, &jobs, &t));
	assert_string_equal(t.text, arena_format(&arena, "%s: the file is empty", in_temp("compile_commands.json")));
}

static void deep_nesting_is_an_error(void **state)
{
	enum { DEPTH = 1000000 };
	char *text = malloc(DEPTH);
	struct jobs jobs;
	struct trouble t;

	(void)state;
	memset(text, '[', DEPTH);
	assert_false(capture_parse(&arena, (struct bytes){ text, DEPTH }, "db.json", &jobs, &t));
	assert_non_null(strstr(t.text, "db.json:1:"));
	free(text);
}

static void a_bad_entry_costs_itself_only(void **state)
{
	struct jobs jobs;
	struct trouble t;
	json_t *db = json_array();
	uint64_t before = stat_get(STAT_jobs), other = stat_get(STAT_jobs_other);

	(void)state;
	for (int i = 0; i < 100; i++)
		json_array_append_new(db, json_integer(i));
	add(db, "/p", "x.c", "cc -c x.c");
	add(db, "/p", "x.c", "cc -c x.c");
	add(db, "/p", "x.cc", "cc -c x.cc");
	assert_true(load(db, &jobs, &t));
	assert_int_equal(jobs.job.n, 1);
	assert_int_equal(jobs.bad, 100);
	assert_int_equal(jobs.job.at[0].entry, 100);
	assert_true(jobs.message.n <= 50);
	assert_non_null(strstr(jobs.message.at[jobs.message.n - 1], "and 60 more"));
	assert_int_equal(stat_get(STAT_jobs) - before, 1);
	assert_int_equal(stat_get(STAT_jobs_other) - other, 2);
}

static void large_databases_are_quick(void **state)
{
	struct jobs jobs;
	struct trouble t;
	json_t *db = json_array();
	double start;
	char *huge = malloc(1000001);

	(void)state;
	memset(huge, 'x', 1000000);
	huge[1000000] = 0;
	add(db, "/p", "huge.c", arena_format(&arena, "cc -D%s -f%s -q%s -c huge.c", huge, huge, huge));
	free(huge);
	for (int i = 0; i < 10000; i++) /* every name twice, all flags distinct */
		add(db, "/p", arena_format(&arena, "%d.c", i / 2),
		    arena_format(&arena, "cc -DN=%d -Iinc%d -fodd%d -Wx -funny-%d -c %d.c -o %d.o", i / 2, i / 2, i, i, i / 2, i));
	start = stat_now();
	assert_true(load(db, &jobs, &t));
	assert_true(stat_now() - start < 3); /* 0.1 s where it was written */
	assert_int_equal(jobs.job.n, 5001);
	assert_int_equal(jobs.twins, 5000);
}

static void databases_are_found(void **state)
{
	struct jobs jobs;
	struct trouble t;

	(void)state;
	put("p/q/r/x.c", "");
	assert_null(capture_find(&arena, in_temp("p/q/r")));
	put("p/build/compile_commands.json", "[{\"directory\":\"..\",\"file\":\"x.c\",\"command\":\"cc -Iinc x.c\"}]");
	assert_string_equal(capture_find(&arena, in_temp("p/q/r")), in_temp("p/build/compile_commands.json"));
	assert_true(capture_database(&arena, in_temp("p"), &jobs, &t));
	assert_string_equal(jobs.job.at[0].dir, in_temp("p"));
	put("p/compile_commands.json", "[]");
	assert_string_equal(capture_find(&arena, in_temp("p/q/r")), in_temp("p/compile_commands.json"));
	put("p/q/compile_commands.json", "[]");
	assert_string_equal(capture_find(&arena, in_temp("p/q/r")), in_temp("p/q/compile_commands.json"));
}

static void files_and_flags(void **state)
{
	const char *flags[] = { "-DX", "-fplugin=x", "-Wall", "-I", "inc" };
	const char *files[] = { in_temp("a.c"), in_temp("b.c"), in_temp("a.c") };
	const char *other = in_temp("c.cc"), *none = in_temp("none.c");
	struct jobs jobs;
	struct trouble t;

	(void)state;
	put("a.c", "");
	put("b.c", "");
	put("c.cc", "");
	assert_true(capture_files(&arena, files, 3, flags, 5, &jobs, &t));
	capture_check(&jobs);
	assert_int_equal(jobs.job.n, 2);
	assert_string_equal(jobs.job.at[1].file, files[1]);
	assert_string_equal(jobs.job.at[1].dir, path_cwd(&arena));
	assert_string_equal(joined(jobs.job.at[1].args, jobs.job.at[1].nargs), "-D|X|-I|inc");
	assert_true(says(&jobs, "'-fplugin'"));
	assert_false(capture_files(&arena, &other, 1, NULL, 0, &jobs, &t));
	assert_string_equal(t.text, arena_format(&arena, "%s: no C in it: 1 entry, all C++", other));
	assert_false(capture_files(&arena, &none, 1, NULL, 0, &jobs, &t));
	assert_string_equal(t.text, arena_format(&arena, "%s: No such file or directory", none));
	assert_false(capture_files(&arena, (const char *const *)&temp, 1, NULL, 0, &jobs, &t));
	assert_non_null(strstr(t.text, "a directory, not a C file"));
}

static void dumps_are_unambiguous(void **state)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	struct jobs jobs;
	struct trouble t;
	json_t *db = json_array();

	(void)state;
	add(db, "/p q", "x.c", "cc '-DA=\"b c\"' '-DN=a\nb\\c' -fplugin=x -falign-loops=3 -DE=\xc3\xa9 x.c");
	add(db, "/p q", "x.S", "cc x.S");
	assert_true(load(db, &jobs, &t));
	capture_dump(&jobs, f);
	fclose(f);
	assert_string_equal(text, "capture: 2 entries: 1 jobs, 0 twins, 1 not C, 0 unusable\n"
	                          "not C: 1 assembly\n"
	                          "job 0: entry [0]\n"
	                          "  dir  \"/p q\"\n"
	                          "  file \"/p q/x.c\"\n"
	                          "  args -D \"A=\\\"b c\\\"\" -D \"N=a\\nb\\\\c\" -D \"E=\\303\\251\"\n"
	                          "refused -fplugin in 1: loads a plugin into the compiler\n"
	                          "left out -falign-loops in 1: optimisation, code layout or diagnostics; what has meaning for C has a row "
	                          "of its own\n");
	free(text);
}

/* A bear of our own, first in PATH, writes down its words. */
static void builds_run_through_bear(void **state)
{
	char *argv[] = { "make", "-j8", "a b", "$(id)", NULL }, *none[] = { NULL };
	char *path = strdup(getenv("PATH"));
	struct bytes said;
	struct trouble t;

	(void)state;
	put("bear", arena_format(&arena, "#!/bin/sh\nprintf '%%s|' \"$@\" > '%s'\nexit 7\n", in_temp("said")));
	assert_int_equal(chmod(in_temp("bear"), 0755), 0);
	setenv("PATH", temp, 1);
	assert_int_equal(capture_build("out.json", argv), 7);
	assert_true(file_read(&arena, in_temp("said"), &said, &t));
	assert_string_equal(said.at, "--output|out.json|--|make|-j8|a b|$(id)|");
	put("bear", "#!/bin/sh\nkill -9 $$\n");
	assert_int_equal(chmod(in_temp("bear"), 0755), 0);
	assert_int_equal(capture_build("out.json", argv), 128 + 9);
	unlink(in_temp("bear"));
	assert_int_equal(capture_build("out.json", argv), EXIT_TROUBLE);
	assert_int_equal(capture_build("out.json", none), EXIT_TROUBLE);
	setenv("PATH", path, 1);
	free(path);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(words_of_a_command),
		TEST(both_forms_of_an_entry),
		TEST(a_link_gives_dotdot_its_real_meaning),
		TEST(flags_that_decide_meaning_are_kept),
		TEST(flags_without_meaning_are_dropped),
		TEST(flags_that_run_code_are_refused_by_name),
		TEST(one_message_a_flag),
		TEST(values_and_flags_do_not_mix),
		TEST(languages),
		TEST(compilers_and_wrappers),
		TEST(twins_are_one_job),
		TEST(response_files),
		TEST(response_files_in_arguments),
		TEST(response_files_that_explode),
		TEST(clang_sees_the_same_words),
		TEST(includes_are_read_as_text),
		TEST(bad_databases_are_one_line),
		TEST(files_that_are_no_databases),
		TEST(deep_nesting_is_an_error),
		TEST(a_bad_entry_costs_itself_only),
		TEST(large_databases_are_quick),
		TEST(databases_are_found),
		TEST(files_and_flags),
		TEST(dumps_are_unambiguous),
		TEST(builds_run_through_bear),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
