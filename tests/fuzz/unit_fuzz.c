/* Any bytes as a unit file. The checksum is repaired first, or no mutation would get past it. What does not begin like a unit
 * file is the inside of one: four bytes say how long the tables are, then tables and code as they are before zstd, so that a
 * changed byte is a changed number of a table and not a broken frame (unit_seeds.py makes such seeds of C files).
 *
 * A file may be refused, with a reason. One that is taken is read whole, dumped, and linked with itself. */
#include "fuzz.h"

#include "../unit/unit_file.h"
#include "ir/store/key.h"
#include "link/link.h"

static FILE *nowhere; /* opened once: an open a run would be most of the run */

static struct bytes to_file(struct arena *a, const uint8_t *data, size_t size)
{
	uint32_t tables;
	char *file;

	if (size >= sizeof(struct file_head) && !memcmp(data, "snag-ir\n", 8)) {
		file = arena_copy(a, (const char *)data, size);
		file_seal(file, size);
		return (struct bytes){ file, size };
	}
	if (size < sizeof tables)
		return (struct bytes){ "", 0 };
	memcpy(&tables, data, sizeof tables);
	data += sizeof tables;
	size -= sizeof tables;
	if (tables > size)
		tables = (uint32_t)size;
	return file_wrap(a, (struct bytes){ (const char *)data, tables },
			 (struct bytes){ (const char *)data + tables, size - tables });
}

/* Twice: each symbol meets another definition of itself. */
static void link_it(struct arena *a, const struct program *p)
{
	struct linker *l = link_begin(a, "fuzz");
	struct linked *r;

	for (int i = 0; i < 2; i++)
		link_add(l, p, &(struct link_unit){ "", i ? "b.c" : "a.c", false, false, false });
	r = link_end(l);
	link_check(r);
	link_dump(r, nowhere);
	ir_dump(r->program, NULL, nowhere);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a;
	struct program p;
	struct trouble t = { "" };

	if (!nowhere)
		nowhere = fopen("/dev/null", "w");
	CHECK(nowhere, "no /dev/null");
	arena_init(&a, "fuzz");
	if (file_use(&a, to_file(&a, data, size), &p, nowhere, &t)) {
		type_keys(&p);
		link_it(&a, &p);
	} else {
		CHECK(t.text[0], "refused without a reason");
	}
	arena_release(&a);
	return 0;
}
