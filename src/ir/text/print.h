/* print: what the printers of this folder share. Names and strings are hostile: nothing but printable ASCII and UTF-8 goes
 * out. */
#ifndef IR_PRINT_H
#define IR_PRINT_H

#include "ir/ir.h"

void print_text(FILE *, const char *, size_t len);
void print_str(const struct program *, struct str_id, FILE *);
void print_base(const struct program *, struct str_id file, FILE *); /* the last part of a path */

#endif
