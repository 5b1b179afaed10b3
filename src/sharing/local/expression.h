/* expression: an address, or any value, as something that the function has and a number of bytes behind it: fields and casts
 * taken off.
 *
 *     &q->head        value of q + 8          two of them are equal: the same address, while q is the same value */
#ifndef SHARING_EXPRESSION_H
#define SHARING_EXPRESSION_H

#include "sharing/local/local.h"

struct expression {
	bool known, symbol; /* root is a value, or a symbol */
	uint32_t root;
	int64_t offset;
};

struct expression expression_of(const struct local *, struct ref);
bool expression_equal(struct expression, struct expression);
/* Where a value is loaded from; not known: it is not a load. */
struct expression expression_loaded(const struct local *, struct expression value);
uint64_t expression_key(struct expression); /* equal ones have equal keys */

#endif
