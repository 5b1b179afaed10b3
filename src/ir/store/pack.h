/* pack: numbers as bytes, seven bits at a time, low ones first; signed ones zigzag. The reader never runs past its end: there it
 * yields zeros and is marked bad, which its user asks for once, when it is done. */
#ifndef IR_PACK_H
#define IR_PACK_H

#include <stdbool.h>

#include "base/store/intern.h"

struct packer {
	struct arena *arena;
	VEC(uint8_t) out;
	struct intern texts; /* of finding_pack.h: begun with the first */
};

void pack_number(struct packer *, uint64_t);
void pack_signed(struct packer *, int64_t);
void pack_bytes(struct packer *, const void *, size_t len);

struct unpacker {
	const uint8_t *at, *end;
	bool bad;
	struct unpacked_texts *texts; /* of finding_pack.h: NULL where there are none */
};

uint64_t unpack_long(struct unpacker *); /* a number that does not fit seven bits, or the end */
const uint8_t *unpack_bytes(struct unpacker *, uint64_t len); /* NULL and bad if there are fewer */

static inline uint64_t unpack_number(struct unpacker *u)
{
	return u->at < u->end && *u->at < 0x80 ? *u->at++ : unpack_long(u);
}
static inline int64_t unpack_signed(struct unpacker *u)
{
	uint64_t v = unpack_number(u);

	return (int64_t)(v >> 1 ^ -(v & 1));
}
/* A number that counts things of at least one byte each, or an index below `limit`: larger ones are bad. */
static inline uint32_t unpack_below(struct unpacker *u, uint64_t limit)
{
	uint64_t v = unpack_number(u);

	if (v >= limit || v > UINT32_MAX) {
		u->bad = true;
		return 0;
	}
	return (uint32_t)v;
}
/* Any number of 32 bits. */
static inline uint32_t unpack_word(struct unpacker *u)
{
	return unpack_below(u, (uint64_t)UINT32_MAX + 1);
}
static inline uint32_t unpack_count(struct unpacker *u)
{
	return unpack_below(u, (uint64_t)(u->end - u->at) + 1);
}

#endif
