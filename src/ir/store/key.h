/* key: what makes two types one across units (key.c). Keys are not stored in files: they follow from the tables. */
#ifndef IR_KEY_H
#define IR_KEY_H

#include "ir/ir.h"

/* of its name only: equal also where the other unit lacks its fields */
uint64_t type_word(const struct program *, struct type_id);
void type_keys(struct program *); /* fills type.key of all; the tables must be complete and valid */

#endif
