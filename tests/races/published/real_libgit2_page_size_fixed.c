/* libgit2, pull request 5594, fixed as there: the kept size is read and written atomically. */
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

struct pool {
	char *page;
	size_t used;
};

static _Atomic size_t cached_size;

static size_t page_size(void)
{
	size_t size = atomic_load(&cached_size);

	if (!size) {
		size = (size_t)sysconf(_SC_PAGESIZE) - 16;
		atomic_store(&cached_size, size);
	}
	return size;
}

struct pool *pool_new(void)
{
	struct pool *p = malloc(sizeof(*p));

	if (!p)
		return NULL;
	p->page = malloc(page_size());
	p->used = 0;
	return p;
}
