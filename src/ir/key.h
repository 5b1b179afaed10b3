/* key: what makes two types one across units (key.c). Keys are not stored in files: they follow from the tables. */
#ifndef IR_KEY_H
#define IR_KEY_H

#include "ir/ir.h"

void type_keys(struct program *); /* fills type.key of all; the tables must be complete and valid */

#endif
