/* c-ares, issue 475: the calls of ares_library_init are counted in a plain variable, which says what the last ares_library_cleanup has to undo. Two users
 * of the library in one process need not know of each other. */
#include <stddef.h>
#include <stdlib.h>

static unsigned initialized;
static int init_flags;
static void *(*lib_malloc)(size_t) = malloc;

int lib_init_mem(int flags, void *(*amalloc)(size_t))
{
	if (initialized) { // RACE 1
		initialized++; // RACE 1
		return 0;
	}
	initialized++; // RACE 1
	if (amalloc)
		lib_malloc = amalloc; // RACE 3
	init_flags = flags; // RACE 2
	return 0;
}

void lib_cleanup(void)
{
	if (!initialized)
		return;
	initialized--;
	if (initialized)
		return;
	init_flags = 0; // RACE 2
	lib_malloc = malloc; // RACE 3: also with whoever allocates
}

void *lib_alloc(size_t n)
{
	return lib_malloc(n);
}
