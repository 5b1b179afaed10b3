/* The names of what is accessed, and of locks, in a summary. */
#include "summary/summary.h"
#include "term/text.h"

/* c->state = 1 with void *c: what is accessed is a member, so c points to its record. */
static void find_hint(const struct program *p, const struct term *table, const struct access *a, struct term_asked *asked)
{
	const struct term *k = &table[a->at];
	const struct konst *m = a->member.i ? program_konst(p, a->member) : NULL;

	if (!m || m->kind != KONST_MEMBER)
		return;
	if (k->kind == TERM_FIELD && k->offset == (int64_t)m->lo)
		asked->hint = k->base;
	else if (m->lo == 0)
		asked->hint = a->at;
	asked->type = m->type;
}

char *summary_name(struct arena *arena, const struct summaries *s, const struct term *table, uint32_t term,
		   const struct access *a, bool lock)
{
	struct term_asked asked = { .lock = lock, .deep = a && !lock && a->size && a->size <= 8 };

	if (a)
		find_hint(s->p, table, a, &asked);
	return term_text(arena, &(struct term_words){ .points = s->points, .table = table }, term, asked);
}
