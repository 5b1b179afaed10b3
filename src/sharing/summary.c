#include "sharing/summary.h"

#include "sharing/classes.h"
#include "sharing/local/effect.h"
#include "sharing/parts.h"
#include "sharing/taken/take.h"

/* ---- what a row says ---- */

static struct pointer place_pointer(struct local *l, uint32_t inst, const struct model_place *place)
{
	struct place at = event_place(l->s->p, l->s->points->models, l->b, inst, place);
	struct pointer p = { 0, 0 };

	if (!at.known)
		return p;
	if (at.name)
		return (struct pointer){ l->value[0], OFFSET_ANY };
	p = at.result ? (struct pointer){ l->value[body_value(l->b, inst)], 0 }
		      : (struct pointer){ local_set(l, at.base), local_offset(l, at.base) };
	for (uint8_t k = 0; k < at.loads; k++)
		p = (struct pointer){ effect_load(l, p.set, p.offset, false), 0 };
	if (p.offset != OFFSET_ANY && p.offset != OFFSET_UNSET)
		p.offset = at.offset > -65536 && at.offset < 65536 ? p.offset + (int32_t)at.offset : OFFSET_ANY;
	return p;
}

static void publish_place(struct local *l, uint32_t inst, const struct model_place *place)
{
	effect_publish(l, inst, place_pointer(l, inst, place).set);
}

static uint32_t new_origin(struct local *l, uint32_t inst)
{
	uint32_t o = origin_make(l, ORIGIN_FRESH, body_value(l->b, inst));

	effect_action(l, inst, ACTION_NEW, o, 0);
	return o;
}

static void apply_alloc(struct local *l, uint32_t inst, const struct model_row *r)
{
	uint32_t set = origins_one(l, new_origin(l, inst));

	if (event_makes_result(r)) {
		effect_result(l, inst, set, 0);
	} else {
		struct pointer p = place_pointer(l, inst, &r->on);
		effect_store(l, inst, p.set, p.offset, set);
	}
}

static void apply_realloc(struct local *l, uint32_t inst, const struct model_row *r)
{
	struct pointer new = { origins_one(l, new_origin(l, inst)), 0 }, old = place_pointer(l, inst, &r->on);

	effect_result(l, inst, new.set, 0);
	effect_copy(l, inst, new, old);
}

/* errno: not made here, but nobody else's, unless its address is handed out. */
static void apply_private(struct local *l, uint32_t inst)
{
	uint32_t o = new_origin(l, inst);

	l->origin.at[o].private = true;
	effect_result(l, inst, origins_one(l, o), 0);
}

static void apply_atomic(struct local *l, uint32_t inst, const struct model_row *r)
{
	struct pointer at = place_pointer(l, inst, &r->on);

	effect_store(l, inst, at.set, at.offset, place_pointer(l, inst, &r->value).set);
	effect_result(l, inst, effect_load(l, at.set, at.offset, false), OFFSET_ANY);
}

/* Threads, tasks and handlers get their arguments; the structure that is published into need not be looked at. */
static void apply_handing_over(struct local *l, uint32_t inst, const struct model_row *r)
{
	publish_place(l, inst, &r->arg);
	publish_place(l, inst, &r->arg2);
	publish_place(l, inst, &r->arg3);
	publish_place(l, inst, &r->task);
	if (event_publishes_contents(r))
		/* what the object holds */
		effect_publish(l, inst, effect_load(l, place_pointer(l, inst, &r->value).set, OFFSET_ANY, false));
	else
		publish_place(l, inst, &r->value);
}

/* Under a thread-specific key a thread finds its own values again, and may then hand them out: those of a class that something
 * shared leads to count as handed out at once. */
static void apply_specific(struct local *l, uint32_t inst, const struct model_row *r)
{
	const struct sharing *s = l->s;
	struct place value = event_place(s->p, s->points->models, l->b, inst, &r->value);
	uint32_t fn = l->b->fn.i;

	for (uint32_t k = s->points->first_instance[fn]; value.known && k < s->points->first_instance[fn + 1]; k++)
		if (s->common[cell_at(s, k, value.base).class]) {
			publish_place(l, inst, &r->value);
			return;
		}
}

static void apply_row(struct local *l, uint32_t inst, const struct model_row *r)
{
	switch (event_kind(r)) {
	case EVENT_ALLOC:
		apply_alloc(l, inst, r);
		break;
	case EVENT_REALLOC:
		apply_realloc(l, inst, r);
		break;
	case EVENT_RETURNS: {
		struct pointer p = place_pointer(l, inst, &r->on);
		effect_result(l, inst, p.set, OFFSET_ANY);
		break;
	}
	case EVENT_PRIVATE:
		if (event_gives_own(r))
			apply_private(l, inst);
		else if (event_hidden(&r->on) && event_says(&r->value))
			apply_specific(l, inst, r);
		break;
	case EVENT_COPIES:
		effect_copy(l, inst, place_pointer(l, inst, &r->on), place_pointer(l, inst, &r->from));
		break;
	case EVENT_ATOMIC:
		apply_atomic(l, inst, r);
		break;
	default:
		if (event_has(r, TRAIT_HANDS_OVER))
			apply_handing_over(l, inst, r);
		if (event_has(r, TRAIT_GIVES_UP))
			effect_action(l, inst, ACTION_RELEASE, 0, 0);
		break;
	}
}

static void publish_arguments(struct local *l, uint32_t inst, uint32_t first)
{
	const struct inst *in = &l->b->inst.at[inst];

	for (uint32_t k = first + 1; k < in->nargs; k++)
		effect_publish(l, inst, local_set(l, body_arg(l->b, in, k)));
}

/* Does a row say where the result comes from? Otherwise it may be anything. */
static bool says_result(const struct model_row *r)
{
	return event_is(r, EVENT_RETURNS) || event_makes_result(r) || event_gives_own(r);
}

static void apply_rows(struct local *l, uint32_t inst, const struct model_row *r)
{
	bool said = false;

	for (; r; r = r->next) {
		said |= says_result(r);
		apply_row(l, inst, r);
	}
	if (!said)
		effect_result(l, inst, l->value[0], OFFSET_ANY);
}

/* ---- what a summary says ---- */

/* The argument for the parameter behind an object of the callee; none: fewer are passed than the summary speaks of. */
static struct ref argument_of(const struct local *l, uint32_t inst, uint32_t object)
{
	const struct inst *in = &l->b->inst.at[inst];
	uint32_t k = 1 + (object - 1) / 2;

	return k < in->nargs ? body_arg(l->b, in, k) : (struct ref){ 0 };
}

/* An object of the callee, as a set of the caller. */
static uint32_t mapped(struct local *l, uint32_t inst, uint32_t object)
{
	uint32_t set;

	if (!object)
		return l->value[0];
	if (object == SUMMARY_FRESH)
		return origins_one(l, origin_make(l, ORIGIN_FRESH, body_value(l->b, inst)));
	set = local_set(l, argument_of(l, inst, object));
	return object & 1 ? set : local_content(l, set);
}

static int32_t mapped_offset(const struct local *l, uint32_t inst, uint32_t object, int32_t offset)
{
	int32_t at;

	if (object == SUMMARY_FRESH || offset == OFFSET_ANY)
		return offset;
	if (!(object & 1))
		return OFFSET_ANY;
	at = local_offset(l, argument_of(l, inst, object));
	return at == OFFSET_ANY || at == OFFSET_UNSET || offset > 65536 || offset < -65536 ? OFFSET_ANY : at + offset;
}

static bool names_fresh(const struct local *l, const struct sharing_summary *m)
{
	for (uint32_t h = m->hold; h < m->hold + m->nholds; h++)
		if (l->s->hold.at[h].held == SUMMARY_FRESH)
			return true;
	return m->result >> SUMMARY_FRESH & 1;
}

static void apply_result(struct local *l, uint32_t inst, const struct sharing_summary *m)
{
	for (uint32_t object = 0; object <= SUMMARY_FRESH; object++)
		if (m->result >> object & 1)
			effect_result(l, inst, mapped(l, inst, object),
				      object ? mapped_offset(l, inst, object, m->offset) : OFFSET_ANY);
}

static void apply_summary(struct local *l, uint32_t inst, const struct sharing_summary *m, uint32_t params)
{
	if (names_fresh(l, m)) {
		uint32_t made = new_origin(l, inst); /* before the table is looked at: it may grow */
		struct sharing_origin *o = &l->origin.at[made];
		o->taken |= m->taken;
		o->whole |= m->whole;
	}
	for (uint32_t h = m->hold; h < m->hold + m->nholds; h++) {
		struct summary_hold x = l->s->hold.at[h];
		uint32_t into = mapped(l, inst, x.holder);
		effect_store(l, inst, into, mapped_offset(l, inst, x.holder, x.offset), mapped(l, inst, x.held));
	}
	for (uint32_t object = 1; object < SUMMARY_FRESH; object++)
		if (m->publishes >> object & 1)
			effect_publish(l, inst, mapped(l, inst, object));
	publish_arguments(l, inst, params < limit(LIMIT_sharing_arguments) ? params : limit(LIMIT_sharing_arguments));
	if (m->releases)
		effect_action(l, inst, ACTION_RELEASE, 0, 0);
	apply_result(l, inst, m);
}

/* ---- calls ---- */

static uint32_t parameters(const struct program *p, const struct sym *s)
{
	const struct type *t = s->type.i ? program_type(p, type_strip(p, s->type)) : NULL;

	return t && t->kind == TYPE_FUNCTION && (t->flags & TYPE_VARIABLE) ? t->nfields : limit(LIMIT_sharing_arguments);
}

static void apply_target(struct local *l, uint32_t inst, struct sym_id target)
{
	const struct sym *s = program_sym(l->s->p, target);
	const struct model_row *row = l->s->points->row[target.i];

	if (row) {
		apply_rows(l, inst, row);
	} else if (s->fn.i) {
		apply_summary(l, inst, &l->s->summary[s->fn.i], parameters(l->s->p, s));
	} else {
		publish_arguments(l, inst, 0);
		effect_result(l, inst, l->value[0], OFFSET_ANY);
	}
}

/* qsort and its like: what the function they call does with one of its parameters it may do with any argument here. */
static void apply_inner(struct local *l, uint32_t inst, const struct site *site)
{
	for (uint32_t k = 0; k < site->ntargets; k++) {
		const struct sym *s = program_sym(l->s->p, l->s->points->target.at[site->target + k]);
		const struct sharing_summary *m = s->fn.i ? &l->s->summary[s->fn.i] : NULL;
		if (!m || m->publishes || m->nholds)
			publish_arguments(l, inst, 0);
		if (!m || m->releases)
			effect_action(l, inst, ACTION_RELEASE, 0, 0);
	}
}

static void apply_site(struct local *l, uint32_t inst, const struct site *site)
{
	if (!site->ntargets || limit_over(LIMIT_sharing_targets, site->ntargets)) {
		publish_arguments(l, inst, 0);
		effect_action(l, inst, ACTION_RELEASE, 0, 0);
		effect_result(l, inst, l->value[0], OFFSET_ANY);
		return;
	}
	for (uint32_t k = 0; k < site->ntargets; k++)
		apply_target(l, inst, l->s->points->target.at[site->target + k]);
}

void summary_apply(struct local *l, uint32_t inst)
{
	const struct inst *in = &l->b->inst.at[inst];
	struct sym_id callee = body_callee(l->s->p, l->b, in);
	uint32_t n;
	const struct site *site = points_sites(l->s->points, l->b->fn, inst, &n);

	if (callee.i)
		apply_target(l, inst, callee);
	for (uint32_t k = 0; k < n; k++) {
		if (site_runs_inside(site[k].kind))
			apply_inner(l, inst, &site[k]);
		else if (site[k].kind == SITE_CALL && !callee.i)
			apply_site(l, inst, &site[k]);
	}
	if (!callee.i && !n) {
		publish_arguments(l, inst, 0);
		effect_result(l, inst, l->value[0], OFFSET_ANY);
	}
}

/* ---- a function's own ---- */

/* The origin as a caller may know it; UINT8_MAX: gone with the function. */
static uint8_t outer_name(const struct places *w, uint32_t origin)
{
	const struct sharing_origin *o = &w->l->origin.at[origin];

	if (o->kind == ORIGIN_STACK)
		return UINT8_MAX;
	if (o->kind == ORIGIN_PARAM || o->kind == ORIGIN_CONTENT)
		return o->lost ? 0 : (uint8_t)origin;
	return !origin || places_published(w, origin) ? 0 : SUMMARY_FRESH;
}

static void keep_hold(struct sharing *s, struct sharing_summary *m, struct summary_hold x)
{
	for (uint32_t h = m->hold; h < m->hold + m->nholds; h++)
		if (s->hold.at[h].holder == x.holder && s->hold.at[h].held == x.held &&
		    (s->hold.at[h].offset == x.offset || s->hold.at[h].offset == OFFSET_ANY))
			return;
	if (limit_full(LIMIT_sharing_held, m->nholds)) {
		m->publishes = (((uint64_t)1 << SUMMARY_FRESH) - 1) & ~(uint64_t)1;
		m->result |= m->result >> SUMMARY_FRESH & 1;
		return;
	}
	*vec_add(s->arena, &s->hold) = x;
	m->nholds++;
}

/* What is held when the function returns, by anything that outlives it. */
static void keep_holds(struct sharing *s, struct sharing_summary *m, const struct places *w)
{
	const struct local *l = w->l;

	for (uint32_t o = 1; o < l->origin.n; o++) {
		uint8_t holder = outer_name(w, o);
		for (uint32_t h = holder && holder != UINT8_MAX ? l->origin.at[o].hold : 0; h; h = l->hold.at[h].next) {
			uint8_t held = outer_name(w, l->hold.at[h].held);
			if (held != UINT8_MAX)
				keep_hold(s, m, (struct summary_hold){ holder, held, l->hold.at[h].offset });
		}
	}
}

static bool is_taken(const struct sharing_origin *o)
{
	return o->kind == ORIGIN_TAKEN || o->taken || o->private;
}

static void keep_result(struct sharing_summary *m, const struct places *w, struct ref value)
{
	const struct local *l = w->l;
	uint32_t n, set = local_set(l, value);
	const uint32_t *member = local_members(l, set, &n);
	int32_t at = local_offset(l, value);

	for (uint32_t i = 0; i < n; i++) {
		uint8_t name = outer_name(w, member[i]);
		if (name == UINT8_MAX)
			continue;
		if (name == SUMMARY_FRESH && is_taken(&l->origin.at[member[i]])) {
			m->whole = l->origin.at[member[i]].whole && (m->whole || !m->taken);
			m->taken = true;
		}
		m->offset = !m->result || m->offset == at ? at : OFFSET_ANY;
		m->result |= (uint64_t)1 << name;
	}
}

static void note_lost(const struct local *l, struct sharing_summary *m)
{
	for (uint32_t o = 1; o <= 2 * l->params; o++)
		if (l->origin.at[o].lost)
			m->publishes |= (uint64_t)1 << o;
}

static void summarise(struct sharing *s, struct arena *scratch, const struct body *b, struct sharing_summary *m)
{
	struct local l;
	struct places w;

	local_build(&l, scratch, s, b);
	local_flow(&l, ENTRY_ALL);
	*m = (struct sharing_summary){ .known = true, .params = l.params, .hold = s->hold.n };
	take_summarise(&l, m);
	for (places_begin(&w, &l); places_next(&w);)
		if (b->inst.at[w.inst].op == OP_ret) {
			keep_result(m, &w, body_arg(b, &b->inst.at[w.inst], 0));
			keep_holds(s, m, &w);
		}
	m->publishes |= l.ever;
	note_lost(&l, m);
	for (uint32_t i = 0; i < l.action.n; i++)
		m->releases |= l.action.at[i].kind == ACTION_RELEASE;
}

/* ---- bottom-up ---- */

static bool same_pop(struct pop a, struct pop b)
{
	return a.param == b.param && a.nlinks == b.nlinks && a.offset == b.offset && a.link == b.link;
}

/* No two holds of a summary are the same: as many of them, and each found, is equal. */
static bool has_hold(const struct sharing *s, const struct sharing_summary *m, struct summary_hold x)
{
	for (uint32_t h = m->hold; h < m->hold + m->nholds; h++)
		if (s->hold.at[h].holder == x.holder && s->hold.at[h].held == x.held && s->hold.at[h].offset == x.offset)
			return true;
	return false;
}

static bool same(const struct sharing *s, const struct sharing_summary *a, const struct sharing_summary *b)
{
	if (a->known != b->known || a->releases != b->releases || a->taken != b->taken || a->whole != b->whole ||
	    a->unlinks != b->unlinks || a->link[0] != b->link[0] || a->link[1] != b->link[1] || !same_pop(a->pop, b->pop) ||
	    a->publishes != b->publishes || a->result != b->result || a->offset != b->offset || a->nholds != b->nholds)
		return false;
	for (uint32_t h = a->hold; h < a->hold + a->nholds; h++)
		if (!has_hold(s, b, s->hold.at[h]))
			return false;
	return true;
}

static const struct sharing_summary worst = { .known = true,
				      .releases = true,
				      .publishes = (((uint64_t)1 << SUMMARY_FRESH) - 1) & ~(uint64_t)1,
				      .result = 1,
				      .offset = OFFSET_ANY };

static void run_function(struct sharing *s, uint32_t fn, struct sharing_summary *m)
{
	struct arena scratch;
	struct body b = { 0 };

	arena_init(&scratch, "sharing.scratch");
	body_get(&scratch, s->p, (struct fn_id){ fn }, &b);
	summarise(s, &scratch, &b, m);
	arena_release(&scratch);
}

/* Who must be summarised, for the first time or since the summary of a callee has changed. */
struct due {
	const struct parts *parts;
	bool *fn;
	uint8_t *changes; /* by function */
};

static void keep_summary(struct sharing *s, struct due *due, uint32_t fn, const struct sharing_summary *m)
{
	for (uint32_t i = due->parts->first_caller[fn]; i < due->parts->first_caller[fn + 1]; i++)
		due->fn[due->parts->caller[i]] = true;
	s->summary[fn] = *m;
}

/* True: the summary is another one now. */
static bool run_again(struct sharing *s, struct due *due, uint32_t fn)
{
	struct sharing_summary m;

	due->fn[fn] = false;
	if (due->changes[fn] > limit(LIMIT_sharing_changes))
		return false;
	run_function(s, fn, &m);
	if (same(s, &m, &s->summary[fn]))
		return false;
	if (limit_full(LIMIT_sharing_changes, due->changes[fn]++)) { /* what it does is anything */
		m = worst;
		m.params = s->summary[fn].params;
	}
	keep_summary(s, due, fn, &m);
	return true;
}

/* One strongly connected part of the call graph, until its summaries agree with each other. */
static void run_part(struct sharing *s, struct due *due, uint32_t part)
{
	const struct scc *scc = &due->parts->scc;
	bool changed = true;

	while (changed) {
		changed = false;
		for (uint32_t k = scc->first[part]; k < scc->first[part + 1]; k++)
			if (due->fn[scc->node[k]])
				changed |= run_again(s, due, scc->node[k]);
		changed &= due->parts->recursive[part];
	}
}

void summaries_run(struct sharing *s)
{
	struct arena scratch;
	struct parts parts;
	struct due due = { .parts = &parts };

	s->summary = arena_array(s->arena, s->p->fn.n, sizeof *s->summary);
	s->hold.n = 0;
	arena_init(&scratch, "sharing.parts");
	parts_find(&scratch, s->points, &parts);
	due.fn = arena_array(&scratch, s->p->fn.n, sizeof *due.fn);
	due.changes = arena_array(&scratch, s->p->fn.n, sizeof *due.changes);
	for (uint32_t f = 0; f < s->p->fn.n; f++)
		due.fn[f] = true;
	for (uint32_t k = 0; k < parts.scc.n; k++)
		if (parts.scc.node[parts.scc.first[k]])
			run_part(s, &due, k);
	arena_release(&scratch);
}
