/* The compiler's name is read, never run: it tells the language (g++), the target (aarch64-linux-gnu-gcc) and where the flags
 * begin, behind wrappers like ccache. Two entries with the same file, directory-independent flags and language are twins;
 * to be twins they must be equal word by word, so one interned key a job finds them without comparing pairs. */
#include "entry.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_MESSAGES = 40 };
static const uint64_t RESPONSE_BUDGET = 128 << 20;

static bool one_of(const char *word, const char *const *list)
{
	for (; *list; list++)
		if (!strcmp(*list, word))
			return true;
	return false;
}

static bool ends_with(const char *word, const char *end)
{
	size_t n = strlen(word), k = strlen(end);

	return n >= k && !strcmp(word + n - k, end);
}

static bool is_assignment(const char *word)
{
	size_t n = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789");

	return n && word[n] == '=' && !(word[0] >= '0' && word[0] <= '9');
}

/* Behind a wrapper: its options, some of which have a value in the next word. */
static uint32_t skip_options(const struct words *w, uint32_t i, const char *const *with_value)
{
	while (i < w->n && w->at[i][0] == '-')
		i += one_of(w->at[i], with_value) ? 2 : 1;
	return i;
}

/* If word i is a wrapper: where what it wraps begins. Else i. */
static uint32_t unwrap(const struct words *w, uint32_t i)
{
	static const char *const caches[] = {
		"ccache", "sccache", "distcc", "icecc", "buildcache", "gomacc", "colorgcc", "pump", "diet", NULL,
	};
	static const char *const runners[] = { "env", "nice", "ionice", "time", "nohup", NULL };
	static const char *const shells[] = { "sh", "bash", "dash", "ksh", NULL };
	static const char *const runner_values[] = { "-u", "--unset", "-C", "--chdir", "-n", "-c", "--adjustment", NULL };
	static const char *const libtool_values[] = { "--tag", "--mode", NULL };
	const char *base = path_base(w->at[i]), *next = i + 1 < w->n ? w->at[i + 1] : "";

	if (is_assignment(w->at[i]))
		return i + 1;
	if (one_of(base, caches)) /* `distcc -c x.c` is a compiler itself */
		return next[0] && next[0] != '-' ? i + 1 : i;
	if (one_of(base, runners))
		return skip_options(w, i + 1, runner_values);
	if (one_of(base, shells) && ends_with(next, "libtool"))
		return i + 1;
	if (ends_with(base, "libtool"))
		return skip_options(w, i + 1, libtool_values);
	return i;
}

/* The name of the compiler without folder, ".exe" and version: "/usr/bin/arm-linux-gnueabi-gcc-12" is "arm-linux-gnueabi-gcc". */
static char *plain_name(struct arena *a, const char *word)
{
	char *name = arena_string(a, path_base(word)), *dash;

	if (ends_with(name, ".exe"))
		name[strlen(name) - 4] = 0;
	dash = strrchr(name, '-');
	if (dash && dash[1] && !dash[1 + strspn(dash + 1, "0123456789.")])
		*dash = 0;
	return name;
}

/* The target in the compiler's name; NULL: it names none. What is not a machine ("afl-gcc") is not a target. */
static const char *target_of(struct arena *a, const char *name)
{
	static const char *const machines[] = {
		"x86_64", "i386", "i486", "i586", "i686", "aarch64", "aarch64_be", "arm", "armeb", "armv5te", "armv6",
		"armv6l", "armv7", "armv7a", "armv7l", "armv8l", "thumb", "mips", "mipsel", "mips64", "mips64el",
		"mipsisa32r6", "mipsisa32r6el", "mipsisa64r6", "mipsisa64r6el", "powerpc", "powerpcle", "powerpc64",
		"powerpc64le", "ppc", "ppc64", "ppc64le", "riscv32", "riscv64", "s390x", "sparc", "sparc64", "sparcv9",
		"loongarch32", "loongarch64", "m68k", "avr", "msp430", "hexagon", "xtensa", "bpf", "wasm32", "csky", "lanai",
		"ve",
		NULL,
	};
	static const char *const drivers[] = { "-gcc", "-cc", "-clang", "-g++", "-c++", "-clang++", NULL };

	for (const char *const *d = drivers; *d; d++) {
		char *triple, *machine;
		if (!ends_with(name, *d))
			continue;
		triple = arena_copy(a, name, strlen(name) - strlen(*d));
		machine = arena_copy(a, triple, strcspn(triple, "-"));
		if (one_of(machine, machines))
			return triple;
	}
	return NULL;
}

/* The absolute path without "." and "..", unless a link on the way gives ".." another meaning: then the real path. */
static const char *settle_path(struct capture *c, const char *dir, const char *path)
{
	const char *text = path_join(&c->scratch, dir, path), *raw;
	struct stat by_text, by_raw;
	char *real;

	if (!strstr(path, ".."))
		return text;
	raw = path[0] == '/' ? path : arena_format(&c->scratch, "%s/%s", dir, path);
	if (stat(raw, &by_raw) < 0)
		return text;
	if (stat(text, &by_text) == 0 && by_text.st_ino == by_raw.st_ino && by_text.st_dev == by_raw.st_dev)
		return text;
	real = realpath(raw, NULL);
	if (real)
		text = arena_string(&c->scratch, real);
	free(real);
	return text;
}

static const char *real_path(struct arena *a, const char *path)
{
	char *real = realpath(path, NULL), *copy = real ? arena_string(a, real) : NULL;

	free(real);
	return copy;
}

static void say(struct capture *c, const char *text)
{
	uint32_t before = c->said.entry.n;

	if (intern_string(&c->said, text) < before)
		return;
	if (c->jobs->message.n == MAX_MESSAGES)
		c->unsaid++;
	else
		*vec_add(c->out, &c->jobs->message) = arena_string(c->out, text);
}

void entry_bad(struct capture *c, const char *format, ...)
{
	char what[512];
	const char *text;
	va_list ap;

	va_start(ap, format);
	vsnprintf(what, sizeof what, format, ap);
	va_end(ap);
	text = arena_format(&c->scratch, "entry [%u]: %s", c->entry, what);
	if (!c->jobs->bad++)
		c->jobs->first_bad = arena_string(c->out, text);
	say(c, arena_format(&c->scratch, "%s: %s", c->name, text));
}

static void count_left_out(void *data, const char *flag, const char *why, bool refused)
{
	struct capture *c = data;
	uint32_t id = intern_string(&c->text, flag), *index = map_at(&c->work, &c->left, map_pair(id, refused));

	if (!*index) {
		*vec_add(c->out, &c->jobs->left_out) =
		        (struct left_out){ intern_get(&c->text, id), arena_string(c->out, why), 0, refused };
		*index = c->jobs->left_out.n;
		if (refused)
			say(c, arena_format(&c->scratch, "%s: entry [%u]: flag '%.200s' left out: %s", c->name, c->entry, flag,
			                    why));
	}
	c->jobs->left_out.at[*index - 1].count++;
}

static void response_refused(void *data, const char *file, const char *why)
{
	struct capture *c = data;

	say(c, arena_format(&c->scratch, "%s: response file '%.200s' left out: %s", c->name, file, why));
}

/* The words behind the compiler's name, response files expanded. */
static struct words flags_of(struct capture *c, const char *dir, const struct words *in, uint32_t first)
{
	struct words rest = { in->at + first, in->n - first, 0 }, out = { 0 };
	struct response r = { dir, { c->tree, NULL }, &c->budget, response_refused, c };
	bool any = false;

	for (uint32_t i = 0; i < rest.n; i++)
		any |= rest.at[i][0] == '@';
	if (!any)
		return rest;
	r.tree[1] = real_path(&c->scratch, dir);
	words_expand(&c->scratch, &rest, &r, &out);
	return out;
}

/* Which job it is: that of its first twin. The number of jobs: this file with this meaning is new. */
static uint32_t job_of(struct capture *c, const struct capture_command *cmd)
{
	uint32_t *ids = arena_array(&c->scratch, cmd->key.n + 1, sizeof *ids);

	ids[0] = intern_string(&c->word, cmd->file);
	for (uint32_t i = 0; i < cmd->key.n; i++)
		ids[i + 1] = intern_string(&c->word, cmd->key.at[i]);
	return intern_bytes(&c->key, ids, (cmd->key.n + 1) * sizeof *ids) - 1;
}

static const char *keep(struct capture *c, const char *text)
{
	return intern_get(&c->text, intern_string(&c->text, text));
}

/* Of several such flags the last one holds. */
static bool is_for_shared_object(const struct capture_command *cmd)
{
	bool shared = false;

	for (uint32_t i = 0; i < cmd->args.n; i++)
		if (!strcasecmp(cmd->args.at[i], "-fpic") || !strcasecmp(cmd->args.at[i], "-fpie"))
			shared = tolower((unsigned char)cmd->args.at[i][4]) == 'c';
	return shared;
}

static void add_job(struct capture *c, const struct capture_command *cmd)
{
	const char **args = arena_array(c->out, cmd->args.n + 1, sizeof *args);

	for (uint32_t i = 0; i < cmd->args.n; i++)
		args[i] = keep(c, cmd->args.at[i]);
	*vec_add(c->out, &c->jobs->job) =
	        (struct job){ keep(c, cmd->dir), keep(c, cmd->file), args, cmd->args.n, c->entry, false };
}

static void read_command(struct capture *c, struct capture_command *cmd, const struct words *words)
{
	static const char *const msvc[] = { "cl", "clang-cl", "icl", NULL };
	static const char *const cxx[] = { "CC", "icpc", "icpx", NULL };
	uint32_t i = 0, before;
	struct words flags;
	const char *name = "", *target;

	do {
		before = i;
		if (i < words->n)
			i = unwrap(words, i);
	} while (i != before);
	if (i < words->n && words->at[i][0] != '-') /* else there is no name, only flags */
		name = plain_name(&c->scratch, words->at[i++]);
	if (i > words->n)
		i = words->n;
	cmd->cxx_driver = ends_with(name, "++") || one_of(name, cxx);
	flags = flags_of(c, cmd->dir, words, i);
	flags_filter(&c->flags, &c->scratch, &flags, cmd);
	if (one_of(name, msvc))
		cmd->kind = KIND_msvc;
	target = target_of(&c->scratch, name);
	if (target && !cmd->target)
		flags_add_target(&c->scratch, cmd, target);
}

void entry_add(struct capture *c, const char *directory, const char *file, const struct words *words)
{
	struct capture_command cmd = { .left_out = count_left_out, .data = c };

	cmd.dir = settle_path(c, c->dir, directory);
	cmd.file = settle_path(c, cmd.dir, file);
	read_command(c, &cmd, words);
	if (cmd.kind != KIND_c) {
		c->jobs->other++;
		c->jobs->other_kind[cmd.kind]++;
	} else {
		uint32_t job = job_of(c, &cmd);
		if (job == c->jobs->job.n)
			add_job(c, &cmd);
		else
			c->jobs->twins++;
		c->jobs->job.at[job].shared |= is_for_shared_object(&cmd);
	}
}

void entry_begin(struct capture *c, struct arena *out, const char *path, struct jobs *jobs)
{
	*c = (struct capture){ .out = out, .jobs = jobs, .name = path, .budget = RESPONSE_BUDGET };
	*jobs = (struct jobs){ 0 };
	arena_init(&c->work, "capture work");
	arena_init(&c->scratch, "capture scratch");
	flags_init(&c->flags, &c->work);
	intern_init(&c->text, out);
	intern_init(&c->word, &c->work);
	intern_init(&c->key, &c->work);
	intern_init(&c->said, &c->work);
	c->dir = path_dir(&c->work, path_join(&c->work, path_cwd(&c->work), path));
	c->tree = real_path(&c->work, c->dir);
}

void entry_end(struct capture *c)
{
	if (c->unsaid)
		*vec_add(c->out, &c->jobs->message) = arena_format(c->out, "%s: and %u more like these", c->name, c->unsaid);
	arena_release(&c->scratch);
	arena_release(&c->work);
}
