/* Any bytes as the file of a linked program. The checksum is repaired first, or no mutation would get past it, and the key is
 * the one the file says it has. A file may be refused; one that is taken is read whole and dumped. */
#include "fuzz.h"

#include "../unit/image_file.h"

static FILE *nowhere; /* opened once: an open a run would be most of the run */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a;
	char *file;

	if (!nowhere)
		nowhere = fopen("/dev/null", "w");
	CHECK(nowhere, "no /dev/null");
	arena_init(&a, "fuzz");
	file = arena_copy(&a, (const char *)data, size); /* aligned */
	image_seal(file, size);
	(void)image_use(&a, (struct bytes){ file, size }, nowhere);
	arena_release(&a);
	return 0;
}
