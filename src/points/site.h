/* site: every call of the program that may run a function of it: plain calls, direct or through a pointer, and what the models
 * say of others: pthread_create runs its argument 2 in a new thread, qsort calls its argument 3 before it returns.
 *
 *     qsort(v, n, 8, by_age);      SITE_INNER   fn = the value of argument 3   targets { by_age }
 *     c->ops->read(c);             SITE_CALL    fn = the callee                targets { file_read, sock_read }  by METHOD_FIELD
 */
#ifndef POINTS_SITE_H
#define POINTS_SITE_H

#include "code/place.h"

enum site_kind {
	SITE_CALL = 1, /* runs a target and comes back */
	SITE_INNER,    /* the callee, outside the program, runs a target before it returns: `calls`, `once` */
	/* handed to a function outside of which nothing is known: it may run a target, now or later, in this thread */
	SITE_CALLBACK,
	SITE_SPAWN,    /* a new thread runs a target */
	SITE_TASK,     /* `enqueue`: a worker will run a target */
	/* `handler`: a target is registered and runs later in the context row->kind; struct fields by `task` rows, too */
	SITE_HANDLER,
	SITE_KINDS
};

/* How the targets were found, best first. */
enum site_method {
	METHOD_NONE,     /* no target: none there can be (site.nothing), or none is known, counted as gap_call */
	METHOD_DIRECT,   /* the function is named */
	METHOD_CONTEXT,  /* flow- and context-sensitively (contexts) */
	/* functions that flow there by members of record types, variables, parameters and cells, inside the partition */
	METHOD_FIELD,
	METHOD_TYPE,     /* functions of the partition that can take the call's arguments */
	METHOD_POINTS,   /* all functions of the partition */
	METHODS
};

/* Why a site has fewer targets than its method has found (origin.c), by bits in site.narrowed. */
enum narrowed {
	NARROWED_TABLES, /* it is known which tables of functions get there */
	NARROWED_ROWS,   /* tests on the way ask members that do not go with the others (rows.c) */
	NARROWED_TYPES,  /* others read an argument as another type than the caller did (effective.c) */
	NARROWINGS
};

/* Targets run in the thread of the call, if at all. */
static inline bool site_runs_inside(uint8_t kind)
{
	return kind == SITE_INNER || kind == SITE_CALLBACK;
}

struct site {
	struct fn_id caller;
	uint32_t inst;               /* in caller's body */
	uint8_t kind, method;        /* enum site_kind, site_method */
	uint8_t narrowed;            /* enum narrowed, by bits */
	bool nothing;                /* METHOD_NONE, and known: nothing can be called there (origin.c) */
	const struct model_row *row; /* NULL: a plain call; SITE_CALLBACK: of points.assumed */
	uint32_t target, ntargets;   /* points.target: symbols of functions, ascending; with a body or not */
};

#endif
