/* The tables of Figure 1: a function with its relative lockset, then its guarded accesses.
 *
 *     airo_read_stats {}, {ai->lock}
 *     ai->pwr.ev {}, {} read */
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "summary/summary.h"

struct dumped {
	const struct summaries *all;
	const struct summary *s;
	const struct access *x; /* of an access: what the names of locks may be beside */
};

static const char *name_of_held(void *with, struct arena *a, const struct held *h)
{
	const struct dumped *d = with;

	return d->s->term[h->term].kind == TERM_TOP ? "any" : summary_name(a, d->all, d->s->term, h->term, d->x, true);
}

static void print_relative(struct arena *a, const struct summaries *all, const struct summary *s, const struct access *x,
			   uint32_t relative, FILE *f)
{
	const struct relative *r = &s->relative[relative];
	struct held_names names = { name_of_held, &(struct dumped){ all, s, x } };

	fprintf(f, " {%s}, ", held_text(a, s->guard + r->plus, r->nplus, &names));
	fprintf(f, "{%s}", held_text(a, s->guard + r->minus, r->nminus, &names));
}

static void print_backs(struct arena *a, const struct summaries *all, const struct summary *s, FILE *f)
{
	for (uint32_t i = 0; s->nbacks > 1 && i < s->nbacks; i++) {
		uint8_t x = s->back[i].signs;
		fprintf(f, "  returns%s%s%s:", x & SIGN_BELOW ? " <0" : "", x & SIGN_ZERO ? " 0" : "",
			x & SIGN_ABOVE ? " >0" : "");
		print_relative(a, all, s, NULL, s->back[i].lockset, f);
		fputc('\n', f);
	}
}

struct summary_row {
	const char *text;
	uint32_t access;
};

static int by_row(const void *a, const void *b)
{
	const struct summary_row *x = a, *y = b;
	int d = strcmp(x->text, y->text);

	return d ? d : x->access < y->access ? -1 : 1;
}

/* By name, as the figure has them. */
static void print_accesses(struct arena *a, const struct summaries *all, const struct summary *s, FILE *f)
{
	struct summary_row *row = arena_array(a, (size_t)s->naccesses + 1, sizeof *row);

	for (uint32_t i = 0; i < s->naccesses; i++)
		row[i] = (struct summary_row){
			summary_name(a, all, s->term, s->access[i].at, &s->access[i], access_is_object(s->access[i].flags)), i
		};
	if (s->naccesses > 1)
		qsort(row, s->naccesses, sizeof *row, by_row);
	for (uint32_t i = 0; i < s->naccesses; i++) {
		const struct access *x = &s->access[row[i].access];
		fputs(row[i].text, f);
		print_relative(a, all, s, x, x->lockset, f);
		fprintf(f, " %s%s\n", access_is_object(x->flags) ? "object " : x->flags & ACCESS_ATOMIC ? "atomic " : "",
			x->flags & ACCESS_FREE	      ? "free"
			: x->flags & ACCESS_WRITE     ? "write"
			: access_is_object(x->flags) ? "use"
						      : "read");
	}
}

static void print_summary(const struct summaries *all, const struct summary *s, FILE *f)
{
	struct arena a;

	arena_init(&a, "summary.dump");
	fputs(program_fn_name(all->p, s->fn), f);
	if (s->nbacks)
		print_relative(&a, all, s, NULL, s->sum, f);
	else
		fputs(" does not return", f);
	fputc('\n', f);
	print_backs(&a, all, s, f);
	print_accesses(&a, all, s, f);
	arena_release(&a);
}

void summary_dump(const struct summaries *all, const char *function, FILE *f)
{
	for (uint32_t fn = 1; fn < all->p->fn.n; fn++)
		if (all->of[fn] && (!function || !strcmp(function, program_fn_name(all->p, (struct fn_id){ fn }))))
			print_summary(all, all->of[fn], f);
}
