#include "prove/data/region.h"

#include <string.h>
#include <sys/mman.h>

#include "base/diag.h"

enum { SPILL = 1 << 20 }; /* room for what is written after the region is full, until somebody looks */

static char *reserve(size_t n)
{
	void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

bool region_init(struct region *r, size_t cap)
{
	*r = (struct region){ .cap = cap };
	r->base = reserve(cap + SPILL);
	r->log = reserve(cap + SPILL);
	if (r->base && r->log)
		return true;
	region_release(r);
	return false;
}

void region_release(struct region *r)
{
	if (r->base)
		munmap(r->base, r->cap + SPILL);
	if (r->log)
		munmap(r->log, r->cap + SPILL);
	*r = (struct region){ 0 };
}

void *region_alloc(struct region *r, size_t n)
{
	char *p;

	n = (n + 15) & ~(size_t)15;
	if (n > r->cap || r->used > r->cap - n) {
		r->full = true;
		if (n > SPILL)
			return NULL;
		p = r->base + r->cap;
		memset(p, 0, n);
		return p;
	}
	p = r->base + r->used;
	if (r->used < r->high)
		memset(p, 0, r->used + n < r->high ? n : r->high - r->used);
	r->used += n;
	if (r->used > r->high)
		r->high = r->used;
	return p;
}

struct prove_entry {
	void *at;
	size_t len;
};

void region_save_slow(struct region *r, void *at, size_t len)
{
	size_t padded = (len + 7) & ~(size_t)7;
	struct prove_entry e = { at, len };

	if (padded > r->cap || r->logged + padded + sizeof e > r->cap) {
		r->full = true;
		/* the path ends here and nothing behind it is looked at, but the way back is lost: the search ends, too */
		return;
	}
	memcpy(r->log + r->logged, at, len);
	memcpy(r->log + r->logged + padded, &e, sizeof e);
	r->logged += padded + sizeof e;
}

struct region_mark region_mark(struct region *r)
{
	r->fresh = r->used;
	return (struct region_mark){ r->used, r->logged };
}

void region_undo(struct region *r, struct region_mark m)
{
	struct prove_entry e;

	CHECK(m.logged <= r->logged && m.used <= r->used, "a way back leads back");
	while (r->logged > m.logged) {
		memcpy(&e, r->log + r->logged - sizeof e, sizeof e);
		r->logged -= sizeof e + ((e.len + 7) & ~(size_t)7);
		memcpy(e.at, r->log + r->logged, e.len);
	}
	r->used = m.used;
	r->fresh = m.used;
}

void region_commit(struct region *r, struct region_mark last)
{
	r->fresh = last.used;
}
