/* annotate: what was learned about guards, as annotations of Clang's Thread Safety Analysis in the source.
 *
 *     race      which lock is held at each access  --learn.c-->  lessons: "conn.state: all accesses hold conn.lock"
 *     lessons   and the text of the source         --place.c-->  edits: "GUARDED_BY(&lock) behind `state`, conn.h:12"
 *     edits     and clang-19 -Wthread-safety       --write.c-->  what clang cannot follow is taken back or said of the function
 *     edits                                        --patch.c-->  a unified diff
 *
 * snag tells what is true of the whole program, clang what it can see in one function: an annotation is written only where the
 * two agree (doc/annotate.md, doc/decisions/annotations.md).
 *
 * needs   races, findings, jobs      gives   a patch, and counts of what is annotated and what is left out, and why
 * misses  locks in arrays, locks of nested records, declarations made by macros, old-style definitions: counted */
#ifndef ANNOTATE_ANNOTATE_H
#define ANNOTATE_ANNOTATE_H

#include "capture/capture.h"
#include "ir/finding/finding.h"

/* A variable or a member, and the lock that guards it. Strings are in the arena of the run. */
struct lesson {
	const char *file; /* where the variable, or the record, is declared */
	uint32_t line;
	const char *name;	  /* of the variable or the member */
	const char *record;	  /* "conn": name is a member of it; "" : of one without a name; NULL: a variable */
	const char *lock;	  /* an expression as an annotation writes it: "&lock" of a member beside it, "pool.lock" */
	bool pointee;		  /* what the pointer leads to is guarded, not the pointer */
	bool agreed;		  /* all accesses that may meet hold it */
	bool local_static;	  /* .. of a function: nobody else can name it */
	uint32_t holding, places; /* places of accesses that hold it, of so many */
	VEC(const char *)
	holders; /* functions that access it with the lock held; others need not, since nobody else is there then */
};

enum lesson_left { LEFT_ARRAY, LEFT_NESTED, LEFT_UNNAMED, LEFT_REASONS };

/* What all calls of a function have in common. */
struct lesson_function {
	const char *name, *file;
	bool held;  /* a lock is held on entry, whoever calls */
	bool takes; /* comes back with a lock more, whichever way */
	bool gives; /* .. with one less */
};

struct lessons {
	VEC(struct lesson) lesson;
	VEC(struct lesson_function) function;
	uint32_t left[LEFT_REASONS]; /* variables and members whose locks no annotation of C can name */
};

struct races;
void annotate_learn(struct arena *, struct races *, struct lessons *);

/* Where the code does not keep a guard that the source declares, and nothing races: inconsistent-lock. */
struct finding_list {
	VEC(struct finding) at;
};
void annotate_broken(struct arena *, struct races *, struct finding_list *);

/* For who looks at one name: "conn.state", "12 of 12 accesses hold conn.lock"; "conn.lock", "conn_close", which takes it. Each
 * once, in the order of the program. */
typedef void lesson_each(void *context, const char *subject, const char *says);
void annotate_tell(struct races *, lesson_each *guard, lesson_each *taken, void *context);

/* Two locks, variables, that are always taken in this order. */
struct lesson_order {
	const char *first, *second;
};

struct annotate_options {
	const struct jobs *jobs;
	const struct finding *finding; /* what a function is accused of is not hidden from clang */
	uint32_t nfindings;
	const struct lesson_order *order;
	uint32_t norders;
	uint32_t workers;
	bool inconsistent;	   /* also guards that most accesses hold, not all */
	const char *const *wanted; /* .. of these, "conn.state": somebody has said that the other accesses are wrong */
	uint32_t nwanted;
	const char *dir; /* of the project: files below it are annotated, paths are told from here */
};

/* The patch to `out`; what was done and what was left out in a few lines to `told`. */
CHECKED bool annotate_write(struct arena *, struct lessons *, const struct annotate_options *, FILE *out, FILE *told,
			    struct trouble *);

extern const char *const annotate_header_name; /* "snag_annotations.h" */
struct bytes annotate_header(void);

#endif
