/* Any bytes as a table: never a crash, and what is accepted survives a dump and a second reading. */
#include <stdlib.h>
#include <string.h>

#include "model/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_dump(struct arena *a, const struct models *m)
{
	char *text = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);
	struct models *again;

	models_dump(m, f);
	fclose(f);
	again = models_read_text(a, "dump", (struct bytes){ text, n });
	if (!m->complaints && (again->complaints || again->row.n != m->row.n))
		BUG("a dump of %u rows reads back as %u: %s", m->row.n, again->row.n,
		    again->complaint.n ? again->complaint.at[0].text : "");
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a;
	struct models *m;
	struct trouble t;

	arena_init(&a, "fuzz");
	m = models_read_text(&a, "fuzz", (struct bytes){ (const char *)data, size });
	models_check(m);
	for (uint32_t i = 0; i < m->row.n; i++) {
		const char *name = model_string(m, m->row.at[i].name);
		if (!models_check_arity(m, name, 1, false, &t) && !t.text[0])
			BUG("a refusal says why");
	}
	check_dump(&a, m);
	arena_release(&a);
	return 0;
}
