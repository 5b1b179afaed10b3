/* Prints, for each exact row of the built-in tables: table, line, name, how many arguments it speaks of, whether it uses the
 * result. */
#include <stdio.h>

#include "model/model.h"

static bool uses_result(const struct model_row *r)
{
	return r->on.base == MODEL_RESULT || r->id.base == MODEL_RESULT || r->save.base == MODEL_RESULT ||
	       (r->when.test != MODEL_ALWAYS && r->when.base == MODEL_RESULT);
}

int main(void)
{
	struct arena a;
	const struct models *m;

	arena_init(&a, "list");
	m = models_read(&a, &(struct models_options){ 0 });
	for (uint32_t i = 0; i < m->row.n; i++) {
		const struct model_row *r = &m->row.at[i];
		if (!r->glob && r->subject == MODEL_SYMBOL && model_space_of((enum model_verb)r->verb) == MODEL_MEANING)
			printf("%s %u %s %u %d\n", m->table.at[r->table].file, r->line, model_string(m, r->name),
			       model_highest_arg(r), uses_result(r));
	}
	arena_release(&a);
	return 0;
}
