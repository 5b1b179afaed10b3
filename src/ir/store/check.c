/* Is this a program? Two questions, two depths.
 *
 * program_valid asks whether every id of the tables is in range: what a hostile file could get wrong after its checksum fits.
 * body_valid asks the same of one function's code. ir_check asks both of everything, and in addition what only a bug of ours
 * could get wrong: that values are defined before they are used (on every path), that phis match their predecessors. */
#include "ir/body.h"
#include "ir/cfg.h"

static bool type_valid(const struct program *p, uint32_t i, struct trouble *t)
{
	const struct type *row = &p->type.at[i];

	if (row->kind == 0 || row->kind >= TYPE_KINDS || row->base.i >= p->type.n || row->name.i >= p->str.entry.n ||
	    row->file.i >= p->str.entry.n || row->field > p->field.n || row->nfields > p->field.n - row->field)
		return trouble(t, "type %u is damaged", i);
	for (uint32_t k = 0; k < row->nfields; k++)
		if (p->field.at[row->field + k].type.i >= p->type.n || p->field.at[row->field + k].name.i >= p->str.entry.n)
			return trouble(t, "field %u of type %u is damaged", k, i);
	return true;
}

/* What link and the analyses take for granted of a symbol's kind. */
static bool kind_fits(const struct program *p, const struct sym *s, uint32_t i)
{
	bool has_code = s->kind == SYM_FUNCTION && s->flags & SYM_DEFINED;

	if (has_code != (s->fn.i != 0) || (s->fn.i && p->fn.at[s->fn.i].sym.i != i))
		return false;
	return (s->kind == SYM_ALIAS || s->kind == SYM_IFUNC || !s->target.i) && s->data.len <= s->size;
}

static bool relocs_valid(const struct program *p, const struct sym *s, uint32_t i, struct trouble *t)
{
	uint64_t before = 0;

	for (uint32_t k = 0; k < s->nrelocs; k++) {
		const struct reloc *r = &p->reloc.at[s->reloc + k];
		if (r->sym.i >= p->sym.n || r->kind < RELOC_ADDRESS || r->kind > RELOC_OTHER || r->offset >= s->size ||
		    r->offset < before)
			return trouble(t, "pointer %u in the value of symbol %u is damaged", k, i);
		before = r->offset;
	}
	return true;
}

static bool sym_valid(const struct program *p, uint32_t i, struct trouble *t)
{
	const struct sym *s = &p->sym.at[i];

	if (s->kind < SYM_FUNCTION || s->kind > SYM_IFUNC || s->linkage < LINK_STATIC || s->linkage > LINK_INLINE ||
	    s->name.i >= p->str.entry.n || s->source.i >= p->str.entry.n || s->section.i >= p->str.entry.n ||
	    s->file.i >= p->str.entry.n || s->type.i >= p->type.n || s->fn.i >= p->fn.n || s->target.i >= p->sym.n ||
	    s->unit.i >= p->unit.n || s->reloc > p->reloc.n || s->nrelocs > p->reloc.n - s->reloc)
		return trouble(t, "symbol %u is damaged", i);
	if (!kind_fits(p, s, i))
		return trouble(t, "symbol %u is not what it says it is", i);
	return relocs_valid(p, s, i, t);
}

/* An alias of an alias of itself would make every walk to its target endless. Each symbol is walked over once. */
static bool aliases_end(const struct program *p, struct trouble *t)
{
	struct arena a;
	uint32_t *walk, cycle = 0;

	arena_init(&a, "check aliases");
	walk = arena_array(&a, p->sym.n, sizeof *walk); /* the first symbol whose walk came by */
	for (uint32_t i = 1; i < p->sym.n && !cycle; i++) {
		uint32_t s = p->sym.at[i].target.i ? i : 0; /* most are no aliases, and end where they begin */
		for (; s && !walk[s]; s = p->sym.at[s].target.i)
			walk[s] = i;
		if (s && walk[s] == i)
			cycle = s;
	}
	arena_release(&a);
	return !cycle || trouble(t, "symbol %u is an alias of itself", cycle);
}

static bool fn_valid(const struct program *p, uint32_t i, struct trouble *t)
{
	const struct fn *f = &p->fn.at[i];

	if (!f->sym.i || f->sym.i >= p->sym.n || f->unit.i >= p->unit.n || f->callee > p->callee.n ||
	    f->ncallees > p->callee.n - f->callee || p->sym.at[f->sym.i].fn.i != i)
		return trouble(t, "function %u is damaged", i);
	for (uint32_t k = 0; k < f->ncallees; k++) {
		uint32_t s = p->callee.at[f->callee + k].i;
		if (!s || s >= p->sym.n || p->sym.at[s].linkage != LINK_STATIC)
			return trouble(t, "callee %u of function %u is damaged", k, i);
	}
	return true;
}

static bool tables_valid(const struct program *p, struct trouble *t)
{
	for (uint32_t i = 1; i < p->type.n; i++)
		if (!type_valid(p, i, t))
			return false;
	for (uint32_t i = 1; i < p->sym.n; i++)
		if (!sym_valid(p, i, t))
			return false;
	if (!aliases_end(p, t))
		return false;
	for (uint32_t i = 1; i < p->konst.n; i++)
		if (!p->konst.at[i].kind || p->konst.at[i].kind >= KONST_KINDS || p->konst.at[i].type.i >= p->type.n ||
		    p->konst.at[i].sym.i >= p->sym.n)
			return trouble(t, "constant %u is damaged", i);
	for (uint32_t i = 1; i < p->fn.n; i++)
		if (!fn_valid(p, i, t))
			return false;
	return true;
}

bool program_valid(const struct program *p, struct trouble *t)
{
	return p->unit.n > 1 ? tables_valid(p, t) : trouble(t, "a program without a unit");
}

/* ---- bodies ---- */

static bool sub_valid(const struct inst *in)
{
	switch (in->op) {
	case OP_binary:
		return in->sub && in->sub < BINARY_COUNT;
	case OP_compare:
		return in->sub && in->sub < COMPARE_COUNT;
	case OP_cast:
		return in->sub && in->sub < CAST_COUNT;
	case OP_rmw:
		return in->sub && in->sub < RMW_COUNT;
	case OP_varargs:
		return in->sub && in->sub < VARARGS_COUNT && in->nargs == (in->sub == VARARGS_copy ? 2 : 1);
	default:
		return true;
	}
}

/* Counts that the packed form does not already fix. */
static bool counts_valid(const struct inst *in)
{
	switch (in->op) {
	case OP_alloca:
	case OP_ret:
	case OP_resume:
		return in->nargs <= 1;
	case OP_phi:
		return in->nargs == in->nwords && in->nargs;
	case OP_call:
		return in->nargs >= 1;
	case OP_switch:
		return in->nargs >= 1 && in->nwords == in->nargs;
	case OP_extract:
	case OP_insert:
		return in->nwords >= 1;
	case OP_asm_goto:
		return in->nwords >= 3;
	default:
		return true;
	}
}

static bool inst_valid(const struct body *b, const struct inst *in)
{
	uint32_t values = b->param.n + b->inst.n, first;

	if (!sub_valid(in) || !counts_valid(in) || in->order >= ORDER_COUNT || in->order2 >= ORDER_COUNT || in->loc >= b->loc.n)
		return false;
	for (uint32_t k = 0; k < in->nargs; k++) {
		struct ref r = b->arg.at[in->arg + k];
		if (ref_kind(r) == REF_NONE || !ref_index(r) || (ref_kind(r) == REF_VALUE && ref_index(r) > values))
			return false;
	}
	if (in->op != OP_phi && !op_is_terminator(in->op))
		return true;
	first = in->op == OP_phi ? 0 : op_first_target(in->op);
	for (uint32_t k = first; k < in->nwords; k++)
		if (b->word.at[in->word + k] >= b->block.n)
			return false;
	return true;
}

bool body_valid(const struct program *p, const struct body *b, struct trouble *t)
{
	const char *name = program_str(p, program_sym(p, program_fn(p, b->fn)->sym)->name);

	for (uint32_t i = 0; i < b->inst.n; i++)
		if (!inst_valid(b, &b->inst.at[i]))
			return trouble(t, "instruction %u of '%s' (%s) is damaged", i, name, op_name(b->inst.at[i].op));
	for (uint32_t i = 0; i < b->block.n; i++)
		for (uint32_t k = 1; k < b->block.at[i].ninsts; k++) {
			const struct inst *in = &b->inst.at[b->block.at[i].inst + k];
			if (in->op == OP_phi && in[-1].op != OP_phi)
				return trouble(t, "a phi in the middle of block %u of '%s'", i, name);
		}
	return true;
}

/* ---- what only a bug of ours could get wrong ---- */

struct checker {
	const struct program *p;
	const struct body *b;
	const char *name;
	struct cfg cfg;
	uint32_t *block_of; /* by instruction */
};

/* Where a value is defined, it must dominate the place it is used at. */
static void check_use(const struct checker *c, struct ref r, uint32_t at, uint32_t block)
{
	uint32_t def;

	if (ref_kind(r) != REF_VALUE || !c->cfg.position[block])
		return;
	def = body_inst(c->b, ref_index(r));
	if (def == UINT32_MAX)
		return;
	CHECK(c->block_of[def] == block ? def < at : cfg_dominates(&c->cfg, c->block_of[def], block),
	      "in '%s', instruction %u uses %u before it is defined", c->name, at, def);
	CHECK(!op_is_terminator(c->b->inst.at[def].op) || c->b->inst.at[def].op == OP_asm_goto,
	      "in '%s', instruction %u uses %u, which yields nothing", c->name, at, def);
}

static void check_phi(const struct checker *c, const struct inst *in, uint32_t at, uint32_t block)
{
	CHECK(in->nargs == c->cfg.npreds[block], "in '%s', phi %u has %u values for %u predecessors", c->name, at, in->nargs,
	      c->cfg.npreds[block]);
	for (uint32_t k = 0; k < in->nargs; k++) {
		uint32_t from = c->b->word.at[in->word + k];
		check_use(c, c->b->arg.at[in->arg + k], c->b->block.at[from].inst + c->b->block.at[from].ninsts, from);
	}
}

static void check_body(struct arena *scratch, const struct program *p, const struct body *b)
{
	struct checker c = { p, b, program_str(p, program_sym(p, program_fn(p, b->fn)->sym)->name), { 0 }, NULL };

	cfg_build(scratch, b, &c.cfg);
	c.block_of = arena_array(scratch, b->inst.n, sizeof *c.block_of);
	for (uint32_t i = 0; i < b->block.n; i++)
		for (uint32_t k = 0; k < b->block.at[i].ninsts; k++)
			c.block_of[b->block.at[i].inst + k] = i;
	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		if (in->op == OP_phi)
			check_phi(&c, in, i, c.block_of[i]);
		else
			for (uint32_t k = 0; k < in->nargs; k++)
				check_use(&c, b->arg.at[in->arg + k], i, c.block_of[i]);
	}
}

static void check_range(const struct program *p, uint32_t from, uint32_t to)
{
	struct arena out, scratch;
	struct body b = { 0 };
	struct trouble t;

	arena_init(&out, "check body");
	arena_init(&scratch, "check cfg");
	for (uint32_t i = from; i < to; i++) {
		if (!body_read(&out, p, (struct fn_id){ i }, &b, &t) || !body_valid(p, &b, &t))
			BUG("%s", t.text);
		check_body(&scratch, p, &b);
		arena_release(&scratch);
	}
	arena_release(&out);
}

void ir_check(const struct program *p)
{
	struct trouble t;

	if (!program_valid(p, &t))
		BUG("%s", t.text);
	check_range(p, 1, p->fn.n);
}
