/* text: a term as the source would write the thing at that address: "d->priv->lock", "vals[...]", "pool.lock". Locks are printed
 * so in dumps and findings. For people only: two different things may have the same text. */
#ifndef TERM_TEXT_H
#define TERM_TEXT_H

#include "term/term.h"

/* Who speaks: the table that the term is of, in either form. */
struct term_words {
	const struct points *points;
	const struct terms *terms;
	const struct term *table; /* if terms is NULL */
};

struct term_asked {
	bool lock;           /* a lock is meant: in a record the one that it begins with */
	bool deep;           /* a scalar is meant */
	uint32_t hint;       /* a term of which the access tells the type; 0: none */
	struct type_id type;
};

char *term_text(struct arena *, const struct term_words *, uint32_t term, struct term_asked); /* in the arena */

#endif
