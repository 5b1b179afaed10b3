#include "ir/store/pack.h"

#include <string.h>

#include "base/diag.h"

void pack_bytes(struct packer *p, const void *bytes, size_t len)
{
	if (len > UINT32_MAX - p->out.n)
		die("too large: a unit with more than 4 GiB of code or tables");
	vec_reserve(p->arena, &p->out, (uint32_t)len);
	if (len)
		memcpy(p->out.at + p->out.n, bytes, len);
	p->out.n += (uint32_t)len;
}

void pack_number(struct packer *p, uint64_t v)
{
	uint8_t buffer[10];
	size_t n = 0;

	for (; v >= 0x80; v >>= 7)
		buffer[n++] = (uint8_t)(v | 0x80);
	buffer[n++] = (uint8_t)v;
	pack_bytes(p, buffer, n);
}

void pack_signed(struct packer *p, int64_t v)
{
	pack_number(p, (uint64_t)v << 1 ^ (uint64_t)(v >> 63));
}

uint64_t unpack_long(struct unpacker *u)
{
	uint64_t v = 0;

	for (unsigned shift = 0; u->at < u->end && shift < 64; shift += 7) {
		uint8_t b = *u->at++;
		v |= (uint64_t)(b & 0x7f) << shift;
		if (shift == 63 && b > 1)
			break; /* more than 64 bits */
		if (b < 0x80)
			return v;
	}
	u->bad = true;
	u->at = u->end;
	return 0;
}

const uint8_t *unpack_bytes(struct unpacker *u, uint64_t len)
{
	const uint8_t *p = u->at;

	if (len > (uint64_t)(u->end - u->at)) {
		u->bad = true;
		u->at = u->end;
		return NULL;
	}
	u->at += len;
	return p;
}
