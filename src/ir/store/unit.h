/* unit: one unit as a file.
 *
 *     head      magic, format version, sizes, checksums                        fixed, 64 bytes
 *     tables    strings, types, symbols, constants, functions, source places,  packed, one zstd frame, with a dictionary
 *               initial bytes of variables and wide constants
 *     code      the packed bodies, back to back                                as they are: mapped and read in place
 *
 * Opening a file maps it, checks the checksum, and unpacks the tables; code is never copied. What does not check is
 * refused with a reason: a file of another version, a truncated one, one that is no such file. A file that was made to fool us
 * passes the checksum and must still not crash us: every number is checked against its table when it is used (program_valid). */
#ifndef IR_UNIT_H
#define IR_UNIT_H

#include "ir/ir.h"

#define UNIT_FORMAT 3 /* part of the cache key: a change of the file or of what extract puts in it needs a new one */

/* `p` holds exactly one unit (unit.at[1]) whose ids are its own. Atomic; deterministic. */
CHECKED bool unit_save(const struct program *, const char *path, struct trouble *);

/* Fills `p` (program_init'ed) with the unit of the file. Tables, places and data are in p's arena; code stays in the mapping,
 * which lives until unit_close. Types have no keys yet (type_keys): only who joins units needs them. */
CHECKED bool unit_load(const char *path, struct program *p, struct trouble *);
CHECKED bool unit_parse(struct bytes file, const char *path, struct program *p, struct trouble *); /* the same from memory */
/* Only symbols, what they are called, and the unit's own row: for who asks what a unit needs and gives. Other tables are empty,
 * ids that lead there mean nothing, and texts have a length but no 0 behind them. Nothing stays mapped. */
CHECKED bool unit_load_symbols(const char *path, struct program *p, struct trouble *);
/* The unit of a file as it would be if all that is below the directory `from` had been below `to`, written to `place`. False:
 * that cannot be told without compiling. */
CHECKED bool unit_move(const char *path, const char *from, const char *to, const char *place, struct trouble *);
void unit_close(struct program *);
bool unit_whole(const char *path); /* the head and the checksums are right: what a cache needs to know */

#endif
