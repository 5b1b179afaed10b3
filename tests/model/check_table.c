/* Reads a table from stdin and prints what is wrong with it. */
#include <stdio.h>

#include "model/model.h"

int main(void)
{
	static char text[1 << 16];
	size_t n = fread(text, 1, sizeof text, stdin);
	struct arena a;
	const struct models *m;

	arena_init(&a, "check");
	m = models_read_text(&a, "stdin", (struct bytes){ text, n });
	for (uint32_t i = 0; i < m->complaint.n; i++)
		printf("%u: %s\n", m->complaint.at[i].line, m->complaint.at[i].text);
	arena_release(&a);
	return 0;
}
