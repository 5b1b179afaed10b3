/* image_file: images of linked programs taken apart by hand, for the tests and the fuzz target of link. The head and the
 * sizes of rows are written down here a second time, on purpose: a change of the file that forgets IMAGE_FORMAT fails the
 * tests. */
#ifndef TESTS_UNIT_IMAGE_FILE_H
#define TESTS_UNIT_IMAGE_FILE_H

#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "ir/body.h"
#include "link/image.h"

enum part {
	KEY,
	NAME,
	STRING,
	SLOT,
	TYPE,
	FIELD,
	SYM,
	RELOC,
	KONST,
	UNIT,
	FN,
	CALLEE,
	COPIES,
	CONFLICT,
	MAP,
	TEXT,
	BYTES,
	PARTS
};

static const size_t part_row[PARTS] = { 1, 1, 16, 4, 56, 24, 80, 24, 48, 52, 64, 4, 4, 20, 4, 1, 1 };

struct image_head {
	char magic[8];
	uint32_t format, sections;
	uint64_t merged, conflicts;
	uint64_t n[PARTS];
};

/* Makes the checksum fit, whatever else is wrong. */
static inline void image_seal(char *file, size_t len)
{
	uint64_t check;

	if (len < sizeof check)
		return;
	check = XXH3_64bits(file, len - sizeof check);
	memcpy(file + len - sizeof check, &check, sizeof check);
}

/* Row `i` of a section, of a file whose head is right. */
static inline char *image_row(char *file, enum part part, uint64_t i)
{
	struct image_head h;
	size_t at = (sizeof h + 15) / 16 * 16;

	memcpy(&h, file, sizeof h);
	for (int k = 0; k < (int)part; k++)
		at += (h.n[k] * part_row[k] + 15) / 16 * 16;
	return file + at + i * part_row[part];
}

/* The key the file says it has, wherever its head leads; none if that is outside. */
static inline struct bytes image_key(struct bytes file)
{
	size_t at = (sizeof(struct image_head) + 15) / 16 * 16;
	struct image_head h;

	if (file.len < at)
		return (struct bytes){ "", 0 };
	memcpy(&h, file.at, sizeof h);
	return h.n[KEY] > file.len - at ? (struct bytes){ "", 0 } : (struct bytes){ file.at + at, h.n[KEY] };
}

/* Everything that is done with a file before an analysis sees it, and a look at all of it. False wherever it is refused. */
static inline bool image_use(struct arena *a, struct bytes file, FILE *out)
{
	struct linked *r;
	struct body b = { 0 };
	struct trouble t = { "" };

	if (image_parse(a, file, image_key(file), &r) != IMAGE_GOOD)
		return false;
	(void)intern_find(&r->program->str, "no such string", 14);
	for (uint32_t i = 1; i < r->program->fn.n; i++)
		if (!body_read(a, r->program, (struct fn_id){ i }, &b, &t) || !body_valid(r->program, &b, &t)) {
			CHECK(t.text[0], "refused without a reason");
			return false;
		}
	link_dump(r, out);
	ir_dump(r->program, NULL, out);
	return true;
}

#endif
