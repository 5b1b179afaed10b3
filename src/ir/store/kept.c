/* Code that stays unpacked. Every phase asks for all functions, some phases often. */
#include <string.h>

#include "base/diag.h"
#include "base/limit.h"
#include "ir/body.h"
#include "ir/reads.h"

enum { INSTS_MOST = 1 << 21 }; /* of a program whose code is kept: about 60 bytes each */

/* Without room for more: who adds to the copy that body_get has handed out gets an array of their own. */
#define KEEP(arena, from, to)                                                                                               \
	((to).n = (from).n, (to).at = arena_array((arena), (from).n, sizeof *(from).at),                                      \
	 (from).n ? (void)memcpy((to).at, (from).at, (from).n * sizeof *(from).at) : (void)0)

static void keep(struct arena *a, const struct body *b, struct body *kept)
{
	kept->fn = b->fn;
	KEEP(a, b->param, kept->param);
	KEEP(a, b->block, kept->block);
	KEEP(a, b->inst, kept->inst);
	KEEP(a, b->arg, kept->arg);
	KEEP(a, b->word, kept->word);
	KEEP(a, b->loc, kept->loc);
}

void bodies_keep(struct arena *a, struct program *p)
{
	struct body b = { 0 }, *kept;
	struct arena scratch;
	uint64_t all = 0;

	for (uint32_t i = 1; i < p->fn.n; i++)
		all += p->fn.at[i].ninsts;
	if (p->body || all > INSTS_MOST)
		return;
	kept = arena_array(a, p->fn.n, sizeof *kept);
	arena_init(&scratch, "bodies");
	for (uint32_t i = 1; i < p->fn.n; i++) {
		body_unpack(&scratch, p, (struct fn_id){ i }, &b);
		keep(a, &b, &kept[i]);
	}
	arena_release(&scratch);
	p->body = kept;
}

void body_get(struct arena *a, const struct program *p, struct fn_id f, struct body *b)
{
	if (reads_noted)
		reads_note(p, f, __builtin_return_address(0));
	limit_in(f.i); /* who reads the code of a function meets limits there */
	if (p->body && f.i && f.i < p->fn.n)
		*b = p->body[f.i];
	else
		body_unpack(a, p, f, b);
}

#define SAME(x, y) ((x).n == (y).n && (!(x).n || !memcmp((x).at, (y).at, (x).n * sizeof *(x).at)))

static bool same_insts(const struct body *x, const struct body *y)
{
	for (uint32_t i = 0; i < x->inst.n && i < y->inst.n; i++) {
		const struct inst *a = &x->inst.at[i], *b = &y->inst.at[i];
		if (a->op != b->op || a->sub != b->sub || a->flags != b->flags || a->type.i != b->type.i || a->arg != b->arg ||
		    a->nargs != b->nargs || a->word != b->word || a->nwords != b->nwords)
			return false;
	}
	return x->inst.n == y->inst.n;
}

void bodies_check(const struct program *p)
{
	struct body b = { 0 };
	struct arena scratch;

	arena_init(&scratch, "bodies");
	for (uint32_t i = 1; p->body && i < p->fn.n; i++) {
		body_unpack(&scratch, p, (struct fn_id){ i }, &b);
		if (!same_insts(&b, &p->body[i]) || !SAME(b.arg, p->body[i].arg) || !SAME(b.word, p->body[i].word))
			BUG("somebody has changed the code of '%s'", program_str(p, program_sym(p, p->fn.at[i].sym)->name));
	}
	arena_release(&scratch);
}
