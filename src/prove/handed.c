/* handed: does anybody outside know a function before another one has told them? A module's static function that stands in a
 * static table is called by who was handed the table; where only the module's start does that, nobody calls it earlier, and the
 * two have no common beginning: what the start does before stays before.
 *
 *     static int get(void) { return x; }
 *     static const struct ops ops = { get };
 *     int init_module(void) { x = 1; return framework_register(&ops); }
 *
 * misses  that the two meet behind the call that hands it over: there is no harness for them */
#include <string.h>

#include "ir/body.h"
#include "prove/roots.h"

enum { MOST_HOLDERS = 32 };

/* A function and the variables that hold its address, or that of such a variable. */
struct name_holders {
	struct sym_id at[MOST_HOLDERS];
	uint32_t n;
	bool open; /* others can name one of them, or it stands where they look; or there are too many */
};

static bool is_holder(const struct name_holders *h, struct sym_id sym)
{
	for (uint32_t i = 0; i < h->n; i++)
		if (h->at[i].i == sym.i)
			return true;
	return false;
}

static void add_holder(struct name_holders *h, const struct program *p, struct sym_id sym)
{
	const struct sym *s = program_sym(p, sym);

	if (is_holder(h, sym))
		return;
	h->open |= s->linkage != LINK_STATIC || (s->kind == SYM_VARIABLE && s->section.i) || h->n == MOST_HOLDERS ||
		   !strncmp(program_str(p, s->name), "llvm.", 5);
	if (!h->open)
		h->at[h->n++] = sym;
}

static void find_holders(const struct program *p, struct sym_id function, struct name_holders *h)
{
	add_holder(h, p, function);
	for (uint32_t k = 0; k < h->n && !h->open; k++)
		for (uint32_t i = 1; i < p->sym.n && !h->open; i++) {
			const struct sym *s = &p->sym.at[i];
			for (uint32_t j = s->reloc; s->kind == SYM_VARIABLE && j < s->reloc + s->nrelocs; j++)
				if (sym_behind_alias(p, p->reloc.at[j].sym).i == h->at[k].i)
					add_holder(h, p, (struct sym_id){ i });
		}
}

static bool is_named_by(const struct program *p, struct ref r, const struct name_holders *h)
{
	const struct konst *k = program_konst_of(p, r);
	struct sym_id sym = ref_kind(r) == REF_SYM ? (struct sym_id){ ref_index(r) } : k ? k->sym : (struct sym_id){ 0 };

	return sym.i && is_holder(h, sym_behind_alias(p, sym));
}

/* A plain call tells nobody. */
static bool mentions(const struct program *p, const struct body *b, const struct name_holders *h)
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		for (uint32_t k = in->op == OP_call ? 1 : 0; k < in->nargs; k++)
			if (is_named_by(p, body_arg(b, in, k), h))
				return true;
	}
	return false;
}

bool roots_is_told_by(struct callers *c, struct fn_id fn, struct fn_id by)
{
	const struct program *p = c->points->p;
	struct name_holders h = { 0 };
	bool told = false, others = false;

	if (!(c->begins[by.i] & BEGINS_ONCE) || fn.i == by.i)
		return false;
	find_holders(p, p->fn.at[fn.i].sym, &h);
	for (uint32_t i = 1; i < p->fn.n && !h.open && !others; i++) {
		struct arena scratch;
		struct body b = { 0 };
		arena_init(&scratch, "handed");
		body_get(&scratch, p, (struct fn_id){ i }, &b);
		if (i != fn.i && mentions(p, &b, &h)) {
			told = true;
			others = !roots_only(c, (struct fn_id){ i }, by);
		}
		arena_release(&scratch);
	}
	return told && !others && !h.open;
}
