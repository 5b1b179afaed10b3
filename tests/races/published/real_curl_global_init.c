/* curl, issue 8681: global_init counts its callers in a plain variable; the first one makes what all handles use. */
#include <stdlib.h>

static unsigned initialized;
static char *ciphers;

int global_init(void)
{
	if (initialized++) // RACE 1
		return 0;
	ciphers = calloc(32, 1); // RACE 2
	return ciphers ? 0 : -1;
}

void global_cleanup(void)
{
	if (!initialized)
		return;
	if (--initialized) // RACE 1
		return;
	free(ciphers); // RACE: two may see the count at 0
	ciphers = NULL; // RACE 2
}
