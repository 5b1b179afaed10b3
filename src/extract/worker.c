/* clang runs as a child; bitcode, what it says and which files it read go to memory files. Nothing is
 * written to disk but the finished unit. If the scheduler dies, so does the worker, and with it clang. */
#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capture/words.h"
#include "extract/unit/build.h"
#include "ir/store/unit.h"
#include "rule.h"

/* ---- messages ---- */

static bool transfer(int fd, void *bytes, size_t len, bool out)
{
	char *p = bytes;

	while (len) {
		ssize_t n = out ? write(fd, p, len) : read(fd, p, len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		p += n;
		len -= (size_t)n;
	}
	return true;
}

bool message_send(int fd, enum message_kind kind, const void *bytes, size_t len)
{
	struct message m = { kind, (uint32_t)len };

	return transfer(fd, &m, sizeof m, true) && transfer(fd, (void *)(uintptr_t)bytes, len, true);
}

bool message_receive(int fd, struct arena *a, enum message_kind *kind, struct bytes *out)
{
	struct message m;
	char *p;

	if (!transfer(fd, &m, sizeof m, false))
		return false;
	p = arena_alloc(a, (size_t)m.len + 1);
	*kind = (enum message_kind)m.kind;
	*out = (struct bytes){ p, m.len };
	return transfer(fd, p, m.len, false);
}

/* ---- clang ---- */

struct compiler {
	struct arena *arena;
	const struct job *job;
	const struct abroad *abroad; /* NULL: its files are at their places */
	const char *clang;
	int out, said, read; /* memory files: bitcode, messages, the rule of what was read */
	bool lenient;        /* the second try, and the third: */
	bool older;          /* in the C of 2017 */
	int before_file;     /* what is compiled before the unit then: declarations; -1: nothing */
	struct bytes bitcode;
	VEC(const char *) argv;
};

static void add_arg(struct compiler *c, const char *arg)
{
	*vec_add(c->arena, &c->argv) = arg;
}

/* The unit's own level where it has one, for headers depend on it; at least 1, for level 0 marks functions as not to be
 * touched. */
static bool optimises(const struct job *j)
{
	bool on = false;

	for (uint32_t i = 0; i < j->nargs; i++)
		if (!strncmp(j->args[i], "-O", 2))
			on = strcmp(j->args[i], "-O0") != 0;
	return on;
}

/* What gcc compiles with a warning is compiled here, too. Most of what clang refuses beyond gcc are warnings that are errors by
 * default: -Wno-everything turns them off, and no -W flag of a unit reaches clang. The rest has no switch, so that a unit that
 * clang refuses is tried once more: with a main of any type (a freestanding program's main is a function like others), and with
 * the operations of <stdatomic.h> on objects that are not _Atomic and the older ones on objects that are, with functions
 * declared as void that were used undeclared, and so as int, before they are defined so, and with names of gcc's that clang has
 * under others. What the C of 2023 has taken away, gcc 12 still has under that name: a third try is in the C of 2017.
 *
 * Misses what only gcc has: nested functions, arrays of variable length in structs, decimal numbers, attributes with other
 * arguments (malloc(f), where malloc(f, 1) is read). Such a unit is one that did not compile. */
#define OWN_FILE "/proc/self/fd/"
#define AS_ATOMIC "(_Atomic(__typeof_unqual__(*(p)))*)(p)"
#define UPDATE(name) "-D__c11_atomic_" name "(p,v,o)=__c11_atomic_" name "(" AS_ATOMIC ",v,o)"
#define EXCHANGE(name) \
	"-D__c11_atomic_compare_exchange_" name "(p,e,v,o,f)=__c11_atomic_compare_exchange_" name "(" AS_ATOMIC ",e,v,o,f)"

static void add_lenient(struct compiler *c)
{
	static const char *const flags[] = {
		"-ffreestanding",
		"-U__STDC_HOSTED__",
		"-D__STDC_HOSTED__=1",
		"-D__c11_atomic_init(p,v)=__c11_atomic_init(" AS_ATOMIC ",v)",
		"-D__c11_atomic_load(p,o)=__c11_atomic_load(" AS_ATOMIC ",o)",
		UPDATE("store"),
		UPDATE("exchange"),
		UPDATE("fetch_add"),
		UPDATE("fetch_sub"),
		UPDATE("fetch_or"),
		UPDATE("fetch_xor"),
		UPDATE("fetch_and"),
		EXCHANGE("strong"),
		EXCHANGE("weak"),
	};

	for (size_t i = 0; c->lenient && i < sizeof flags / sizeof *flags; i++)
		add_arg(c, flags[i]);
	if (c->older)
		add_arg(c, "-std=gnu17");
	if (c->lenient && c->before_file >= 0) {
		add_arg(c, "-Xclang");
		add_arg(c, "-include");
		add_arg(c, "-Xclang");
		add_arg(c, arena_format(c->arena, OWN_FILE "%d", c->before_file));
	}
}

/* Annotations of Clang's Thread Safety Analysis, which clang does not keep, as tags, which it does: "guarded_by &lock". A program
 * that means something else by such a name is compiled without, since the second try does not have them. */
static void add_facts(struct compiler *c)
{
	static const char *const names[] = {
#define FACT_ABOUT_FUNCTION(spelling, word, shared) #spelling,
#define FACT_ABOUT_MEMORY(spelling) #spelling,
#include "extract/facts.def"
#undef FACT_ABOUT_FUNCTION
#undef FACT_ABOUT_MEMORY
	};

	if (c->lenient)
		return;
	add_arg(c, "-DSNAG_words(...)=#__VA_ARGS__");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		add_arg(c, arena_format(c->arena, "-D%s(...)=btf_decl_tag(\"%s \" SNAG_words(__VA_ARGS__))", names[i], names[i]));
	add_arg(c, "-Dno_thread_safety_analysis=" FACT_STANDS_FOR_UNCHECKED);
}

/* The words up to those that say what is to come out. */
static void make_words(struct compiler *c)
{
	static const char *const ours[] = {
		"-w",
		"-Wno-everything",
		"-g",
		"-gdwarf-5",
		"-gembed-source", /* either.c asks what stands between two places */
		"-fno-color-diagnostics",
		"-fno-caret-diagnostics",
		"-ferror-limit=0",
		"-Xclang",
		"-disable-llvm-passes",
		"-Xclang",
		"-disable-lifetime-markers",
		"-fno-strict-aliasing",
		"-MT",
		"unit",
	};

	add_arg(c, c->clang);
	for (const char *const *g = capture_guard; *g; g++)
		add_arg(c, *g);
	if (c->abroad) /* before the unit's own, which may say something else of it */
		add_arg(c, arena_format(c->arena, "-ffile-compilation-dir=%s", c->abroad->cwd));
	add_arg(c, "-fbracket-depth=50000"); /* gcc has no limit; a unit's own is the last one */
	for (uint32_t i = 0; i < c->job->nargs; i++)
		add_arg(c, c->job->args[i]);
	if (!optimises(c->job))
		add_arg(c, "-O1");
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		add_arg(c, ours[i]);
	add_facts(c);
	add_lenient(c);
	add_arg(c, "-MF");
	add_arg(c, arena_format(c->arena, OWN_FILE "%d", c->read));
}

/* `file` is absolute: it cannot be taken for a flag. */
static void make_argv(struct compiler *c, const char *file)
{
	static const char *const last[] = { "-emit-llvm", "-MD", "-c", "-o", "-" };

	make_words(c);
	for (size_t i = 0; i < sizeof last / sizeof *last; i++)
		add_arg(c, last[i]);
	add_arg(c, file);
	add_arg(c, NULL);
}

enum { DEEP_STACK = 1 << 30 };

/* Between vfork and exec: nothing of the worker's memory is written. */
static _Noreturn void become_clang(const struct compiler *c, char *const env[])
{
	int null = open("/dev/null", O_RDONLY);
	struct rlimit stack;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < DEEP_STACK) { /* it follows brackets by recursion */
		stack.rlim_cur = stack.rlim_max < DEEP_STACK ? stack.rlim_max : DEEP_STACK;
		setrlimit(RLIMIT_STACK, &stack);
	}
	signal(SIGINT, SIG_DFL);
	signal(SIGPIPE, SIG_DFL);
	if (chdir(c->abroad ? c->abroad->scratch : c->job->dir) < 0) {
		dprintf(c->said, "error: cannot enter %s: %s\n", c->job->dir, strerror(errno));
		_exit(1);
	}
	dup2(null, STDIN_FILENO);
	dup2(c->out, STDOUT_FILENO);
	dup2(c->said, STDERR_FILENO);
	fcntl(c->read, F_SETFD, 0);
	if (c->before_file >= 0)
		fcntl(c->before_file, F_SETFD, 0);
	execve(c->clang, (char *const *)(uintptr_t)c->argv.at, env);
	dprintf(STDERR_FILENO, "error: cannot run %s: %s\n", c->clang, strerror(errno));
	_exit(127);
}

static struct bytes take_file(struct arena *a, int fd)
{
	off_t len = lseek(fd, 0, SEEK_END);
	char *p = arena_alloc(a, (size_t)(len < 0 ? 0 : len) + 1);

	lseek(fd, 0, SEEK_SET);
	if (len <= 0 || !transfer(fd, p, (size_t)len, false))
		len = 0;
	return (struct bytes){ p, (size_t)len };
}

/* The first line with an error in it. */
static const char *first_error(struct compiler *c, int status)
{
	struct bytes said = take_file(c->arena, c->said);
	const char *at = strstr(said.at, "error: "), *line = at, *end;

	if (!at)
		return WIFSIGNALED(status)
			       ? arena_format(c->arena, "clang was killed by signal %d", WTERMSIG(status))
			       : arena_format(c->arena, "clang ended with status %d and said nothing", WEXITSTATUS(status));
	while (line > said.at && line[-1] != '\n')
		line--;
	end = strchr(line, '\n');
	line = arena_copy(c->arena, line, end ? (size_t)(end - line) : strlen(line));
	if (strstr(line, "function definition is not allowed here"))
		line = arena_format(c->arena, "%s (a nested function, which gcc alone compiles)", line);
	return line;
}

/* The bitcode is there: LLVM has refused assembly at the top level, which it reads for the names in it. The assembler that gcc
 * runs knows more directives, and nothing is made of such text. */
static bool refused_assembly_alone(struct compiler *c)
{
	static const char word[] = "error: ", assembly[] = "<inline asm>:";
	const char *said = take_file(c->arena, c->said).at;
	bool any = false;

	for (const char *at = strstr(said, word); at; at = strstr(at + 1, word)) {
		const char *line = at;
		while (line > said && line[-1] != '\n')
			line--;
		if (strncmp(line, assembly, strlen(assembly)) != 0)
			return false;
		any = true;
	}
	return any;
}

static bool map_output(struct compiler *c)
{
	off_t len = lseek(c->out, 0, SEEK_END);
	void *p = len > 0 ? mmap(NULL, (size_t)len, PROT_READ, MAP_PRIVATE, c->out, 0) : MAP_FAILED;

	if (p == MAP_FAILED)
		return false;
	c->bitcode = (struct bytes){ p, (size_t)len };
	return true;
}

/* The kernel says what a process waits for, where it may be asked: here for somebody to write to a pipe that is being opened. */
static bool waits_for_writer(pid_t pid)
{
	char path[64], text[64] = "";
	int fd;

	snprintf(path, sizeof path, "/proc/%d/wchan", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && read(fd, text, sizeof text - 1) < 0)
		text[0] = 0;
	if (fd >= 0)
		close(fd);
	return !strcmp(text, "wait_for_partner");
}

/* musl has no function for it. */
static int process_fd(pid_t pid)
{
	return (int)syscall(SYS_pidfd_open, pid, 0u);
}

/* A unit may include a pipe, and nobody will write to it: clang is killed when it has been seen waiting for that twice in a row.
 * True: it ended by itself. */
static bool wait_for_clang(pid_t pid, int *status)
{
	struct pollfd end = { .fd = process_fd(pid), .events = POLLIN };
	bool killed = false;
	int seen = 0;

	while (end.fd >= 0 && !killed && poll(&end, 1, 500) == 0) {
		seen = waits_for_writer(pid) ? seen + 1 : 0;
		killed = seen == 2 && kill(pid, SIGKILL) == 0;
	}
	if (end.fd >= 0)
		close(end.fd);
	while (waitpid(pid, status, 0) < 0)
		if (errno != EINTR)
			return false;
	return !killed;
}

static void open_files(struct compiler *c)
{
	c->out = memfd_create("bitcode", MFD_CLOEXEC);
	c->said = memfd_create("said", MFD_CLOEXEC);
	c->read = memfd_create("read", MFD_CLOEXEC);
	c->argv.n = 0;
}

static pid_t start_clang(struct compiler *c, const char **error)
{
	char *path = arena_format(c->arena, "PATH=%s", getenv("PATH") ? getenv("PATH") : "/usr/bin:/bin");
	char *env[] = { path, "LC_ALL=C", "HOME=/nonexistent", NULL };
	pid_t pid = c->out < 0 || c->said < 0 || c->read < 0 ? -1 : vfork(); /* not fork: a copy of LLVM's pages is dear */

	if (pid == 0)
		become_clang(c, env);
	if (pid < 0)
		*error = arena_format(c->arena, "cannot run clang: %s", strerror(errno));
	return pid;
}

static bool run_clang(struct compiler *c, int *status, const char **error)
{
	pid_t pid = start_clang(c, error);

	if (pid < 0)
		return false;
	if (!wait_for_clang(pid, status)) {
		*error = "it includes a pipe that nobody writes to";
		return false;
	}
	return true;
}

static bool take_bitcode(struct compiler *c, int status, const char **error)
{
	if ((status != 0 && !(WIFEXITED(status) && refused_assembly_alone(c))) || !map_output(c)) {
		*error = first_error(c, status);
		return false;
	}
	return true;
}

static bool try_compile(struct compiler *c, const char **error)
{
	int status = 0;

	open_files(c);
	make_argv(c, c->job->file);
	return run_clang(c, &status, error) && take_bitcode(c, status, error);
}

/* "void f();" for each function f of which clang says that its definition does not fit what its use has declared. A definition
 * that is not void either way does not fit this declaration either, and the second try says so. */
static const char *declarations(struct compiler *c)
{
	static const char conflict[] = "error: conflicting types for '", implicit[] = "note: previous implicit declaration";
	struct bytes said = take_file(c->arena, c->said);
	const char *text = "", *end;

	for (const char *at = strstr(said.at, conflict); at; at = strstr(end, conflict)) {
		const char *name = at + strlen(conflict), *note, *line;
		end = name + strcspn(name, "'\n");
		line = strchr(end, '\n');
		note = line ? strstr(line, implicit) : NULL;
		if (note && !memchr(line + 1, '\n', (size_t)(note - line - 1)))
			text = arena_format(c->arena, "%svoid %.*s();\n", text, (int)(end - name), name);
	}
	return text;
}

/* gcc's older operations take what is _Atomic, too: they are handed the same object without the word. */
static const char *on_atomic_objects(struct arena *a)
{
	static const char *const kinds[] = { "__atomic_", "__sync_" };
	static const char *const operations[] = {
		"load_n add_fetch sub_fetch and_fetch or_fetch xor_fetch nand_fetch fetch_add fetch_sub fetch_and fetch_or fetch_xor "
		"fetch_nand store_n exchange_n compare_exchange_n test_and_set clear load store exchange compare_exchange",
		"fetch_and_add fetch_and_sub fetch_and_or fetch_and_and fetch_and_xor fetch_and_nand add_and_fetch sub_and_fetch "
		"or_and_fetch and_and_fetch xor_and_fetch nand_and_fetch bool_compare_and_swap val_compare_and_swap "
		"lock_test_and_set lock_release",
	};
	const char *text = "";

	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		for (const char *at = operations[k]; *at; at += strspn(at, " ")) {
			int n = (int)strcspn(at, " ");
			text = arena_format(a, "%s#define %s%.*s(p, ...) %s%.*s((__typeof_unqual__(*(p)) *)(p), ##__VA_ARGS__)\n",
					    text, kinds[k], n, at, kinds[k], n, at);
			at += n;
		}
	return text;
}

/* gcc's names for what clang has. Each only where clang misses it: a macro may take another meaning of the name away. The second
 * argument of malloc as an attribute says which parameter the first one frees. */
static const char *names(struct compiler *c)
{
	static const char floats[] = "typedef float _Float32;\ntypedef double _Float64;\ntypedef double _Float32x;\n"
				     "typedef long double _Float64x;\n"
				     "#ifdef __SIZEOF_FLOAT128__\ntypedef __float128 _Float128;\n#endif\n";
	static const char mallocs[] = "#define SNAG_third(a, b, c, ...) c\n#define SNAG_malloc_1(x) malloc(x)\n"
				      "#define SNAG_malloc_2(x, y) __malloc__\n"
				      "#define malloc(...) SNAG_third(__VA_ARGS__, SNAG_malloc_2, SNAG_malloc_1, )(__VA_ARGS__)\n"
				      "#define __malloc__(...) __malloc__\n";
	static const char builtins[] = "#define __builtin_has_attribute(...) 0\n"
				       "#define __builtin_speculation_safe_value(x, ...) (x)\n"
				       "#define __builtin_shuffle(a, mask) __builtin_shufflevector(a, mask)\n";
	const char *said = take_file(c->arena, c->said).at;

	return arena_format(c->arena, "%s%s%s%s%s", builtins, strstr(said, "('_Atomic(") ? on_atomic_objects(c->arena) : "",
			    strstr(said, "'__float80'") ? "typedef long double __float80;\n" : "",
			    strstr(said, "'_Float") ? floats : "",
			    strstr(said, "malloc' attribute takes") || strstr(said, "malloc__' attribute takes") ? mallocs : "");
}

static void declare(struct compiler *c, const char *text)
{
	if (*text)
		c->before_file = memfd_create("before", MFD_CLOEXEC);
	if (c->before_file >= 0 && !transfer(c->before_file, (void *)(uintptr_t)text, strlen(text), true))
		c->before_file = -1;
}

/* Files that are only in memory are not what a unit depends on. */
static struct bytes without_own(struct bytes files)
{
	char *to = (char *)(uintptr_t)files.at;
	size_t n = 0;

	for (size_t i = 0, len; i < files.len; i += len) {
		len = strlen(files.at + i) + 1;
		if (!strncmp(files.at + i, OWN_FILE, strlen(OWN_FILE)))
			continue;
		memmove(to + n, files.at + i, len);
		n += len;
	}
	return (struct bytes){ to, n };
}

static void close_files(struct compiler *c)
{
	close(c->out);
	close(c->said);
	close(c->read);
}

/* ---- files of another machine ---- */

/* clang's inner compiler, and not the driver, takes a source from the overlay. So the driver is asked what it would run for an
 * empty file of the same name, and that is run with the source in its place. False: it is not what we know. */
static bool ask_driver(struct compiler *c, const char **error)
{
	const char *empty = arena_format(c->arena, "%s/%s", c->abroad->scratch, path_base(c->job->file)), *line, *end;
	struct words words = { 0 };
	struct trouble t;
	int status = 0;

	*error = "clang does not say what it would run";
	if (!file_write(empty, "", 0, &t)) {
		*error = arena_string(c->arena, t.text);
		return false;
	}
	open_files(c);
	make_argv(c, empty);
	c->argv.at[c->argv.n - 1] = "-###";
	add_arg(c, NULL);
	if (!run_clang(c, &status, error))
		return false;
	line = strstr(take_file(c->arena, c->said).at, "\n \"");
	end = line ? strchr(++line, '\n') : NULL;
	if (status != 0 || !end || !words_split(c->arena, (struct bytes){ line, (size_t)(end - line) }, QUOTING_SHELL, &words) ||
	    words.n < 3 || strcmp(words.at[1], "-cc1") != 0 || strcmp(words.at[words.n - 1], empty) != 0)
		return false;
	c->argv.n = 0;
	add_arg(c, c->clang);
	for (uint32_t i = 1; i + 1 < words.n; i++)
		add_arg(c, words.at[i]);
	return true;
}

/* The first try alone: what it refuses is told, and tried again, where the files are at home. */
static bool try_abroad(struct compiler *c, const char **error)
{
	const char *const more[] = { "-working-directory", c->abroad->cwd, "-ivfsoverlay", c->abroad->overlay, c->job->file, NULL };
	int status = 0;

	if (!ask_driver(c, error))
		return false;
	close(c->said);
	c->said = memfd_create("said", MFD_CLOEXEC);
	for (size_t i = 0; i < sizeof more / sizeof *more; i++)
		add_arg(c, more[i]);
	return run_clang(c, &status, error) && take_bitcode(c, status, error);
}

static bool is_of_2023(const struct job *j)
{
	static const char *const names[] = { "-std=c2x", "-std=gnu2x", "-std=c23", "-std=gnu23" };
	bool is = false;

	for (uint32_t i = 0; i < j->nargs; i++)
		for (size_t k = 0; k < sizeof names / sizeof *names; k++)
			is |= !strcmp(j->args[i], names[k]);
	return is;
}

/* What the first try said is what the user is told. */
static bool compile(struct compiler *c, const char **error)
{
	const char *again;

	if (c->abroad)
		return try_abroad(c, error);
	if (try_compile(c, error))
		return true;
	declare(c, arena_format(c->arena, "%s%s", names(c), declarations(c)));
	c->lenient = true;
	close_files(c);
	if (try_compile(c, &again))
		return true;
	if (!is_of_2023(c->job))
		return false;
	c->older = true;
	close_files(c);
	return try_compile(c, &again);
}

/* ---- bitcode to unit ---- */

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *to)
{
	char *text = LLVMGetDiagInfoDescription(info);

	if (LLVMGetDiagInfoSeverity(info) == LLVMDSError)
		trouble(to, "%s", text);
	LLVMDisposeMessage(text);
}

static bool run_passes(LLVMModuleRef module, struct trouble *t)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(module, "function(mem2reg)", NULL, options);
	char *text;

	LLVMDisposePassBuilderOptions(options);
	if (!error)
		return true;
	text = LLVMGetErrorMessage(error);
	trouble(t, "%s", text);
	LLVMDisposeErrorMessage(text);
	return false;
}

static bool translate(struct compiler *c, struct program *p, struct trouble *t)
{
	LLVMContextRef context = LLVMContextCreate();
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(c->bitcode.at, c->bitcode.len, "unit", 0);
	LLVMModuleRef module;
	uint32_t unread;

	trouble(t, "its bitcode does not parse");
	LLVMContextSetDiagnosticHandler(context, on_diagnostic, t);
	if (LLVMParseBitcodeInContext2(context, buffer, &module))
		return false;
	unread = prepare_module(c->arena, module);
	if (!run_passes(module, t))
		return false;
	LLVMSetIsNewDbgInfoFormat(module, 0);
	if (!module_translate(c->arena, module, c->job->file, c->job->dir, p, t))
		return false;
	p->unit.at[1].gap[UNIT_GAP_ANNOTATIONS] = unread;
	return true;
}

/* ---- the worker ---- */

static _Noreturn void tell(int fd, enum message_kind kind, const char *text)
{
	_exit(message_send(fd, kind, text, strlen(text)) ? 0 : 1);
}

void worker_run(const struct job *job, const char *clang, const struct abroad *abroad, int fd)
{
	struct arena a;
	struct compiler c = { .arena = &a, .job = job, .abroad = abroad, .clang = clang, .before_file = -1 };
	struct program p;
	struct trouble t;
	struct bytes deps, place;
	enum message_kind kind;
	const char *error;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	arena_init(&a, "worker");
	if (!compile(&c, &error))
		tell(fd, MESSAGE_FAILED, error);
	deps = without_own(rule_files(&a, take_file(&a, c.read)));
	if (!message_send(fd, MESSAGE_READ, deps.at, deps.len))
		_exit(1);
	program_init(&p, &a);
	if (!translate(&c, &p, &t))
		tell(fd, MESSAGE_FAILED, t.text);
	if (diag_checks())
		ir_check(&p);
	if (!message_receive(fd, &a, &kind, &place) || kind != MESSAGE_PLACE)
		_exit(1);
	if (!unit_save(&p, place.at, &t))
		tell(fd, MESSAGE_TROUBLE, t.text);
	_exit(message_send(fd, MESSAGE_DONE, &(uint64_t){ c.bitcode.len }, sizeof(uint64_t)) ? 0 : 1);
}

/* ---- which files a unit would read ---- */

bool scan_start(struct read_scan *s, struct arena *a, const struct job *job, const char *clang)
{
	struct compiler c = { .arena = a, .job = job, .clang = clang, .before_file = -1 };
	const char *error;

	open_files(&c);
	make_words(&c);
	add_arg(&c, "-M");
	add_arg(&c, job->file);
	add_arg(&c, NULL);
	s->pid = start_clang(&c, &error);
	s->end = s->pid < 0 ? -1 : process_fd(s->pid);
	s->read = c.read;
	close(c.out);
	close(c.said);
	return s->end >= 0;
}

bool scan_finish(struct read_scan *s, struct arena *a, struct bytes *files)
{
	int status = 1;

	while (waitpid(s->pid, &status, 0) < 0 && errno == EINTR)
		;
	*files = rule_files(a, take_file(a, s->read));
	close(s->end);
	close(s->read);
	return status == 0 && files->len;
}

void scan_stop(struct read_scan *s)
{
	kill(s->pid, SIGKILL);
	while (waitpid(s->pid, NULL, 0) < 0 && errno == EINTR)
		;
	close(s->end);
	close(s->read);
}
