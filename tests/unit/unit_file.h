/* unit_file: unit files made by hand, for the tests and the fuzz target of ir. The head is written down here a second time, on
 * purpose: a change of the file that forgets UNIT_FORMAT fails the tests.
 *
 *     tables + code  --file_wrap-->  head, one zstd frame, code, with a checksum that fits */
#ifndef TESTS_UNIT_FILE_H
#define TESTS_UNIT_FILE_H

#include <stdio.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

#include "ir/body.h"
#include "ir/store/unit.h"

struct file_head {
	char magic[8];
	uint32_t format, zero;
	uint64_t packed, tables, code, check;
	uint64_t reserved[2];
};

/* Makes the checksum fit, whatever else is wrong. */
static inline void file_seal(char *file, size_t len)
{
	struct file_head h;

	if (len < sizeof h)
		return;
	memcpy(&h, file, sizeof h);
	h.check = 0;
	h.check = XXH3_64bits_withSeed(file + sizeof h, len - sizeof h, XXH3_64bits(&h, sizeof h));
	memcpy(file, &h, sizeof h);
}

static inline struct bytes file_wrap(struct arena *a, struct bytes tables, struct bytes code)
{
	struct file_head h = { .magic = "snag-ir\n", .format = UNIT_FORMAT, .tables = tables.len, .code = code.len };
	size_t room = ZSTD_compressBound(tables.len);
	char *file = arena_alloc(a, sizeof h + room + code.len);
	size_t packed = ZSTD_compress(file + sizeof h, room, tables.at, tables.len, 1);

	CHECK(!ZSTD_isError(packed), "zstd: %s", ZSTD_getErrorName(packed));
	h.packed = packed;
	if (code.len)
		memcpy(file + sizeof h + packed, code.at, code.len);
	memcpy(file, &h, sizeof h);
	file_seal(file, sizeof h + packed + code.len);
	return (struct bytes){ file, sizeof h + packed + code.len };
}

extern const struct embedded unit_dictionary[]; /* of src/ir/store/unit.c */

/* The other way, of a file that is right. */
static inline void file_unwrap(struct arena *a, struct bytes file, struct bytes *tables, struct bytes *code)
{
	ZSTD_DCtx *d = ZSTD_createDCtx();
	struct file_head h;
	char *out;

	memcpy(&h, file.at, sizeof h);
	out = arena_alloc(a, h.tables);
	CHECK(d && ZSTD_decompress_usingDict(d, out, h.tables, file.at + sizeof h, h.packed, unit_dictionary[0].at,
					     unit_dictionary[0].len) == h.tables,
	      "a file of ours does not unpack");
	ZSTD_freeDCtx(d);
	*tables = (struct bytes){ out, h.tables };
	*code = (struct bytes){ file.at + sizeof h + h.packed, h.code };
}

/* Everything that is done with a file before an analysis sees it. False, with a reason, wherever it is refused. */
static inline bool file_use(struct arena *a, struct bytes file, struct program *p, FILE *out, struct trouble *t)
{
	struct body b = { 0 };

	program_init(p, a);
	if (!unit_parse(file, "hostile", p, t))
		return false;
	for (uint32_t i = 1; i < p->fn.n; i++)
		if (!body_read(a, p, (struct fn_id){ i }, &b, t) || !body_valid(p, &b, t))
			return false;
	ir_dump(p, NULL, out);
	return true;
}

#endif
