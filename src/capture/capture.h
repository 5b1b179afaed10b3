/* capture: from a compilation database, or files and flags, to jobs: one clang command a unit.
 *
 * needs   compile_commands.json (the clang "JSON Compilation Database"), or file names and flags
 * gives   struct jobs: for each C unit its directory, its source and flags that clang-19 accepts and that carry its meaning
 * misses  what a command hides from us: a shell expansion in a `command` ($X, `x`, globs are taken as they stand), a flag that
 *         only gcc has and that changes the meaning of the program (flags.def says which), units that no entry names
 *
 * The database is untrusted. The compiler it names is never run, nothing goes through a shell, and a flag reaches clang only
 * if flags.def lists it: what is not listed is left out and counted, what could load or run code is left out and named in a
 * warning. doc/decisions/flags-by-allow-list.md says why.
 *
 * What the one who runs clang must add, or these promises are void:
 *   - run clang by its own path with posix_spawn or exec in `dir`, with capture_guard[] first and then `args`, `-c`, `file`;
 *   - a fresh environment with PATH alone, or at least without the variables of capture_unsafe_env[];
 *   - expect that `dir` or `file` may not exist, or be a link loop: that is a unit that did not compile, not a bad database. */
#ifndef CAPTURE_CAPTURE_H
#define CAPTURE_CAPTURE_H

#include "base/diag.h"
#include "base/system/file.h"
#include "base/store/vec.h"

/* What an entry is. All but KIND_c are left out. */
#define CAPTURE_KINDS(K) \
	K(c, "C") \
	K(cxx, "C++") \
	K(assembly, "assembly") \
	K(objc, "Objective-C") \
	K(fortran, "Fortran") \
	K(cuda, "CUDA, HIP or OpenCL") \
	K(rust, "Rust") \
	K(header, "precompiled headers") \
	K(preprocess, "preprocessing only") \
	K(msvc, "MSVC command lines") \
	K(unknown, "of an unknown language")

enum capture_kind {
#define K(name, text) KIND_##name,
	CAPTURE_KINDS(K)
#undef K
	KIND_COUNT
};

extern const char *const capture_kind_name[KIND_COUNT]; /* for people: "C++" */

struct job {
	const char *dir;         /* absolute: where the compiler ran */
	const char *file;        /* absolute, normalised: the source */
	const char *const *args; /* flags for clang: no compiler name, no source, no -c, -o, -g, -M, -W */
	uint32_t nargs;
	uint32_t entry; /* index in the database, from 0: the first one of its twins */
	bool shared;    /* it, or a twin, is compiled for a shared object: with -fPIC, not -fPIE */
};

/* A flag that was left out, in the order of first sight. */
struct left_out {
	const char *flag;
	const char *why;
	uint32_t count; /* how often */
	bool refused;   /* it could load or run code: also a message */
};

struct jobs {
	VEC(struct job) job;
	VEC(struct left_out) left_out;
	VEC(const char *) message;      /* one line each, no repeats, for the user: refused flags, unusable entries */
	uint32_t entries;               /* in the database: job.n + other + twins + bad */
	uint32_t other;                 /* not C */
	uint32_t other_kind[KIND_COUNT]; /* the same, by kind */
	uint32_t twins;                 /* same file and meaning as an earlier entry */
	uint32_t bad;                   /* not usable: that part of the input is not analysed */
	const char *first_bad;          /* what is wrong with the first of these; NULL: there is none */
};

/* Everything a job points to lives in the arena. On false the trouble names the file, and the jobs are not to be used.
 * `path` is the database or a directory that holds it (itself or in build/). A database without C is trouble; entries
 * that make no sense are not, while others do: they are counted in `bad`, with a message. */
CHECKED bool capture_database(struct arena *, const char *path, struct jobs *, struct trouble *);
/* The same for a database in memory; `path` is its name for messages, and relative directories start at its directory. */
CHECKED bool capture_parse(struct arena *, struct bytes, const char *path, struct jobs *, struct trouble *);
/* Is this a job that capture itself could have made: of C, with no flag in it that it would leave out? For jobs of others. */
bool capture_allowed(const struct job *);
/* Each file with the same flags, as typed after `--`; they are filtered by the same table. */
CHECKED bool capture_files(struct arena *, const char *const *files, uint32_t n, const char *const *flags, uint32_t nflags,
                           struct jobs *, struct trouble *);

/* compile_commands.json in this directory, in its build/, then the same in each directory above; NULL: nowhere. */
const char *capture_find(struct arena *, const char *start_dir);

/* The same in this directory and its build/ only. */
const char *capture_in(struct arena *, const char *dir);
/* Where there is none: what builds the project there, and the one command that makes one; NULL: that cannot be told. */
const char *capture_advice(struct arena *, const char *dir);

struct capture_change {
	uint32_t added, updated, kept, removed; /* entries; removed: their files or directories are gone */
	uint32_t entries, seen;                 /* that are left: 0, and it is not written; in what the build says */
	bool had;                               /* there was a database */
	bool unread;                            /* there was something, and it is none: what it said is lost */
};

/* What a build says it compiled (`fresh`, a database; may be absent) into the database `path`, which is replaced in one step, and
 * only if that changes it: what the build left alone stays. */
CHECKED bool capture_merge(const char *path, const char *fresh, struct capture_change *, struct trouble *);

/* Runs `bear -- argv...` and merges what it saw into OUTPUT: the exit status of the build, 128 + n for a signal, 2 if bear
 * cannot be run or the database cannot be written (after one line on stderr that says what to do). */
int capture_build(const char *output, char *const argv[]);

void capture_warn(const struct jobs *); /* the messages, through warn() */
void capture_dump(const struct jobs *, FILE *);
void capture_check(const struct jobs *); /* BUG unless what this header promises of the jobs holds */

extern const char *const capture_guard[];      /* flags to put before a job's own; ends with NULL */
extern const char *const capture_unsafe_env[]; /* variables that change what clang reads, runs or writes; ends with NULL */

#endif
