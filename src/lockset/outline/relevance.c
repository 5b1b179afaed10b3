/* Which functions lead to lock operations, which only to something that blocks, and which to neither. */
#include "lockset/outline/outline.h"

#include "code/address.h"
#include "code/loop.h"
#include "points/failing.h"

#include "base/recogniser.h"
#include "base/store/scc.h"
#include "base/stat.h"
#include "ir/cfg.h"
#include "ir/mutex.h"

/* Operations that outlines show. */
bool relevance_row(const struct model_row *row)
{
	bool turns = event_is(row, EVENT_DISABLE) || event_is(row, EVENT_ENABLE);

	return event_has(row, TRAIT_OUTLINED) ||
	       (turns && row->flags & (MODEL_IRQ | MODEL_BH | MODEL_PREEMPT | MODEL_PAGEFAULT | MODEL_SIGNALS));
}

static bool is_ignored(const struct outlines *o, struct sym_id sym)
{
	return o->points->annotated[sym.i].verb == DECLARED_IGNORE;
}

uint32_t relevance_param(const struct body *b, const struct inst *call)
{
	return peel_param(b, body_arg(b, call, 0), PEEL_CASTS);
}

/* The functions with a body that a call may run before it returns; nothing where there are very many. */
const struct fn_id *relevance_targets(struct outlines *o, const struct body *b, uint32_t inst, uint32_t *n)
{
	const struct points *points = o->points;
	uint32_t nsites, first = o->target.n;
	const struct site *site = points_sites(points, b->fn, inst, &nsites);

	*n = 0;
	for (uint32_t i = 0; i < nsites; i++) {
		if (site[i].kind != SITE_CALL && !site_runs_inside(site[i].kind))
			continue;
		if (limit_over(LIMIT_lockset_targets, site[i].ntargets)) {
			gap(targets);
			continue;
		}
		for (uint32_t t = 0; t < site[i].ntargets; t++) {
			struct sym_id sym = points->target.at[site[i].target + t];
			struct fn_id fn = program_sym(points->p, sym)->fn;
			if (fn.i && !(points->row[sym.i] && site[i].kind == SITE_CALL) && !is_ignored(o, sym))
				*vec_add(o->arena, &o->target) = fn;
		}
	}
	*n = o->target.n - first;
	return *n ? o->target.at + first : NULL;
}

struct lockset_calls {
	struct arena *scratch;
	VEC(uint32_t) callee, at; /* parallel: who is called, by which instruction, */
	VEC(bool) dead;           /* and whether where the program has been given up */
	uint32_t *first;          /* by function */
	uint8_t *locks, *blocks;  /* by function: has operations itself; has something that blocks */
};

/* mutex_lock(&m): the type of m is one of locks. */
static void note_lock(struct outlines *o, const struct body *b, uint32_t inst, const struct model_row *r)
{
	struct ref at = event_object(b, &b->inst.at[inst], &r->on);

	if (ref_kind(at) == REF_SYM)
		name_is_lock(o->names, ref_index(at));
}

static void scan_rows(struct outlines *o, struct lockset_calls *c, const struct body *b, uint32_t inst)
{
	struct sym_id callee = body_callee(o->points->p, b, &b->inst.at[inst]);
	const struct model_row *row = callee.i ? o->points->row[callee.i] : NULL;

	for (const struct model_row *r = row; r; r = r->next) {
		o->inits[b->fn.i] |= event_is(r, EVENT_INIT);
		c->locks[b->fn.i] |= relevance_row(r);
		if (event_is(r, EVENT_ACQUIRE))
			note_lock(o, b, inst, r);
		c->blocks[b->fn.i] |= sleep_blocks(r);
	}
}

static void scan_call(struct outlines *o, struct lockset_calls *c, const struct body *b, uint32_t inst)
{
	uint32_t n, keep = o->target.n;
	const struct fn_id *target;

	scan_rows(o, c, b, inst);
	target = relevance_targets(o, b, inst, &n);
	for (uint32_t i = 0; i < n; i++) {
		unset_call(&o->unset, b, inst, target[i]);
		*vec_add(c->scratch, &c->callee) = target[i].i;
		*vec_add(c->scratch, &c->at) = inst;
		*vec_add(c->scratch, &c->dead) = false;
	}
	o->target.n = keep;
}

/* Callees first: a function leads to operations if it has some or a callee does. Components are one. */
static void spread_locks(struct outlines *o, const struct lockset_calls *c)
{
	for (uint32_t k = 0; k < o->order->n; k++) {
		bool locks = false;
		for (uint32_t i = o->order->first[k]; i < o->order->first[k + 1]; i++) {
			uint32_t f = o->order->node[i];
			locks |= c->locks[f];
			for (uint32_t e = c->first[f]; e < c->first[f + 1] && !locks; e++)
				locks = o->relevant[c->callee.at[e]] == RELEVANT_LOCKS && !c->dead.at[e];
		}
		for (uint32_t i = o->order->first[k]; locks && i < o->order->first[k + 1]; i++)
			o->relevant[o->order->node[i]] = RELEVANT_LOCKS;
	}
}

static bool is_last(void *outlines, const struct body *b, const struct inst *call)
{
	return call_is_last(outlines, b, call);
}

/* What a function does itself, as far as the program has not been given up there. */
static void scan_alive(struct outlines *o, struct lockset_calls *c, struct body *b, uint32_t f)
{
	struct arena scratch;
	struct cfg cfg;
	uint8_t *dying;
	uint32_t e = c->first[f];

	arena_init(&scratch, "dying");
	body_get(&scratch, o->points->p, (struct fn_id){ f }, b);
	cfg_build(&scratch, b, &cfg);
	dying = arena_array(&scratch, b->block.n + 1u, 1);
	dying_find(o, b, &cfg, dying);
	o->never[f] = dying[0];
	o->gone[f] = !body_comes_back(b, is_last, o);
	c->locks[f] = 0;
	c->blocks[f] = 0;
	for (uint32_t k = 0; k < b->block.n; k++)
		for (uint32_t i = b->block.at[k].inst; i < b->block.at[k].inst + b->block.at[k].ninsts; i++) {
			if (b->inst.at[i].op == OP_call && !dying[k])
				scan_rows(o, c, b, i);
			for (; e < c->first[f + 1] && c->at.at[e] <= i; e++)
				c->dead.at[e] = dying[k];
		}
	arena_release(&scratch);
	*b = (struct body){ 0 };
}

/* Callees first, so that it is known who never comes back. `ends`, by function: it has a call that does not return. */
static void drop_dying(struct outlines *o, struct lockset_calls *c, const uint8_t *ends)
{
	struct body b = { 0 };

	for (uint32_t k = 0; k < o->order->n; k++)
		for (uint32_t i = o->order->first[k]; i < o->order->first[k + 1]; i++) {
			uint32_t f = o->order->node[i];
			bool look = f && ends[f];
			for (uint32_t e = c->first[f]; f && e < c->first[f + 1] && !look; e++)
				look = o->never[c->callee.at[e]] || o->gone[c->callee.at[e]];
			if (look)
				scan_alive(o, c, &b, f);
		}
}

/* Is the instruction in one of these blocks? `block` goes along with `inst`. */
static bool is_failing(const struct body *b, const uint8_t *failing, uint32_t inst, uint32_t *block)
{
	while (*block + 1 < b->block.n && b->block.at[*block + 1].inst <= inst)
		++*block;
	return failing && failing[*block];
}

void relevance_find(struct outlines *o)
{
	const struct program *p = o->points->p;
	struct arena scratch;
	struct lockset_calls c = { .scratch = &scratch };
	struct mutex_place made;
	struct body b = { 0 };
	const uint8_t *failing;
	uint32_t block;
	uint8_t *ends;

	arena_init(&scratch, "relevance");
	ends = arena_array(&scratch, p->fn.n, 1);
	o->never = arena_array(o->arena, p->fn.n, 1);
	o->gone = arena_array(o->arena, p->fn.n, 1);
	o->relevant = arena_array(o->arena, p->fn.n, 1);
	o->inits = arena_array(o->arena, p->fn.n, 1);
	c.locks = arena_array(&scratch, p->fn.n, 1);
	c.blocks = arena_array(&scratch, p->fn.n, 1);
	c.first = arena_array(&scratch, p->fn.n + 1u, sizeof *c.first);
	unset_init(&o->unset, o);
	for (uint32_t f = 1; f < p->fn.n; f++) {
		c.first[f] = c.callee.n;
		body_get(&scratch, p, (struct fn_id){ f }, &b);
		failing = failing_blocks(&scratch, o->points, &b);
		block = 0;
		unset_begin(&o->unset, b.fn);
		for (uint32_t i = 0; i < b.inst.n; i++) {
			if (b.inst.at[i].op == OP_store || b.inst.at[i].op == OP_memcpy)
				unset_store(&o->unset, &b, i);
			if (b.inst.at[i].op == OP_compare)
				unset_compare(&o->unset, &b, i);
			ends[f] |= b.inst.at[i].op == OP_unreachable ||
				   (b.inst.at[i].flags & INST_NORETURN && b.inst.at[i].op == OP_call);
			if (b.inst.at[i].op == OP_call && !is_failing(&b, failing, i, &block))
				scan_call(o, &c, &b, i);
			else if (b.inst.at[i].op == OP_memcpy && ref_kind(body_arg(&b, &b.inst.at[i], 1)) == REF_SYM)
				o->inits[f] = 1;
			else if (b.inst.at[i].op == OP_store)
				o->inits[f] |= mutex_store_is_odd(p, &b, &b.inst.at[i], &made);
		}
	}
	c.first[p->fn.n] = c.callee.n;
	c.first[0] = c.first[1] = 0;
	o->order = arena_new(o->arena, struct scc);
	scc_find(o->arena, p->fn.n, c.first, c.callee.at, o->order);
	unset_settle(&o->unset, o->order);
	if (!o->follow_dying)
		drop_dying(o, &c, ends);
	sleeps_find(o, &(struct sleep_calls){ c.first, c.callee.at, c.blocks, c.locks });
	spread_locks(o, &c);
	for (uint32_t e = 0; e < c.callee.n; e++)
		if (c.dead.at[e] && o->relevant[c.callee.at[e]] == RELEVANT_LOCKS) {
			gap(dying);
			recogniser_count(RECOGNISER_lockset_dying);
		}
	for (uint32_t f = 0; f < p->fn.n; f++)
		if (o->sleeps[f].n && !o->relevant[f])
			o->relevant[f] = RELEVANT_SLEEPS;
	arena_release(&scratch);
}
