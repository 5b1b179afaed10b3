/* reads: who reads the code of one function: SNAG_READS=NAME notes from where body_get and body_unpack are called for it. What is
 * read by many is understood many times. tools/reads.py says which functions of which folders that are. */
#ifndef IR_READS_H
#define IR_READS_H

#include "ir/ir.h"

extern bool reads_noted;
void reads_start(void); /* once, before the first phase */
void reads_note(const struct program *, struct fn_id, const void *from);
void reads_end(void);   /* prints, if asked for: a line for each place, as the linker counts addresses, and how often */

#endif
