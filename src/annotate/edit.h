/* edit: annotations on their way into the source, shared by write.c, follow.c and patch.c. */
#ifndef ANNOTATE_EDIT_H
#define ANNOTATE_EDIT_H

#include "annotate/annotate.h"
#include "annotate/source.h"
#include "base/store/intern.h"
#include "base/system/temp.h"
#include "extract/diagnose.h"

enum edit_what {
	EDIT_GUARD,
	EDIT_PT_GUARD,
	EDIT_ORDER,
	EDIT_REQUIRES,
	EDIT_ACQUIRE,
	EDIT_RELEASE,
	EDIT_NOT_ANALYSED,
	EDIT_KINDS
};

/* Why an annotation is not written after all. */
enum edit_dropped {
	DROPPED_NOT,
	DROPPED_COMPILE, /* clang does not accept it there: the lock is declared later, or in another file */
	DROPPED_FOLLOW,	 /* clang warns where snag knows that the lock is held */
};

struct edit {
	uint32_t source;
	uint32_t at, line; /* where, in the text as it is */
	const char *text;  /* "GUARDED_BY(&lock)" */
	uint8_t what, dropped;
	uint32_t subject;     /* of a guard: the lesson; of a function: 0 */
	const char *function; /* of those about functions; NULL */
};

/* A source with its edits, as clang is shown it. */
struct edited {
	struct bytes text;
	bool changed;	       /* since clang was asked last */
	uint32_t include_line; /* a line was inserted behind so many; UINT32_MAX: none was */
};

struct unit_reads {
	VEC(uint32_t) source;
};

struct writing {
	struct arena *arena;
	struct lessons *lessons;
	const struct annotate_options *o;
	struct intern path; /* of sources: id - 1 */
	VEC(struct source_text) source;
	VEC(struct edit) edit;
	struct edited *edited; /* by source, of the last round */
	struct intern done;    /* "function REQUIRES(expression)" */
	VEC(uint32_t) done_in; /* by number there: the round */
	struct intern roots;   /* variables that locks are, or are in */
	struct temp temp;
	struct clang_said *said;  /* by job */
	struct unit_reads *reads; /* by job: sources */
	bool *asked;		  /* by job: what it reads has changed */
	bool *unusable;		  /* by job: does not compile without any edit either */
	uint32_t macros, there, declared, kept,
	    old; /* spots that are not in the text; annotated already; warnings that are meant */
	uint32_t rounds;
	const struct lesson_function **facts; /* by name */
	bool patient;			      /* functions are not given up yet */
};

/* follow.c: one look at what clang says; true: edits have changed. */
bool follow_clang(struct writing *, bool first);
/* write.c */
uint32_t source_at(struct writing *, const char *path); /* + 1; 0: not of the project, or cannot be read */
bool add_function_edit(struct writing *, uint32_t source, const struct definition *, enum edit_what, const char *expression);
/* patch.c */
struct bytes edited_text(struct writing *, uint32_t source, uint32_t *include_line);
void patch_write(struct writing *, FILE *);

#endif
