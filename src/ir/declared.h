/* declared: what annotations in the source say of locks: which one guards a variable or a member, and which one is taken first.
 * Extract keeps them as tags of types, "guarded_by &lock", "acquired_after a" (extract/facts.def).
 *
 * misses  operands with pointers, elements of arrays or calls: counted (gap_annotations) */
#ifndef IR_DECLARED_H
#define IR_DECLARED_H

#include "base/store/map.h"
#include "ir/ir.h"

/* The whole annotation of this word at what is `offset` bytes behind the start of a record, or of a variable, or at what that is
 * a part of: "guarded_by &lock"; NULL: none. `word` ends with a blank. */
const char *declared_of_member(const struct program *, struct type_id record, uint64_t offset, const char *word);
const char *declared_of_variable(const struct program *, struct sym_id, int64_t offset, const char *word);

/* A lock as an operand names it. */
struct declared_lock {
	struct type_id record; /* it is `offset` bytes behind the start of such a record; none: of the variable */
	struct sym_id sym;
	int64_t offset;
};

struct declarations {
	const struct program *p;
	struct map variable; /* id of a name -> symbol; of several the first that is not static */
};

/* Is there any such annotation in the program? Only then the names of its variables are looked up. */
bool declarations_find(struct arena *, const struct program *, struct declarations *);
/* The next operand of an annotation, in *from; false: there is none. */
bool declared_next(struct bytes *from, struct bytes *operand);
struct bytes declared_operands(const char *annotation);
/* Which lock an operand names, at a member of `record` (none: at a variable). false: it cannot be told. */
bool declared_lock(const struct declarations *, struct type_id record, struct bytes operand, struct declared_lock *);
void declarations_count(const struct declarations *); /* those that cannot be told: gap_annotations */

#endif
