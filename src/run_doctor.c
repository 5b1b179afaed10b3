/* The command doctor: what a run needs, and whether it is there; of a database or of files, which units would fail and why.
 *
 *     snag       0.2.0, made with LLVM 19.1.7
 *     clang      /usr/bin/clang-19, 19.1.7
 *     bear       not installed: `snag capture` needs it (Debian: apt-get install bear)
 *     cache      .snag/cache: 120 files, 14 MB
 *     machine    8 processors, 32000 MB of memory
 *     database   build/compile_commands.json: 12 units of C, 2 in other languages, 0 repeated, 0 unusable
 *     flags      -fplugin refused, in 12 units: loads a plugin into the compiler
 *     units      1 of 12 would not be analysed
 *                src/tls.c: fatal error: 'openssl/ssl.h' file not found
 *
 * Exit status: 0 all is well, 3 some units would not be analysed, 2 nothing could be. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "extract/compiler.h"
#include "model/model.h"
#include "report/track/track.h"
#include "run.h"

enum { SHOWN = 20, LABEL = 10 };

/* One line of the table: what, then how it is. */
static void line(const char *label, const char *format, ...) PRINTF(2, 3);
static void line(const char *label, const char *format, ...)
{
	char *text;
	va_list args;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		die("out of memory");
	va_end(args);
	printf("%-*s ", LABEL, label);
	report_clean(stdout, text);
	putchar('\n');
	free(text);
}

static bool tell_clang(struct run *r)
{
	struct compiler clang;
	struct trouble t;

	line("snag", "%s, made with LLVM %s", SNAG_VERSION, compiler_llvm());
	if (!compiler_look(r->arena, &clang, &t)) {
		line("clang", "%s", t.text);
		return false;
	}
	line("clang", "%s, %s", clang.path, clang.version);
	return true;
}

/* The first program of this name in PATH; NULL: there is none. */
static const char *find_program(struct arena *a, const char *name)
{
	const char *path = getenv("PATH");

	for (const char *s = path ? path : "/usr/bin"; *s;) {
		size_t n = strcspn(s, ":");
		char *file = arena_format(a, "%.*s/%s", (int)n, s, name);
		if (n && access(file, X_OK) == 0 && !file_is_dir(file))
			return file;
		s += n + (s[n] == ':');
	}
	return NULL;
}

static void tell_bear(struct run *r)
{
	const char *bear = find_program(r->arena, "bear");

	line("bear", "%s", bear ? bear : "not installed: only `snag capture` needs it (Debian: apt-get install bear)");
}

static bool tell_models(struct run *r)
{
	struct models_options o = { .project = ".", .files = r->opt->models.at, .n_files = r->opt->models.n };
	struct trouble t;
	const struct models *m = models_load(r->arena, &o, &t);

	if (!m) {
		line("models", "%s", t.text);
		return false;
	}
	line("models", "%u rows%s", m->row.n, file_exists(".snag/models") ? ", with those of .snag/models" : "");
	return true;
}

static bool tell_cache(struct run *r)
{
	struct cache_size size = { 0 };
	struct trouble t;

	if (r->opt->no_cache) {
		line("cache", "not used (--no-cache)");
		return true;
	}
	if (!file_may_make_dirs(r->opt->cache, &t) || (file_exists(r->opt->cache) && !cache_measure(r->opt->cache, &size, &t))) {
		line("cache", "%s; --cache=DIR names another place", t.text);
		return false;
	}
	line("cache", "%s: %" PRIu64 " files, %" PRIu64 " MB", r->opt->cache, size.files, size.bytes >> 20);
	return true;
}

static bool tell_runs(struct run *r)
{
	struct trouble t;

	if (!track_check(r->arena, r->opt->db, &t)) {
		line("findings", "%s; --db=FILE names another place", t.text);
		return false;
	}
	line("findings", "%s: %s", r->opt->db, file_exists(r->opt->db) ? "good" : "none kept yet");
	return true;
}

static void tell_machine(struct run *r)
{
	long pages = sysconf(_SC_PHYS_PAGES), free_pages = sysconf(_SC_AVPHYS_PAGES), size = sysconf(_SC_PAGESIZE);

	line("machine", "%ld processors, %u used (-j); %ld MB of memory, %ld free", sysconf(_SC_NPROCESSORS_ONLN), r->opt->jobs,
	     pages / 1024 * size / 1024, free_pages / 1024 * size / 1024);
	line("settings", "%s", r->line->config ? r->line->config : "no .snag.yml here or above");
}

/* ---- what would be analysed ---- */

static bool find_jobs(struct run *r, const char **what)
{
	const struct strings *files = &r->line->files;
	struct trouble t;
	bool good;

	*what = r->opt->project;
	if (!*what && files->n == 1 && file_is_dir(files->at[0]))
		*what = files->at[0];
	if (files->n && !*what) {
		*what = "files";
		good = capture_files(r->arena, files->at, files->n, r->line->rest.at, r->line->rest.n, &r->jobs, &t);
	} else {
		*what = *what ? *what : capture_find(r->arena, path_cwd(r->arena));
		if (!*what || (file_is_dir(*what) && !capture_in(r->arena, *what))) {
			const char *dir = *what ? *what : ".", *advice = capture_advice(r->arena, dir);
			line("database", "%s: no compile_commands.json%s%s", dir, advice ? "; " : "", advice ? advice : "");
			return false;
		}
		good = capture_database(r->arena, *what, &r->jobs, &t);
	}
	if (!good)
		line("database", "%s", t.text);
	return good;
}

static void tell_flags(const struct run *r)
{
	for (uint32_t i = 0; i < r->jobs.left_out.n && i < SHOWN; i++) {
		const struct left_out *x = &r->jobs.left_out.at[i];
		line(i ? "" : "flags", "%s %s, in %u unit%s: %s", x->flag, x->refused ? "refused" : "left out", x->count,
		     x->count == 1 ? "" : "s", x->why);
	}
	if (r->jobs.left_out.n > SHOWN)
		line("", "and %u more", r->jobs.left_out.n - SHOWN);
}

static bool tell_units(struct run *r)
{
	struct extract_options o = { .cache = r->opt->no_cache ? NULL : r->opt->cache, .workers = r->opt->jobs };
	struct trouble t;
	uint32_t shown = 0;

	if (!extract_run(r->arena, &r->jobs, &o, &r->units, &t)) {
		line("units", "%s", t.text);
		return false;
	}
	if (r->units.failed)
		line("units", "%u of %u would not be analysed", r->units.failed, r->units.n);
	else
		line("units", "all %u would be analysed", r->units.n);
	for (uint32_t i = 0; i < r->units.n; i++)
		if (!r->units.unit[i].path && shown++ < SHOWN)
			line("", "%s: %s", path_below(path_cwd(r->arena), r->units.unit[i].file), r->units.unit[i].error);
	if (shown > SHOWN)
		line("", "and %u more", shown - SHOWN);
	r->partial |= r->units.failed > 0;
	return r->units.failed < r->units.n;
}

static void tell_database(const struct run *r, const char *what)
{
	line("database", "%s: %u unit%s of C, %u in other languages, %u repeated, %u unusable", what, r->jobs.job.n,
	     r->jobs.job.n == 1 ? "" : "s", r->jobs.other, r->jobs.twins, r->jobs.bad);
	for (uint32_t i = 0; r->jobs.bad && i < r->jobs.message.n && i < SHOWN; i++)
		line("", "%s", r->jobs.message.at[i]);
}

int command_doctor(struct run *r)
{
	bool clang = tell_clang(r), good = clang;
	const char *what;

	tell_bear(r);
	good &= tell_models(r);
	good &= tell_cache(r);
	good &= tell_runs(r);
	tell_machine(r);
	if (find_jobs(r, &what)) {
		tell_database(r, what);
		tell_flags(r);
		r->partial |= r->jobs.bad > 0;
		good &= clang && tell_units(r);
		extract_release(&r->units);
	} else if (r->opt->project || r->line->files.n) {
		good = false;
	}
	return !good ? EXIT_TROUBLE : r->partial ? EXIT_PARTIAL : EXIT_CLEAN;
}
