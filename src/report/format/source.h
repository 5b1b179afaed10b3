/* source: the lines that findings speak of. Each file is mapped once. What stands in it is somebody else's bytes: whoever prints
 * a line makes it harmless first. */
#ifndef REPORT_SOURCE_H
#define REPORT_SOURCE_H

#include "base/system/file.h"
#include "base/store/map.h"
#include "base/store/vec.h"

struct source_file {
	const char *path;
	struct bytes text;    /* mapped; at NULL: cannot be read */
	const uint32_t *line; /* where each line begins, and one more; NULL: nobody has asked yet */
	uint32_t nlines;
	/* by line, of line_hash; with `nth`: how often the same has been before, from 1; NULL: not yet asked */
	const uint64_t *hash;
	const uint32_t *nth;
};

struct sources {
	struct arena arena;
	VEC(struct source_file) file; /* 0 is none */
	struct map known;        /* hash of a path -> index of the first such file */
};

void sources_init(struct sources *);
void sources_release(struct sources *);

/* A line, from 1, without its end. False: there is no such file or line. */
bool source_line(struct sources *, const char *path, uint32_t line, struct bytes *out);
/* The whole file; at NULL where it cannot be read. */
struct bytes source_text(struct sources *, const char *path);

/* What GitHub knows a line by (codeql-action, fingerprints.ts): a rolling hash of the hundred characters from its beginning on,
 * and how many lines before had the same one, counting this. False: there is no such line. */
bool source_hash(struct sources *, const char *path, uint32_t line, uint64_t *hash, uint32_t *nth);

/* May this byte of a path stand in a URI as it is (RFC 3986)? */
bool path_is_plain(char);

/* Length of the well-formed UTF-8 character at s, or 0. Overlong forms and surrogates are broken; so are C1 controls, which some
 * terminals obey. */
uint32_t utf8_length(const unsigned char *s, size_t left);
/* Columns as editors count them (UTF-16 units, from 1): of byte `column` (from 1), and behind the token that begins there. */
void source_columns(struct bytes line, uint32_t column, uint32_t *first, uint32_t *behind);

#endif
