/* libgit2, pull request 5594: the size of a page is asked of the system at the first use of a pool and kept in a static variable. Pools belong to
 * threads, the variable to all. */
#include <stdlib.h>
#include <unistd.h>

struct pool {
	char *page;
	size_t used;
};

static size_t cached_size;

static size_t page_size(void)
{
	if (!cached_size) // RACE 1
		cached_size = (size_t)sysconf(_SC_PAGESIZE) - 16; // RACE 1: what others read in front of it
	return cached_size;
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
