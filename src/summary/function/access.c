/* Which memory is touched, and under which locks (RELAY, section 3.3, Figure 6): the function's own instructions, and the
 * accesses of what it calls in words of the actuals. Kept is what another thread may reach; equal accesses are one, with all the
 * places it stands for. */
#include <string.h>

#include "code/address.h"
#include "summary/function/work.h"

/* ---- collecting ---- */

struct access_key {
	uint32_t at, lockset, when, size, bits, how, member, within;
};

/* Is it a source of this access already: by another cell of the same address, or, where an instruction is looked at more than
 * once, on another path? */
static bool is_source(struct work *w, uint32_t access, struct summary_source s)
{
	uint32_t key[4] = { access, s.inst, s.callee.i, s.access }, known = w->source_key.n, last = w->access.at[access].last;
	const struct summary_source *before = last ? &w->made_source.at[last - 1].s : NULL;

	if (before && before->inst == s.inst && before->callee.i == s.callee.i && before->access == s.access)
		return true;
	return w->again && keys_id(w->arena, &w->source_key, &key) <= known;
}

static void add_source(struct work *w, uint32_t access, struct summary_source s, uint32_t calls, uint32_t conditions)
{
	struct made_access *m = &w->access.at[access];
	struct made_source *made;
	uint32_t weight = 3 * calls + conditions;
	bool shorter = !m->last || weight < 3u * m->a.calls + m->a.conditions;

	if (is_source(w, access, s))
		return;
	made = vec_add(w->arena, &w->made_source);
	*made = (struct made_source){ s, weight, m->last };
	m->last = w->made_source.n;
	m->a.nsources++;
	if (shorter) {
		m->a.calls = (uint16_t)(calls < UINT16_MAX ? calls : UINT16_MAX);
		m->a.conditions = (uint16_t)(conditions < UINT16_MAX ? conditions : UINT16_MAX);
	}
}

static void add_equal(struct work *w, struct access a, struct summary_source s)
{
	struct access_key key = {
		a.at,	    a.lockset, a.when, a.size, (uint32_t)a.bit << 16 | a.nbits, (uint32_t)a.flags << 8 | a.order,
		a.member.i, a.within.i
	};
	uint32_t id = keys_id(w->arena, &w->access_key, &key), calls = a.calls, conditions = a.conditions;

	if (id > w->access.n) {
		w->nopen += !(a.flags & ACCESS_CLOSED);
		a.calls = a.conditions = 0;
		a.nsources = 0;
		*vec_add(w->arena, &w->access) = (struct made_access){ .a = a };
	}
	add_source(w, id - 1, s, calls, conditions);
}

static bool is_known_better(const struct work *w, uint32_t param)
{
	uint32_t k = ground_param(w->g, w->b.fn, param);

	return k != UINT32_MAX && (w->g->named_param[k] || w->g->entered_inside[w->b.fn.i]);
}

static bool is_open_formal(const struct work *w, const struct term *k, uint32_t unused)
{
	(void)unused;
	return k->kind == TERM_PARAM && is_known_better(w, k->b);
}

/* Does the name hang on a formal that some caller knows better? */
static bool is_open(const struct work *w, uint32_t term)
{
	return work_any_part(w, term, is_open_formal, 0);
}

static bool has_open_lock(struct work *w, uint32_t set)
{
	uint32_t nplus, nminus, *known = map_at(w->arena, &w->open_locks, set);
	const struct held *g = locks_get(w, set, &nplus, &nminus);

	for (uint32_t i = 0; !*known && i < nplus; i++)
		if (is_open(w, g[i].term))
			*known = 2;
	*known = *known ? *known : 1;
	return *known == 2;
}

static void add_access(struct work *w, struct access a, struct summary_source s)
{
	a.lockset = locks_for_callers(w, a.lockset);
	if (!a.when && !has_open_lock(w, a.lockset) && !is_open(w, a.at)) {
		a.flags |= ACCESS_CLOSED;
	} else if (w->nopen >= w->most_open) {
		if (w->most_open)
			limit_met(w->detail == DETAIL_ALL ? LIMIT_summary_open : LIMIT_summary_recursive);
		a.flags |= ACCESS_CLOSED;
	}
	add_equal(w, a, s);
}

static uint32_t class_term(struct work *w, struct cell c)
{
	return term_make(&w->terms, &(struct term){ .kind = TERM_CLASS, .a = c.class, .offset = c.offset });
}

static bool has_load(const struct work *w, uint32_t term)
{
	for (struct term k = term_get(&w->terms, term); term_is_step(k.kind); k = term_get(&w->terms, k.base))
		if (k.kind == TERM_STABLE)
			return true;
	return false;
}

/* Can another thread have this memory, and does somebody write it? */
static bool is_contested(const struct work *w, uint32_t term, uint32_t size)
{
	struct cell cell[CELLS_FEW];
	struct term root = term_get(&w->terms, term_root(&w->terms, term));
	bool named = !has_load(w, term);
	uint32_t n;

	if (root.kind == TERM_NAMED)
		return true;
	if (root.kind == TERM_SYM && named && w->g->contested_variable[root.a])
		return true;
	if (root.kind == TERM_SYM && program_sym(w->p, (struct sym_id){ root.a })->flags & (SYM_CONSTANT | SYM_UNNAMED) &&
	    !has_load(w, term))
		return false; /* a string */
	n = work_cells(w, term, cell);
	for (uint32_t i = 0; i < n && i < limit(LIMIT_summary_cells); i++)
		if (ground_is_contested(w->g, cell[i], size))
			return true;
	return n > limit(LIMIT_summary_cells);
}

/* ---- own instructions ---- */

/* The member that an address selects last. */
static struct konst_id member_of(const struct work *w, struct ref r)
{
	struct peel x = { .b = &w->b, .r = r };

	while (peel_step(&x, PEEL_ADDRESS))
		if (x.in->op == OP_field && x.in->nwords > 3)
			return (struct konst_id){ w->b.word.at[x.in->word + 3] };
	return (struct konst_id){ 0 };
}

/* The member whose address this is; none: an index comes behind it, or it is none. */
static struct konst_id member_at(const struct work *w, struct ref r)
{
	uint32_t inst = body_inst_of(&w->b, r);

	return inst != UINT32_MAX && w->b.inst.at[inst].op == OP_field ? member_of(w, r) : (struct konst_id){ 0 };
}

static void add_touch(struct work *w, uint32_t inst, const struct touch *t, uint32_t at, const struct path_state *s, bool may)
{
	struct access a = { .at = at,
			    .lockset = s->lockset,
			    .size = t->size,
			    .bit = t->bit,
			    .nbits = t->nbits,
			    .flags = t->flags,
			    .order = t->order };

	if (may)
		a.flags |= ACCESS_MAY;
	/* what is handed over as it is: how it is accessed may hang on what else is handed over, as its size */
	if (w->split || term_get(&w->terms, at).kind == TERM_PARAM)
		a.when = flow_condition(w, s);
	if (!t->place.loads && !t->place.name && !t->bulk)
		a.member = member_of(w, t->place.base);
	if (!t->place.loads && !t->place.name && t->bulk && t->size)
		a.within = member_at(w, t->place.base);
	a.conditions = (uint16_t)(w->conditions[w->block_of[inst]] < UINT16_MAX ? w->conditions[w->block_of[inst]] : UINT16_MAX);
	add_access(w, a, (struct summary_source){ .inst = inst });
}

/* The cells behind an operand, as a row leads to them: some bytes further, so many loads, then some bytes further. */
static uint32_t place_cells(const struct work *w, const struct place *place, struct cell out[CELLS_FEW])
{
	uint32_t n = points_cells(w->pt, w->b.fn, place->base, out, limit(LIMIT_summary_cells));

	for (uint32_t i = 0; i < n && i < limit(LIMIT_summary_cells); i++) {
		if (place->first && out[i].class)
			out[i] = points_at(w->pt, out[i], place->first);
		for (uint32_t k = 0; k < place->loads; k++)
			out[i] = points_load(w->pt, out[i]);
		if (place->offset && out[i].class)
			out[i] = points_at(w->pt, out[i], place->offset);
	}
	return n;
}

/* Does the name tell which memory it is? What a row finds behind a pointer in memory that changes has no name of its own, nor has
 * what is behind one on the stack: an iovec. */
static bool tells_memory(const struct work *w, uint32_t inst, const struct touch *t, uint32_t at)
{
	struct term root = term_get(&w->terms, term_root(&w->terms, at));

	if (root.kind == TERM_TOP)
		return false;
	return !t->place.loads || (root.kind != TERM_STACK && !(term_is_value_of(&root, w->b.fn.i) && root.b == inst));
}

/* Where the address is one of several, each is an access, and a lock that is named after it is a lock of that one. */
static void see_touch(struct work *w, uint32_t inst, const struct touch *t, const struct path_state *s)
{
	uint32_t at = work_place(w, &t->place, inst), n = 0, may = 0, each[SET_MOST];
	struct cell cell[CELLS_FEW];
	struct term root;

	if (ref_kind(t->place.base) == REF_VALUE && !t->place.loads && !t->place.name)
		may = w->value[ref_index(t->place.base)].may;
	if (may) {
		const uint32_t *set = set_get(&w->terms, may, &n);
		memcpy(each, set, n * sizeof *each);
	}
	for (uint32_t i = 0; i < n; i++) {
		uint32_t one = term_field(&w->terms, each[i], t->place.offset);
		struct path_state here = *s;
		if (term_get(&w->terms, one).kind == TERM_NULL || term_get(&w->terms, one).kind == TERM_TOP ||
		    !is_contested(w, one, t->bulk ? 0 : t->size))
			continue;
		here.lockset = locks_named_after(w, s->lockset, w->value[ref_index(t->place.base)].must, each[i]);
		add_touch(w, inst, t, one, &here, true);
	}
	if (n)
		return;
	root = term_get(&w->terms, term_root(&w->terms, at));
	if (tells_memory(w, inst, t, at) && root.kind != TERM_COMPUTED) {
		if (is_contested(w, at, t->bulk ? 0 : t->size))
			add_touch(w, inst, t, at, s, false);
		return;
	}
	n = place_cells(w, &t->place, cell);
	w->left_out += limit_over(LIMIT_summary_cells, n);
	for (uint32_t i = 0; i < n && i < limit(LIMIT_summary_cells); i++)
		if (cell[i].class && ground_is_contested(w->g, cell[i], t->bulk ? 0 : t->size))
			add_touch(w, inst, t, class_term(w, cell[i]), s, true);
}

/* ---- callees ---- */

struct composing {
	const struct summary *callee;
	bool plain; /* a call: argument k + 1 is parameter k */
	uint32_t *arg, nargs, *memo;
	uint32_t *rebound; /* by relative of the callee: ours, + 1 */
	uint32_t inst, lockset;
	const struct path_state *state;
	bool later;
};

static uint32_t lockset_at(struct work *w, struct composing *c, uint32_t relative)
{
	if (!c->rebound[relative]) {
		uint32_t inner = relative ? locks_rebind(w, c->callee, relative, c->arg, c->nargs, c->memo, true) : LOCKS_NONE;
		c->rebound[relative] = 1 + (c->later ? locks_unknown(w, inner) : locks_update(w, c->lockset, inner));
	}
	return c->rebound[relative] - 1;
}

/* Names that grow with every turn of a recursion, those of a function that touches too much, and addresses that were computed as
 * numbers are replaced by cells. */
static bool is_too_long(const struct work *w, uint32_t term)
{
	uint32_t steps = 0;
	struct term k;

	for (k = term_get(&w->terms, term); term_is_step(k.kind); k = term_get(&w->terms, k.base))
		steps += k.kind == TERM_STABLE;
	if (k.kind == TERM_TOP || k.kind == TERM_COMPUTED)
		return true;
	if (w->access.n >= limit(LIMIT_summary_accesses))
		return k.kind != TERM_SYM && k.kind != TERM_NAMED && k.kind != TERM_CLASS &&
		       limit_full(LIMIT_summary_accesses, w->access.n);
	return w->in_scc && steps > 1 && k.kind != TERM_SYM;
}

/* Is all of it accessed that way, and is it no record or array, whose parts may be called by names of their own? */
static bool is_whole_member(const struct program *p, struct konst_id member, uint32_t size)
{
	const struct konst *k = program_konst(p, member);
	const struct type *record = program_type(p, type_strip(p, k->type));

	for (uint32_t i = record->field; k->hi == size && i < record->field + record->nfields; i++) {
		const struct field *f = &p->field.at[i];
		uint8_t kind = f->type.i ? program_type(p, type_strip(p, f->type))->kind : TYPE_STRUCT;
		if (f->offset == k->lo * 8 && !f->width)
			return kind == TYPE_INT || kind == TYPE_ENUM || kind == TYPE_POINTER || kind == TYPE_FLOAT;
	}
	return false;
}

/* *n = 1 in the callee, &conn->count here: it is that member which is written. */
static struct konst_id member_handed(const struct work *w, const struct composing *c, const struct access *a)
{
	const struct term *k = &c->callee->term[a->at];
	const struct inst *in = &w->b.inst.at[c->inst];
	struct konst_id member = { 0 };

	if (a->member.i || !a->size || !c->plain || k->kind != TERM_PARAM || k->b + 1 >= in->nargs)
		return a->member;
	member = member_of(w, body_arg(&w->b, in, k->b + 1));
	return member.i && is_whole_member(w->p, member, a->size) ? member : a->member;
}

static struct type_id pointee(const struct program *p, struct type_id pointer)
{
	const struct type *t = program_type(p, type_strip(p, pointer));

	return t->kind == TYPE_POINTER ? t->base : (struct type_id){ 0 };
}

/* What lies at the base of an address, as it is declared; none: nobody says. */
static struct type_id declared_at(const struct work *w, const struct peel *base)
{
	struct sym_id sym = ref_symbol(w->p, base->r, NULL);
	struct address from;

	if (sym.i)
		return program_sym(w->p, sym)->flags & SYM_DEFINED ? program_sym(w->p, sym)->type : (struct type_id){ 0 };
	if (!base->in && ref_kind(base->r) == REF_VALUE && ref_index(base->r) && ref_index(base->r) <= w->b.param.n)
		return pointee(w->p, w->b.param.at[ref_index(base->r) - 1].type);
	from = address_loaded_from(w->p, &w->b, (struct address){ base->r, 0 });
	if (ref_kind(from.base) != REF_SYM)
		return (struct type_id){ 0 };
	return pointee(w->p, type_at(w->p, program_sym(w->p, (struct sym_id){ ref_index(from.base) })->type, from.offset));
}

/* A volatile access through a parameter, of what is not declared volatile here: marked as one that others may meet, as it would
 * be if it stood here (body.h). Elements of arrays are alike. */
static bool is_marked(const struct work *w, const struct composing *c, const struct access *a)
{
	const struct term *k = &c->callee->term[a->at];
	const struct inst *in = &w->b.inst.at[c->inst];
	struct peel x = { .b = &w->b };
	struct type_id type, record = { 0 }; /* the record that is selected from first */
	int64_t offset = 0;

	if ((a->flags & (ACCESS_VOLATILE | ACCESS_ATOMIC | ACCESS_LIBRARY)) != ACCESS_VOLATILE || !a->size ||
	    a->size > sizeof(uint64_t) || !c->plain || k->kind != TERM_PARAM || k->b + 1 >= in->nargs)
		return false;
	x.r = body_arg(&w->b, in, k->b + 1);
	while (peel_step(&x, PEEL_COPY | PEEL_FIELD | PEEL_INDEX)) {
		const struct konst *member = x.in->op == OP_field && x.in->nwords > 3
						   ? program_konst(w->p, (struct konst_id){ w->b.word.at[x.in->word + 3] })
						   : NULL;
		offset += x.in->op == OP_field ? body_offset(&w->b, x.in) : 0;
		record = member && (int64_t)member->lo == body_offset(&w->b, x.in) ? member->type : (struct type_id){ 0 };
	}
	(void)ref_symbol(w->p, x.r, &offset);
	type = declared_at(w, &x);
	if (!type.i || program_type(w->p, type_strip(w->p, type))->kind == TYPE_VOID)
		type = ref_symbol(w->p, x.r, NULL).i ? (struct type_id){ 0 } : record; /* void *p, which is taken for a record */
	return !peel_is_cut(&x) && offset >= 0 && type_is_plain_at(w->p, type, (uint64_t)offset, a->size);
}

static void compose(struct work *w, struct composing *c, uint32_t i)
{
	struct access a = c->callee->access[i];
	struct summary_source s = { .inst = c->inst, .callee = c->callee->fn, .access = i };
	uint32_t at = summary_translate(&w->terms, c->callee, a.at, c->arg, c->nargs, c->memo), n;
	struct cell cell[CELLS_FEW];
	struct summary_condition here = { 0 };

	a.member = member_handed(w, c, &a);
	if (is_marked(w, c, &a)) {
		a.flags |= ACCESS_ATOMIC;
		a.order = ORDER_RELAXED;
	}
	if (a.when && !c->later && !flow_translate(w, c->state, &c->callee->condition[a.when], c->arg, c->nargs, &here))
		return;
	a.when = a.when && !c->later ? flow_intern(w, &here) : 0;
	if (a.flags & ACCESS_CLOSED)
		a.flags |= ACCESS_BELOW;
	a.flags &= (uint8_t)~ACCESS_CLOSED;
	a.lockset = lockset_at(w, c, a.lockset);
	a.calls = (uint16_t)(a.calls < UINT16_MAX ? a.calls + 1 : a.calls);
	a.conditions = (uint16_t)(a.conditions + w->conditions[w->block_of[c->inst]] < UINT16_MAX
					  ? a.conditions + w->conditions[w->block_of[c->inst]]
					  : UINT16_MAX);
	if (term_get(&w->terms, at).kind == TERM_NULL)
		return;
	if (!is_too_long(w, at)) {
		a.at = at;
		canonical_access(w, &a);
		if (is_contested(w, a.at, a.flags & ACCESS_LIBRARY ? 0 : a.size))
			add_access(w, a, s);
		return;
	}
	n = term_cells_of(w->pt, c->callee->term, a.at, cell, limit(LIMIT_summary_cells));
	w->left_out += limit_over(LIMIT_summary_cells, n);
	a.flags |= ACCESS_MAY;
	for (uint32_t k = 0; k < n && k < limit(LIMIT_summary_cells); k++)
		if (ground_is_contested(w->g, cell[k], a.flags & ACCESS_LIBRARY ? 0 : a.size)) {
			struct access one = a;
			one.at = class_term(w, cell[k]);
			canonical_access(w, &one);
			add_access(w, one, s);
		}
}

static void see_target(struct work *w, uint32_t inst, const struct target *t, const struct path_state *s)
{
	struct composing c = { .callee = w->s->of[t->fn.i],
			       .inst = inst,
			       .lockset = s->lockset,
			       .state = s,
			       .later = t->kind == SITE_CALLBACK,
			       .plain = t->kind == SITE_CALL };

	if (!c.callee)
		return;
	c.nargs = w->pt->nparams[t->fn.i];
	c.arg = work_arguments(w, inst, t);
	c.memo = work_memo(w, c.callee);
	c.rebound = arena_array(w->arena, (size_t)c.callee->seen_relatives + 1, sizeof *c.rebound);
	for (uint32_t i = 0; i < c.callee->seen_accesses; i++)
		compose(w, &c, i);
}

static void note_under(struct work *w, const struct target *t, const struct path_state *s)
{
	uint32_t lockset = t->kind == SITE_CALLBACK ? locks_unknown(w, LOCKS_NONE) : s->lockset,
		 *at = map_at(w->arena, &w->under_of, t->fn.i);

	if (*at) {
		w->under.at[*at - 1].lockset = locks_join(w, w->under.at[*at - 1].lockset, lockset);
		return;
	}
	*vec_add(w->arena, &w->under) = (struct under){ t->fn, lockset };
	*at = w->under.n;
}

static void see(struct work *w, uint32_t inst, const struct path_state *s)
{
	struct touch touch[TOUCHES_MOST];
	uint32_t n = touches_of(w->pt, &w->b, inst, touch), targets;
	const struct target *t;

	for (uint32_t i = 0; i < n; i++)
		if (!ground_is_local(w->g, w->b.fn, inst, i))
			see_touch(w, inst, &touch[i], s);
	if (w->b.inst.at[inst].op != OP_call)
		return;
	t = ground_targets(w->g, w->b.fn, inst, &targets);
	for (uint32_t i = 0; i < targets; i++) {
		note_under(w, &t[i], s);
		w->again |= i && t[i].fn.i == t[i - 1].fn.i; /* called, and called back */
	}
	for (uint32_t i = 0; i < targets; i++)
		see_target(w, inst, &t[i], s);
}

void access_run(struct work *w)
{
	intern_init(&w->parts, w->arena);
	flow_visit(w, see);
}
