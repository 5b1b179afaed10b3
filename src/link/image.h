/* image: a linked program as a file that is used where it is mapped.
 *
 *     head       magic, format, how many rows each section has                 fixed
 *     sections   rows as they stand in memory (ir.h), the maps of the units,   each aligned to 16 bytes, back to back
 *                the text of strings, and bytes: values, code, source places
 *     checksum   XXH3 of everything before it                                  8 bytes
 *
 * Nothing is unpacked and no row is changed: rows hold offsets (struct extent, struct intern_entry), and only the table of units,
 * which holds pointers to its maps, is made anew. Reading is a checksum and one walk over the tables.
 *
 * What is in the file is not believed: a checksum tells damage, and one that was made to fit still meets the walk, which asks of
 * every id, extent, slot and map whether it is in range. Code is looked at by body_get, function by function. */
#ifndef LINK_IMAGE_H
#define LINK_IMAGE_H

#include "link/link.h"

#define IMAGE_FORMAT 2 /* another snag has other names for its files (keep.h); this tells them apart by looking */

enum image_state {
	IMAGE_GOOD,
	IMAGE_OTHER, /* whole as far as one looks, but of another program or another state of it */
	IMAGE_BAD    /* none there, not ours, damaged, or made to deceive */
};

/* `key` is a text that says what the program was made from; a file with another one is not taken. Atomic; the same program and
 * key give the same bytes. Takes no memory to speak of. */
CHECKED bool image_save(const struct linked *, struct bytes key, const char *path, struct trouble *);

/* The result is in `out` except for what stays in the mapping until unit_close(result->program). */
CHECKED enum image_state image_load(struct arena *out, const char *path, struct bytes key, struct linked **);
/* The same from memory, aligned to 16, which must live as long as the result. */
CHECKED enum image_state image_parse(struct arena *out, struct bytes file, struct bytes key, struct linked **);

#endif
