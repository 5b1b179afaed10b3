/* link_check: what must hold of a linked program besides what ir_check asks of any. A failure is a bug of this phase. */
#include "link/link.h"

static void check_map(const uint32_t *map, uint32_t n, uint32_t limit, const char *what)
{
	CHECK(map && n && map[0] == 0, "the map of %s does not lead from none to none", what);
	for (uint32_t i = 1; i < n; i++)
		CHECK(map[i] && map[i] < limit, "%s %u leads to %u of %u", what, i, map[i], limit);
}

static void check_units(const struct program *p)
{
	for (uint32_t i = 1; i < p->unit.n; i++) {
		const struct unit *u = &p->unit.at[i];
		check_map(u->str, u->nstrs, p->str.entry.n, "string");
		check_map(u->type, u->ntypes, p->type.n, "type");
		check_map(u->sym, u->nsyms, p->sym.n, "symbol");
		check_map(u->konst, u->nkonsts, p->konst.n, "constant");
	}
}

static void check_types(const struct program *p, struct arena *a)
{
	struct map seen = { 0 };

	for (uint32_t i = 1; i < p->type.n; i++) {
		uint32_t *at = map_at(a, &seen, p->type.at[i].key);
		CHECK(!*at, "types %u and %u have one key", *at, i);
		CHECK(p->type.at[i].base.i < p->type.n, "type %u refers to %u of %u", i, p->type.at[i].base.i, p->type.n);
		*at = i;
	}
	for (uint32_t i = 1; i < p->field.n; i++)
		CHECK(p->field.at[i].type.i < p->type.n, "field %u has type %u of %u", i, p->field.at[i].type.i, p->type.n);
}

/* Every alias ends, or a chain is longer than there are symbols. */
static void check_target(const struct program *p, uint32_t i)
{
	uint32_t steps = 0;

	for (uint32_t s = i; p->sym.at[s].target.i; s = p->sym.at[s].target.i)
		CHECK(++steps < p->sym.n, "alias '%s' leads to itself", program_str(p, p->sym.at[i].name));
}

static void check_sym(const struct program *p, uint32_t i)
{
	const struct sym *s = &p->sym.at[i];
	const char *name = program_str(p, s->name);

	CHECK(s->unit.i && s->unit.i < p->unit.n, "symbol '%s' is of unit %u of %u", name, s->unit.i, p->unit.n);
	CHECK(s->type.i < p->type.n, "symbol '%s' has type %u of %u", name, s->type.i, p->type.n);
	CHECK(s->fn.i < p->fn.n, "symbol '%s' has function %u of %u", name, s->fn.i, p->fn.n);
	CHECK(!s->fn.i || p->fn.at[s->fn.i].sym.i == i, "the function of symbol '%s' is another symbol's", name);
	CHECK((s->kind == SYM_FUNCTION && s->flags & SYM_DEFINED) == (s->fn.i != 0), "symbol '%s': defined or not?", name);
	CHECK(!s->fn.i || p->fn.at[s->fn.i].unit.i == s->unit.i, "symbol '%s' and its function are of two units", name);
	CHECK(s->reloc <= p->reloc.n && s->nrelocs <= p->reloc.n - s->reloc, "symbol '%s': pointers out of range", name);
	for (uint32_t k = 0; k < s->nrelocs; k++)
		CHECK(p->reloc.at[s->reloc + k].sym.i < p->sym.n, "symbol '%s': pointer %u leads nowhere", name, k);
	CHECK(s->target.i < p->sym.n, "symbol '%s' is an alias of %u of %u", name, s->target.i, p->sym.n);
}

static void check_syms(const struct program *p, struct arena *a)
{
	struct map seen = { 0 };

	for (uint32_t i = 1; i < p->sym.n; i++)
		check_sym(p, i);
	for (uint32_t i = 1; i < p->sym.n; i++) {
		const struct sym *s = &p->sym.at[i];
		if (s->target.i)
			check_target(p, i);
		if (s->linkage == LINK_STATIC || !s->name.i)
			continue;
		CHECK(!map_get(&seen, s->name.i), "two symbols are called '%s'", program_str(p, s->name));
		map_put(a, &seen, s->name.i, i);
	}
}

static void check_fns(const struct program *p)
{
	for (uint32_t i = 1; i < p->fn.n; i++) {
		const struct fn *f = &p->fn.at[i];
		CHECK(f->sym.i < p->sym.n && p->sym.at[f->sym.i].fn.i == i, "function %u is not its symbol's", i);
		CHECK(f->callee <= p->callee.n && f->ncallees <= p->callee.n - f->callee, "function %u: callees out of range", i);
		for (uint32_t k = 0; k < f->ncallees; k++)
			CHECK(program_sym(p, p->callee.at[f->callee + k])->linkage == LINK_STATIC,
			      "callee %u of function %u is not static", k, i);
	}
}

static void check_konsts(const struct program *p)
{
	for (uint32_t i = 1; i < p->konst.n; i++)
		CHECK(p->konst.at[i].type.i < p->type.n && p->konst.at[i].sym.i < p->sym.n, "constant %u leads nowhere", i);
}

void link_check(const struct linked *r)
{
	const struct program *p = r->program;
	struct arena a;

	arena_init(&a, "link check");
	check_units(p);
	check_types(p, &a);
	check_syms(p, &a);
	check_fns(p);
	check_konsts(p);
	for (uint32_t i = 0; i < r->conflict.n; i++)
		CHECK(r->conflict.at[i].sym.i < p->sym.n && r->conflict.at[i].dropped.i < p->unit.n, "conflict %u leads nowhere",
		      i);
	arena_release(&a);
}
