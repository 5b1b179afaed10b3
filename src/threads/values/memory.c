#include "threads/values/memory.h"

#include <string.h>

#include "code/address.h"
#include "threads/values/branch.h"

/* ---- after a start ---- */

/* Starts only: which places may come behind one, in the thread that executes it. */
static void make_early(struct running *r)
{
	struct tables now = r->now;

	if (r->early.passage)
		return;
	r->now = (struct tables){ 0 };
	effects_early(r);
	passages_run(r);
	entries_make(r);
	r->early = r->now;
	r->now = now;
}

/* Only one class executes the instruction, that class alone starts the slot's threads, exists once, and has not started any. */
static bool before_start(struct running *r, struct fn_id fn, uint32_t inst, uint32_t slot)
{
	for (uint32_t k = r->c->first_by_fn[fn.i]; k < r->c->first_by_fn[fn.i + 1]; k++) {
		uint32_t context = r->c->by_fn[k], set = r->threads_of[context], v;
		for (uint32_t t = bits_next(&r->bits, set, 1); t != UINT32_MAX; t = bits_next(&r->bits, set, t + 1)) {
			for (uint32_t i = 0; i < r->child.n; i++)
				if (r->child.at[i].slot == slot && r->child.at[i].thread != t)
					return false;
			if (r->t->thread.at[t].multiplicity != THREAD_ONE)
				return false;
			v = entry_vector(&r->early, &r->class.at[t], t, context);
			v = vector_compose(&r->vectors, v, passage_before(&r->early, context, inst));
			if (v != VECTOR_BOTTOM && vector_value(&r->vectors, v, slot) & SPAWN_EVER)
				return false;
		}
	}
	return true;
}

/* ---- who uses a variable: one walk over the program, for all of them ---- */

struct threads_scan {
	struct running *r;
	struct arena *scratch;
	struct fn_id fn;
	struct body body;
	uint32_t *sym;	 /* by value: it is an address in this variable, */
	int64_t *offset; /* that far behind its start */
};

static uint32_t address_in(const struct threads_scan *s, struct ref ref, int64_t *offset)
{
	const struct konst *k;

	*offset = 0;
	switch (ref_kind(ref)) {
	case REF_SYM:
		return sym_behind_alias(s->r->p, (struct sym_id){ ref_index(ref) }).i;
	case REF_KONST:
		k = program_konst(s->r->p, (struct konst_id){ ref_index(ref) });
		*offset = (int64_t)k->lo;
		return k->kind == KONST_ADDR ? sym_behind_alias(s->r->p, k->sym).i : 0;
	case REF_VALUE:
		*offset = s->offset[ref_index(ref)];
		return s->sym[ref_index(ref)];
	default:
		return 0;
	}
}

static struct variable *variable_of(struct running *r, uint32_t sym)
{
	if (!r->variable[sym])
		r->variable[sym] = arena_new(r->arena, struct variable);
	return r->variable[sym];
}

bool variable_leaks(const struct variable *v, int64_t offset)
{
	for (uint32_t i = 0; i < v->leak.n; i++)
		if (v->leak.at[i].from <= offset && offset < v->leak.at[i].to)
			return true;
	return false;
}

/* The member of the variable's record that the address is in; an address of its first byte may be that of the whole. */
static struct bytes_range leaks_at(const struct program *p, uint32_t sym, int64_t offset)
{
	const struct type *t = program_type(p, type_strip(p, p->sym.at[sym].type));

	for (uint32_t i = 0; offset > 0 && t->kind == TYPE_STRUCT && i < t->nfields; i++) {
		const struct field *f = &p->field.at[t->field + i];
		int64_t from = (int64_t)(f->offset / 8), to = from + (int64_t)(program_type(p, type_strip(p, f->type))->size / 8);
		if (from <= offset && offset < to)
			return (struct bytes_range){ from, to };
	}
	return (struct bytes_range){ INT64_MIN, INT64_MAX };
}

/* A store to config.threads[i], or with a fixed index. */
static void use_element(struct threads_scan *s, uint32_t inst)
{
	struct peel x = peel(&s->body, body_arg(&s->body, &s->body.inst.at[inst], 0), PEEL_ADDRESS);
	int64_t offset;
	uint32_t sym = x.in && x.in->op == OP_load ? address_in(s, body_arg(&s->body, x.in, 0), &offset) : 0;

	if (sym && s->r->p->sym.at[sym].kind == SYM_VARIABLE)
		*vec_add(s->r->arena, &variable_of(s->r, sym)->element) = (struct variable_use){ s->fn, inst, offset };
}

static void use(struct threads_scan *s, uint32_t inst, uint32_t operand, uint32_t sym, int64_t offset)
{
	const struct inst *in = &s->body.inst.at[inst];
	struct variable *v = variable_of(s->r, sym);

	if (in->op == OP_load)
		*vec_add(s->r->arena, &v->load) = (struct variable_use){ s->fn, inst, offset };
	else if ((in->op == OP_store || in->op == OP_rmw || in->op == OP_cmpxchg) && !operand) {
		*vec_add(s->r->arena, &v->store) = (struct variable_use){ s->fn, inst, offset };
		if (in->op == OP_rmw)
			*vec_add(s->r->arena, &v->update) = (struct variable_use){ s->fn, inst, offset };
	}
	else if (in->op != OP_compare && ((in->op != OP_field && in->op != OP_copy) || operand)) {
		v->escapes = true;
		*vec_add(s->r->arena, &v->leak) = leaks_at(s->r->p, sym, offset);
	}
}

/* Blocks may stand before those that dominate them, so until nothing new is derived. */
static void derive(struct threads_scan *s)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < s->body.inst.n; i++) {
			const struct inst *in = &s->body.inst.at[i];
			uint32_t value = body_value(&s->body, i), sym;
			int64_t offset;
			if ((in->op != OP_field && in->op != OP_copy) || s->sym[value])
				continue;
			sym = address_in(s, body_arg(&s->body, in, 0), &offset);
			s->sym[value] = sym;
			s->offset[value] = offset + (in->op == OP_field ? body_offset(&s->body, in) : 0);
			changed |= sym != 0;
		}
	}
}

static void scan_function(struct threads_scan *s)
{
	const struct program *p = s->r->p;

	body_get(s->scratch, p, s->fn, &s->body);
	s->sym = arena_array(s->scratch, body_value(&s->body, s->body.inst.n), sizeof *s->sym);
	s->offset = arena_array(s->scratch, body_value(&s->body, s->body.inst.n), sizeof *s->offset);
	derive(s);
	for (uint32_t i = 0; i < s->body.inst.n; i++) {
		const struct inst *in = &s->body.inst.at[i];
		for (uint32_t k = 0; k < in->nargs; k++) {
			int64_t offset;
			uint32_t sym = address_in(s, body_arg(&s->body, in, k), &offset);
			if (sym && p->sym.at[sym].kind == SYM_VARIABLE)
				use(s, i, k, sym, offset);
		}
		if (in->op == OP_store)
			use_element(s, i);
	}
}

/* Others have its address, or a name for it that is not looked at here. */
static void give_away(struct running *r, struct sym_id sym)
{
	struct variable *v = variable_of(r, sym.i);

	v->escapes = true;
	*vec_add(r->arena, &v->leak) = (struct bytes_range){ INT64_MIN, INT64_MAX };
}

static void scan_program(struct running *r)
{
	struct arena scratch;
	struct threads_scan s = { .r = r, .scratch = &scratch };

	arena_init(&scratch, "threads scratch");
	r->variable = arena_array(r->arena, r->p->sym.n, sizeof *r->variable);
	for (uint32_t f = 1; f < r->p->fn.n; f++) {
		s.fn.i = f;
		s.body = (struct body){ 0 };
		scan_function(&s);
		arena_release(&scratch);
	}
	for (uint32_t i = 0; i < r->p->reloc.n; i++)
		give_away(r, sym_behind_alias(r->p, r->p->reloc.at[i].sym));
	for (uint32_t i = 1; i < r->p->sym.n; i++)
		if (r->p->sym.at[i].kind == SYM_ALIAS && r->p->sym.at[i].addend)
			give_away(r, r->p->sym.at[i].target); /* a second name for a part of it */
}

const struct variable *memory_variable(struct running *r, struct sym_id sym)
{
	if (!r->variable)
		scan_program(r);
	return variable_of(r, sym.i);
}

uint32_t memory_constant(const struct program *p, struct ref ref, int64_t *offset)
{
	const struct konst *k = program_konst_of(p, ref);
	struct sym_id sym = { ref_kind(ref) == REF_SYM ? ref_index(ref) : k && k->kind == KONST_ADDR ? k->sym.i : 0 };
	const struct sym *s = sym.i ? program_sym(p, sym) : NULL;

	*offset = k ? (int64_t)k->lo : 0;
	return s && s->kind == SYM_VARIABLE && s->flags & SYM_DEFINED && s->flags & SYM_CONSTANT && !s->nrelocs ? sym.i : 0;
}

/* ---- members of records ---- */

static uint32_t stored_member(const struct body *b, const struct inst *in)
{
	struct ref address = body_arg(b, in, 0);
	const struct inst *field = body_made_by(b, address);

	if (in->op != OP_store && in->op != OP_rmw && in->op != OP_cmpxchg)
		return 0;
	return field && field->op == OP_field && field->nwords == 4 ? b->word.at[field->word + 3] : 0;
}

static void scan_members(struct running *r)
{
	struct arena scratch;

	arena_init(&scratch, "threads scratch");
	for (uint32_t f = 1; f < r->p->fn.n; f++) {
		struct body b = { 0 };
		body_get(&scratch, r->p, (struct fn_id){ f }, &b);
		for (uint32_t i = 0; i < b.inst.n; i++) {
			uint32_t member = stored_member(&b, &b.inst.at[i]);
			if (member)
				*vec_add(r->arena, &r->member_store) = (struct member_store){ member, { f }, i };
		}
		arena_release(&scratch);
	}
	r->members_known = true;
}

bool dep_excepts(const struct dep *d, struct fn_id fn, uint32_t inst)
{
	return d->except.fn.i == fn.i && d->except.inst == inst;
}

static bool settled(struct running *r, const struct dep *d, uint32_t slot)
{
	const struct variable *v;

	if (d->sym) {
		v = memory_variable(r, (struct sym_id){ d->sym });
		for (uint32_t i = 0; i < (d->elements ? v->element.n : v->store.n); i++) {
			const struct variable_use *u = d->elements ? &v->element.at[i] : &v->store.at[i];
			if (u->offset == d->offset && !dep_excepts(d, u->fn, u->inst) && !before_start(r, u->fn, u->inst, slot))
				return false;
		}
		if (!v->escapes)
			return true;
	}
	if (!d->member || d->elements)
		return false;
	if (!r->members_known)
		scan_members(r);
	for (uint32_t i = 0; i < r->member_store.n; i++) {
		const struct member_store *m = &r->member_store.at[i];
		if (m->member == d->member && !dep_excepts(d, m->fn, m->inst) && !before_start(r, m->fn, m->inst, slot))
			return false;
	}
	return true;
}

bool memory_settled(struct running *r, const struct dep *dep, uint32_t n, uint32_t slot)
{
	if (n)
		make_early(r);
	for (uint32_t i = 0; i < n; i++)
		if (!settled(r, &dep[i], slot))
			return false;
	return true;
}

/* Is every such store made by this class only, and not in the region? */
static bool made_outside(const struct running *r, const struct threads_region *in, struct fn_id fn, uint32_t inst)
{
	for (uint32_t k = r->c->first_by_fn[fn.i]; k < r->c->first_by_fn[fn.i + 1]; k++) {
		uint32_t set = r->threads_of[r->c->by_fn[k]];
		if (set && set != in->class)
			return false;
	}
	return fn.i != in->fn.i || !in->block[code_block(code_get(r->shapes, fn), inst)];
}

static bool untouched(struct running *r, const struct dep *d, const struct threads_region *in)
{
	const struct variable *v = d->sym ? memory_variable(r, (struct sym_id){ d->sym }) : NULL;

	if (!v || variable_leaks(v, d->offset))
		return false;
	for (uint32_t i = 0; !d->elements && i < v->store.n; i++)
		if (v->store.at[i].offset == d->offset && !made_outside(r, in, v->store.at[i].fn, v->store.at[i].inst))
			return false;
	for (uint32_t i = 0; d->elements && i < v->element.n; i++)
		if (v->element.at[i].offset == d->offset && !dep_excepts(d, v->element.at[i].fn, v->element.at[i].inst) &&
		    !made_outside(r, in, v->element.at[i].fn, v->element.at[i].inst))
			return false;
	return true;
}

bool memory_untouched(struct running *r, const struct dep *dep, uint32_t n, const struct threads_region *in)
{
	for (uint32_t i = 0; i < n; i++)
		if (!untouched(r, &dep[i], in))
			return false;
	return true;
}

/* Nobody stores there while a thread of these classes is there, nor do these. */
static bool is_elsewhere(const struct running *r, struct fn_id fn, uint32_t inst, uint32_t readers)
{
	for (uint32_t k = r->c->first_by_fn[fn.i]; k < r->c->first_by_fn[fn.i + 1]; k++) {
		uint32_t context = r->c->by_fn[k], set = r->threads_of[context];
		for (uint32_t w = bits_next(&r->bits, set, 1); w != UINT32_MAX; w = bits_next(&r->bits, set, w + 1))
			for (uint32_t t = bits_next(&r->bits, readers, 1); t != UINT32_MAX;
			     t = bits_next(&r->bits, readers, t + 1))
				if (w == t || running_finds(r->before, t, (struct spot){ w, context, inst }) == FINDS_ANY_TIME)
					return false;
	}
	return true;
}

bool memory_stored_elsewhere(struct running *r, const struct dep *dep, uint32_t n, uint32_t readers)
{
	for (uint32_t i = 0; i < n; i++) {
		const struct variable *v =
			dep[i].sym && !dep[i].elements ? memory_variable(r, (struct sym_id){ dep[i].sym }) : NULL;
		if (!v || variable_leaks(v, dep[i].offset))
			return false;
		for (uint32_t k = 0; k < v->store.n; k++)
			if (v->store.at[k].offset == dep[i].offset &&
			    !is_elsewhere(r, v->store.at[k].fn, v->store.at[k].inst, readers))
				return false;
	}
	return true;
}

/* The only store to what a load reads, by its name; fn 0: there are others, or none. */
static struct dep_place only_store(struct running *r, const struct dep *d)
{
	struct dep_place found = { { 0 }, 0 };
	const struct variable *v = d->sym ? memory_variable(r, (struct sym_id){ d->sym }) : NULL;

	if (!r->members_known)
		scan_members(r);
	if (v ? v->escapes : !d->member)
		return found;
	for (uint32_t i = 0; i < (v ? v->store.n : r->member_store.n); i++) {
		struct dep_place at = v ? (struct dep_place){ v->store.at[i].fn, v->store.at[i].inst }
					: (struct dep_place){ r->member_store.at[i].fn, r->member_store.at[i].inst };
		if (v ? v->store.at[i].offset != d->offset : r->member_store.at[i].member != d->member)
			continue;
		if (found.fn.i)
			return (struct dep_place){ { 0 }, 0 };
		found = at;
	}
	return found;
}

struct threads_origin memory_resolve(struct running *r, struct threads_origin x, uint32_t slot)
{
	struct threads_origin value, address, from = x;
	struct dep_place store;
	const struct code *code;
	uint32_t context;

	if (!x.loads || !origin_is_one(r, &x) || !memory_settled(r, &x.dep[x.loads - 1], 1, slot))
		return x;
	store = only_store(r, &x.dep[x.loads - 1]);
	if (!store.fn.i || r->c->first_by_fn[store.fn.i + 1] != r->c->first_by_fn[store.fn.i] + 1)
		return x;
	code = code_get(r->shapes, store.fn);
	context = r->c->by_fn[r->c->first_by_fn[store.fn.i]];
	if (code->body.inst.at[store.inst].op != OP_store || code->body.inst.at[store.inst].nwords)
		return x;
	from.loads--;
	address = origin_of(r, context, body_arg(&code->body, &code->body.inst.at[store.inst], 0));
	value = origin_of(r, context, body_arg(&code->body, &code->body.inst.at[store.inst], 1));
	if (!origin_same(&from, &address) || value.kind == ORIGIN_NONE || !origin_is_one(r, &value) ||
	    __builtin_add_overflow(value.number[value.loads], x.number[x.loads], &value.number[value.loads]))
		return x;
	return value;
}

bool memory_only_store(struct running *r, uint32_t member, struct fn_id fn, uint32_t inst)
{
	if (!r->members_known)
		scan_members(r);
	for (uint32_t i = 0; i < r->member_store.n; i++) {
		const struct member_store *m = &r->member_store.at[i];
		if (m->member == member && (m->fn.i != fn.i || m->inst != inst))
			return false;
	}
	return true;
}
