/* model: what functions mean for concurrency. That is data: one primitive a line, in models/ and in the project's own tables.
 *
 *     # name                   does     on                when    family
 *     pthread_mutex_trylock    acquire  *0 try            r==0    mutex
 *     pthread_create           spawn    fn=2 arg=3 id=*0  r==0    thread
 *     multithreaded __x64_sys_*
 *
 * needs   the tables, compiled into the program; .snag/models; --models FILE        gives   struct models
 * misses  what a row cannot say (a lock whose kind depends on two arguments); function-like macros leave no call to match
 *
 * Layers: all built-in tables are layer 0, each project file is a layer above the ones before it. The rows of a name come from
 * the highest layer that speaks of it, so a project replaces a built-in function as a whole ("none" takes its meaning away).
 * doc/models.md describes every word. */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/diag.h"
#include "base/system/file.h"
#include "base/store/intern.h"
#include "base/store/map.h"
#include "row.h"

struct model_table {
	const char *file;
	uint32_t layer;
	bool external, active;
	bool limited; /* its meanings hold only of functions outside: `external`, or what is asked of this program says so */
	VEC(uint32_t) needs; /* interned names; the table counts if the program mentions one of them, or if there are none */
	VEC(uint32_t) outside; /* or, for functions outside, if it calls one of these; `a*`: one of those that rows name */
};

struct model_complaint {
	const char *file, *text;
	uint32_t line; /* 0: the file as a whole */
};

struct model_glob; /* find.c */

struct models {
	struct arena *arena;
	struct intern names;
	VEC(struct model_table) table;
	VEC(struct model_row) all;	       /* as read, also overridden ones; not to be written */
	uint32_t sorted;		       /* how many of them, from the first, are in the order of `row` */
	VEC(struct model_row) row;	       /* the ones that hold, sorted by space, subject and name */
	VEC(struct model_complaint) complaint; /* rows by themselves, then rows together; the first MODEL_COMPLAINTS */
	uint32_t complaints;		       /* how many there were */
	struct map exact, globs;
	VEC(struct model_glob) glob;
	uint32_t longest_prefix;
};

enum { MODEL_COMPLAINTS = 50, MODEL_MAX_LINE = 400, MODEL_MAX_ARG = 63, MODEL_MAX_ROWS = 32 };

struct models_options {
	bool no_builtin;
	bool as_text;		  /* the built-in tables are read, though they are there ready */
	const char *project;	  /* directory with .snag/models (a file, or a directory of *.model), or NULL */
	const char *const *files; /* --models, in the order of the command line */
	uint32_t n_files;
	const char *const *benign; /* --benign: names of variables, and struct_tag.field */
	uint32_t n_benign;
};

/* Reads everything. NULL and the first complaint in `trouble` ("file:line: what, and what to do") when anything is wrong. */
CHECKED struct models *models_load(struct arena *, const struct models_options *, struct trouble *);
/* The same, but always gives a result, with all complaints in it. */
struct models *models_read(struct arena *, const struct models_options *);
/* One text as the only table: for tests, and for rows that were inferred. */
struct models *models_read_text(struct arena *, const char *file, struct bytes);

/* Drops the tables whose %needs names nothing that `mentions` knows: "complete" is a completion only in a kernel. Rows found
 * before are no longer good. Without this call all tables count. A name that begins with + is asked for as a function that is
 * used and not defined. */
void models_select(struct models *, bool (*mentions)(void *context, const char *name), void *context);

/* The first row of a function, the others behind ->next; NULL: nothing is known. An exact name goes before a glob, among globs
 * the longer literal prefix, then more literal characters, then the higher layer, then the alphabet. Const and thread-safe.
 * A function that has a meaning is not analysed: its rows stand for its body. */
const struct model_row *model_find(const struct models *, const char *name);

/* What an atomic row writes: the variable, and what it leaves the old value in. How many, at most MODEL_WRITTEN; the first is
 * the variable unless it is only loaded. */
enum { MODEL_WRITTEN = 3 };
uint32_t model_written(const struct model_row *, const struct model_place *place[MODEL_WRITTEN]);

/* Skips the rows that do not hold because the program itself defines the function:
 *     for (r = model_skip(model_find(m, name), defined); r; r = model_skip(r->next, defined)) */
static inline const struct model_row *model_skip(const struct model_row *r, bool defined)
{
	while (r && r->external && defined)
		r = r->next;
	return r;
}

/* Who holds it is the only thread that runs: an atomic section. By its bit, the highest one: as an int it has a sign. */
static inline bool model_is_alone(const struct model_row *r)
{
	return r->flags >> MODEL_BIT_ALONE & 1;
}

/* The same in another name space: roots, benign variables and fields, per-CPU sections, locks whose order is not judged. */
const struct model_row *model_find_in(const struct models *, enum model_space, enum model_subject, const char *name);
const char *model_string(const struct models *, uint32_t id); /* name, family, field path */
/* Whether a condition on a number holds of this one. */
bool model_condition_holds(const struct model_condition *, int64_t);
/* Of what takes a lock if its result is 0: is this how it fails when all is well, be it the result or errno, so that a
 * program that asks for it has asked for all? An attempt finds it busy; who waits for some time is too late, who waits for ever
 * is interrupted; and -1 is every failure. A semaphore that is waited for for some time has two reasons, and who asks for one of
 * them knows nothing of the other. Other numbers are mistakes of the program, and one of them is held all the same
 * (EOWNERDEAD). */
bool model_is_failure(const struct model_row *, int64_t number);
const char *model_verb_name(enum model_verb);
const char *model_kind_name(enum model_kind);
enum model_space model_space_of(enum model_verb);
bool model_glob_match(const char *pattern, const char *name);
uint32_t model_highest_arg(const struct model_row *); /* number of the last argument that the row speaks of, + 1; 0: none */
/* Where a row stands, "pthread.model:12", in the arena. */
const char *model_where(struct arena *, const struct models *, const struct model_row *);

/* False, and a line in `trouble`, when a row of `name` speaks of an argument that the function does not have. */
CHECKED bool models_check_arity(const struct models *, const char *name, uint32_t n_params, bool vararg, struct trouble *);
void models_check(const struct models *); /* our own invariants: BUG() */
/* The rows that hold, by family, sorted, in the syntax that models_read takes. */
void models_dump(const struct models *, FILE *);

#endif
