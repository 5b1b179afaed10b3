/* Reading a database: JSON by jansson, which limits nesting and tells line and column of an error; then entry by entry. */
#include "capture.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>

#include "base/stat.h"
#include "entry.h"

#define DATABASE "compile_commands.json"

const char *const capture_guard[] = {
	"--no-default-config", /* else clang reads clang.cfg and <target>.cfg from its own and the user's folders */
	NULL,
};

const char *const capture_unsafe_env[] = {
	/* more options, programs and code */
	"CCC_OVERRIDE_OPTIONS", "CLANG_CONFIG_FILE_SYSTEM_DIR", "CLANG_CONFIG_FILE_USER_DIR", "COMPILER_PATH", "GCC_EXEC_PREFIX",
	"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "LLVM_SYMBOLIZER_PATH", "FORCE_CLANG_DIAGNOSTICS_CRASH",
	/* more to read */
	"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH", "OBJCPLUS_INCLUDE_PATH", "LIBRARY_PATH", "SDKROOT",
	"INCLUDE", "EXTERNAL_INCLUDE", "CL", "_CL_", "CUDA_PATH", "HIP_PATH", "ROCM_PATH", "HIP_DEVICE_LIB_PATH",
	"MACOSX_DEPLOYMENT_TARGET", "IPHONEOS_DEPLOYMENT_TARGET", "LIBCLANG_DISABLE_PCH_VALIDATION",
	/* more to write */
	"CC_LOG_DIAGNOSTICS", "CC_LOG_DIAGNOSTICS_FILE", "CC_PRINT_HEADERS", "CC_PRINT_HEADERS_FILE", "CC_PRINT_HEADERS_FORMAT",
	"CC_PRINT_HEADERS_FILTERING", "CC_PRINT_INTERNAL_STAT", "CC_PRINT_INTERNAL_STAT_FILE", "CC_PRINT_OPTIONS",
	"CC_PRINT_OPTIONS_FILE", "CC_PRINT_PROC_STAT", "CC_PRINT_PROC_STAT_FILE", "CLANG_CRASH_DIAGNOSTICS_DIR",
	"CLANG_MODULE_CACHE_PATH", "DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES", "AS_SECURE_LOG_FILE", "LLVM_PROFILE_FILE",
	/* other text in the result */
	"RC_DEBUG_OPTIONS", "RC_DEBUG_PREFIX_MAP", "LLVM_OVERRIDE_PRODUCER", "SOURCE_DATE_EPOCH", "PWD",
	NULL,
};

static const char *type_name(const json_t *v)
{
	static const char *const names[] = { /* in jansson's order of types */
		"an object", "an array", "a string", "an integer", "a number", "true", "false", "null",
	};

	return v && (size_t)json_typeof(v) < sizeof names / sizeof *names ? names[json_typeof(v)] : "nothing";
}

/* `command` or `arguments` to words; false: the entry is bad and has been counted so. */
static bool read_words(struct capture *c, const json_t *entry, struct words *out)
{
	const json_t *arguments = json_object_get(entry, "arguments"), *command = json_object_get(entry, "command");
	const char *text = json_string_value(command);

	if (arguments) {
		for (size_t i = 0; i < json_array_size(arguments); i++) {
			const char *word = json_string_value(json_array_get(arguments, i));
			if (!word) {
				entry_bad(c, "\"arguments\" holds %s, not strings only", type_name(json_array_get(arguments, i)));
				return false;
			}
			*vec_add(&c->scratch, out) = word;
		}
		if (!json_is_array(arguments))
			entry_bad(c, "\"arguments\" is %s, not an array", type_name(arguments));
		else if (!out->n)
			entry_bad(c, "\"arguments\" is empty");
		return out->n > 0;
	}
	if (!text)
		entry_bad(c, command ? "\"command\" is not a string" : "neither \"command\" nor \"arguments\"");
	else if (!words_split(&c->scratch, (struct bytes){ text, strlen(text) }, QUOTING_SHELL, out))
		entry_bad(c, "a quote in \"command\" is not closed");
	else if (!out->n)
		entry_bad(c, "\"command\" is empty");
	else
		return true;
	return false;
}

static void read_entry(struct capture *c, const json_t *entry)
{
	const json_t *file = json_object_get(entry, "file"), *dir = json_object_get(entry, "directory");
	const char *name = json_string_value(file);
	struct words words = { 0 };

	if (!json_is_object(entry))
		entry_bad(c, "%s, not an object", type_name(entry));
	else if (!name || !*name)
		entry_bad(c, file ? "\"file\" is not a name" : "no \"file\"");
	else if (dir && !json_is_string(dir))
		entry_bad(c, "\"directory\" is %s, not a string", type_name(dir));
	else if (read_words(c, entry, &words)) /* without a directory: the database's own */
		entry_add(c, dir ? json_string_value(dir) : "", name, &words);
	arena_release(&c->scratch);
}

static void count(const struct jobs *jobs)
{
	stat_add(STAT_jobs, jobs->job.n);
	stat_add(STAT_jobs_other, jobs->other + jobs->twins);
	stat_add(STAT_jobs_bad, jobs->bad);
	stat_add(STAT_jobs_cxx, jobs->other_kind[KIND_cxx]);
	stat_add(STAT_jobs_assembly, jobs->other_kind[KIND_assembly]);
	stat_add(STAT_jobs_objc, jobs->other_kind[KIND_objc]);
	stat_add(STAT_jobs_fortran, jobs->other_kind[KIND_fortran]);
	stat_add(STAT_jobs_cuda, jobs->other_kind[KIND_cuda]);
	stat_add(STAT_jobs_rust, jobs->other_kind[KIND_rust]);
	stat_add(STAT_jobs_msvc, jobs->other_kind[KIND_msvc]);
	stat_add(STAT_jobs_unknown, jobs->other_kind[KIND_unknown]);
	for (uint32_t i = 0; i < jobs->left_out.n; i++)
		if (!strcmp(jobs->left_out.at[i].flag, "-fopenacc"))
			stat_add(STAT_jobs_openacc, jobs->left_out.at[i].count);
}

/* "12 entries, all C++", or "3 entries: 2 C++, 1 assembly". */
static bool no_c(const struct jobs *jobs, const char *path, struct trouble *t)
{
	const char *const *names = capture_kind_name;
	const char *s = jobs->entries == 1 ? "entry" : "entries", *separator = ": ";
	char list[512] = "";
	size_t n = 0;

	if (!jobs->entries)
		return trouble(t, "%s: no C in it: the database is empty", path);
	if (jobs->bad)
		return trouble(t, "%s: no C in it: %u %s, %u of them unusable: %s", path, jobs->entries, s, jobs->bad,
		               jobs->first_bad);
	for (int i = 0; i < KIND_COUNT; i++) {
		if (jobs->other_kind[i] == jobs->entries)
			return trouble(t, "%s: no C in it: %u %s, all %s", path, jobs->entries, s, names[i]);
		if (!jobs->other_kind[i])
			continue;
		n += (size_t)snprintf(list + n, sizeof list - n, "%s%u %s", separator, jobs->other_kind[i], names[i]);
		separator = ", ";
	}
	return trouble(t, "%s: no C in it: %u %s%s", path, jobs->entries, s, list);
}

bool capture_parse(struct arena *a, struct bytes text, const char *path, struct jobs *jobs, struct trouble *t)
{
	struct capture c;
	json_error_t error;
	json_t *root;

	if (!text.len)
		return trouble(t, "%s: the file is empty", path);
	root = json_loadb(text.at, text.len, 0, &error);
	if (!root)
		return trouble(t, "%s:%d:%d: not JSON: %s", path, error.line, error.column, error.text);
	if (!json_is_array(root)) {
		trouble(t, "%s: not a compilation database: %s, not an array of entries", path, type_name(root));
		json_decref(root);
		return false;
	}
	entry_begin(&c, a, path, jobs);
	jobs->entries = (uint32_t)json_array_size(root);
	for (; c.entry < jobs->entries; c.entry++)
		read_entry(&c, json_array_get(root, c.entry));
	entry_end(&c);
	json_decref(root);
	count(jobs);
	return jobs->job.n || no_c(jobs, path, t);
}

/* The database in a directory or in its build/; NULL: there is none. */
static const char *inside(struct arena *a, const char *dir)
{
	static const char *const places[] = { DATABASE, "build/" DATABASE };

	for (int i = 0; i < 2; i++) {
		const char *path = path_join(a, dir, places[i]);
		if (file_exists(path) && !file_is_dir(path))
			return path;
	}
	return NULL;
}

bool capture_database(struct arena *a, const char *path, struct jobs *jobs, struct trouble *t)
{
	struct arena scratch;
	struct bytes text;
	const char *name = path;
	bool ok;

	if (file_is_dir(path)) {
		name = inside(a, path);
		if (!name)
			return trouble(t, "%s: no " DATABASE " in it or in its build/; `snag capture -- make` makes one", path);
	}
	arena_init(&scratch, "capture file");
	ok = file_read(&scratch, name, &text, t) && capture_parse(a, text, name, jobs, t);
	arena_release(&scratch);
	return ok;
}

const char *capture_find(struct arena *a, const char *start_dir)
{
	const char *dir = path_join(a, path_cwd(a), start_dir);

	for (;;) {
		const char *found = inside(a, dir);
		if (found || !strcmp(dir, "/"))
			return found;
		dir = path_dir(a, dir);
	}
}

/* What clang is given is the name, and it has another standard input than we do. Of the devices, /dev/shm holds files. */
static bool is_of_process(struct arena *a, const char *file)
{
	const char *path = path_join(a, path_cwd(a), file);

	return (!strncmp(path, "/dev/", 5) && strncmp(path, "/dev/shm/", 9) != 0) || !strncmp(path, "/proc/", 6);
}

static bool usable(struct arena *a, const char *file, struct trouble *t)
{
	if (!strcmp(file, "-") && !file_exists(file))
		return trouble(t, "-: standard input is not read: write the program to a file and name it");
	if (file_is_dir(file))
		return trouble(t, "%s: a directory, not a C file; for a project use `snag check -p %s`", file, file);
	if (!file_exists(file))
		return trouble(t, "%s: %s", file, strerror(errno));
	if (is_of_process(a, file) || !file_is_regular(file))
		return trouble(t, "%s: not a regular file: copy the program to one and name it",
		               file);
	return true;
}

bool capture_files(struct arena *a, const char *const *files, uint32_t n, const char *const *flags, uint32_t nflags,
                   struct jobs *jobs, struct trouble *t)
{
	struct capture c;
	bool ok = true;

	entry_begin(&c, a, "command line", jobs);
	jobs->entries = n;
	for (; ok && c.entry < n; c.entry++) {
		struct words words = { 0 };
		*vec_add(&c.scratch, &words) = "cc";
		for (uint32_t i = 0; i < nflags; i++)
			*vec_add(&c.scratch, &words) = flags[i];
		*vec_add(&c.scratch, &words) = files[c.entry];
		ok = usable(&c.scratch, files[c.entry], t);
		if (ok)
			entry_add(&c, "", files[c.entry], &words);
		arena_release(&c.scratch);
	}
	entry_end(&c);
	count(jobs);
	return ok && (jobs->job.n || no_c(jobs, n == 1 ? files[0] : "command line", t));
}

/* ---- jobs of others ---- */

static void note_left_out(void *data, const char *flag, const char *why, bool refused)
{
	(void)flag, (void)why, (void)refused;
	*(bool *)data = true;
}

/* The words for the inner compiler stand behind all others for clang, wherever they are. */
static void take_apart(struct arena *a, const char *const *word, uint32_t n, struct words *outer, struct words *inner)
{
	for (uint32_t i = 0; i < n; i++)
		if (!strcmp(word[i], "-Xclang") && i + 1 < n)
			*vec_add(a, inner) = word[++i];
		else
			*vec_add(a, outer) = word[i];
}

static bool same_words(const struct words *a, const struct words *b)
{
	bool same = a->n == b->n;

	for (uint32_t i = 0; same && i < a->n; i++)
		same = !strcmp(a->at[i], b->at[i]);
	return same;
}

/* The filter, which makes each flag anew, has nothing to do: what comes out is what went in. */
bool capture_allowed(const struct job *j)
{
	struct arena a;
	struct flags flags;
	struct words in = { 0 }, out[2] = { 0 }, again[2] = { 0 };
	bool left = false, same;
	struct capture_command c = { .dir = j->dir, .file = j->file, .left_out = note_left_out, .data = &left };

	arena_init(&a, "job of another");
	for (uint32_t i = 0; i < j->nargs; i++)
		*vec_add(&a, &in) = j->args[i];
	flags_init(&flags, &a);
	flags_filter(&flags, &a, &in, &c);
	take_apart(&a, j->args, j->nargs, &out[0], &out[1]);
	take_apart(&a, (const char *const *)c.args.at, c.args.n, &again[0], &again[1]);
	same = c.kind == KIND_c && !left && same_words(&out[0], &again[0]) && same_words(&out[1], &again[1]);
	arena_release(&a);
	return same;
}
