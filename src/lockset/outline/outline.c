#include "lockset/outline/outline.h"

#include "code/loop.h"
#include "points/failing.h"

#include "base/system/progress.h"
#include "base/store/scc.h"
#include "base/stat.h"
#include "ir/cfg.h"
#include "code/relevant.h"

const struct outline_block *outline_block(const struct outlines *o, const struct outline *f, uint32_t block)
{
	CHECK(block < f->nblocks, "an outline has no block %u", block);
	return &o->block.at[f->block + block];
}

uint32_t outline_block_of(const struct outlines *o, const struct outline *f, uint32_t point)
{
	uint32_t low = 0, high = f->nblocks;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		if (o->block.at[f->block + middle].point <= point)
			low = middle;
		else
			high = middle;
	}
	return low;
}

uint32_t outline_inst(const struct outlines *o, const struct outline *f, uint32_t point)
{
	const struct outline_block *b = outline_block(o, f, outline_block_of(o, f, point));

	return point - b->point < b->nevents ? o->event.at[b->event + point - b->point].inst : b->inst;
}

/* ---- events ---- */

/* A number that counts something: what is left of a division of unsigned numbers, or what a mask leaves. Nobody's mark for
 * "none", which is less than 0. */
static bool is_natural(const struct builder *t, struct ref r)
{
	const struct inst *in = subject_inst(t, r);
	int64_t k;

	return in && in->op == OP_binary &&
	       (in->sub == BINARY_urem || (in->sub == BINARY_and && subject_constant(t, body_arg(t->b, in, 1), &k) && k >= 0));
}

/* A store to memory that subjects are read from. */
static void add_store(struct builder *t, uint32_t inst)
{
	const struct inst *in = &t->b->inst.at[inst];
	uint32_t name = name_of_ref(&t->values, body_arg(t->b, in, 0)),
		 bits = in->op == OP_store && in->nwords ? t->b->word.at[in->word] + 1 : 0;

	for (uint32_t i = 0; name && i < t->out->nsubjects; i++) {
		const struct outline_subject *s = &t->o->subject.at[t->out->subject + i];
		struct outline_event e = {
			.kind = OUTLINE_SET, .inst = inst, .fn = t->b->fn, .at = inst, .name = name, .subject = i + 1
		};
		bool whole = in->op == OP_store && !s->part && s->bits == bits;
		if (s->cell != name || (s->bits && bits && s->bits != bits))
			continue; /* other bit-fields of the word stay as they are */
		e.constant = whole && subject_constant(t, body_arg(t->b, in, 1), &e.k);
		e.other = whole && !e.constant ? subject_find(t, subject_key(t, body_arg(t->b, in, 1), 0)) : 0;
		e.natural = whole && !e.constant && is_natural(t, body_arg(t->b, in, 1));
		*vec_add(t->o->arena, &t->o->event) = e;
	}
}

/* A function that gets the address of a variable may store to it. */
static void add_handed(struct builder *t, uint32_t inst, bool locks)
{
	const struct inst *call = &t->b->inst.at[inst];
	struct sym_id callee = body_callee(t->p, t->b, call);
	struct fn_id fn = callee.i ? program_sym(t->p, callee)->fn : (struct fn_id){ 0 };

	if (!t->out->nsubjects || (fn.i && !locks && outlines_pure(t->o, fn, 0)))
		return;
	for (uint32_t a = 1; a < call->nargs; a++) {
		uint32_t name = name_of_ref(&t->values, body_arg(t->b, call, a)), root = name ? term_root(&t->o->names->terms, name) : 0;
		bool local = root && term_get(&t->o->names->terms, root).kind == TERM_STACK;
		if (!root || (!local && term_get(&t->o->names->terms, name).kind != TERM_PARAM) || term_loads(&t->o->names->terms, name))
			continue;
		for (uint32_t i = 0; i < t->out->nsubjects; i++) {
			uint32_t cell = t->o->subject.at[t->out->subject + i].cell;
			if (cell && (local || cell == name) && term_root(&t->o->names->terms, cell) == root &&
			    !term_loads(&t->o->names->terms, cell))
				*vec_add(t->o->arena, &t->o->event) = (struct outline_event){ .kind = OUTLINE_SET,
											      .inst = inst,
											      .fn = t->b->fn,
											      .at = inst,
											      .name = cell,
											      .subject = i + 1,
											      .looked = locks,
											      .taken = locks && cell == name };
		}
	}
}

static void add_block(struct builder *t, uint32_t block, bool stores)
{
	const struct block *k = &t->b->block.at[block];
	struct outline_block *out = &t->o->block.at[t->out->block + block];
	uint32_t first = t->o->event.n;

	for (uint32_t i = k->inst; i < k->inst + k->ninsts && !t->dying[block]; i++) {
		uint8_t op = t->b->inst.at[i].op;
		if (op == OP_call) {
			uint32_t before = t->o->event.n;
			expand_call(t, i);
			if (stores)
				add_handed(t, i,
					   t->o->event.n > before && t->o->event.at[t->o->event.n - 1].kind == OUTLINE_CALL);
			if (call_is_last(t->o, t->b, &t->b->inst.at[i]))
				break;
		} else if (stores && (op == OP_store || op == OP_rmw || op == OP_cmpxchg)) {
			add_store(t, i);
		}
	}
	out->event = first;
	out->nevents = t->o->event.n - first;
}

static void set_shape(struct builder *t, uint32_t block)
{
	struct outline_block *out = &t->o->block.at[t->out->block + block];
	const struct block *k = &t->b->block.at[block];
	const struct inst *end = &t->b->inst.at[k->inst + k->ninsts - 1];
	uint32_t n;
	const uint32_t *next = body_successors(t->b, block, &n);

	out->position = t->cfg->position[block];
	out->first = k->inst;
	out->inst = k->inst + k->ninsts - 1;
	out->end = t->dying[block] ? OUTLINE_NEVER : end->op == OP_ret ? OUTLINE_RETURN : n ? OUTLINE_JUMP : OUTLINE_NEVER;
	out->next = t->o->next.n;
	out->nnext = n;
	for (uint32_t i = 0; i < n; i++)
		*vec_add(t->o->arena, &t->o->next) = next[i];
	for (uint32_t i = k->inst; i < k->inst + k->ninsts; i++)
		if (t->b->inst.at[i].op == OP_call && call_is_last(t->o, t->b, &t->b->inst.at[i]))
			out->end = OUTLINE_NEVER;
}

/* Are two pointers to things of one type compared: one and the same, or two? */
static bool compares_identity(struct builder *t, const struct inst *in)
{
	struct ref a, b;
	uint32_t x, y;

	if (in->op != OP_compare || (in->sub != COMPARE_eq && in->sub != COMPARE_ne))
		return false;
	a = subject_strip(t, body_arg(t->b, in, 0));
	b = subject_strip(t, body_arg(t->b, in, 1));
	if (ref_kind(a) != REF_VALUE || ref_kind(b) != REF_VALUE)
		return false;
	x = name_of_ref(&t->values, a);
	y = name_of_ref(&t->values, b);
	return x && y && x != y && name_class(t->o->names, x) && name_class(t->o->names, x) == name_class(t->o->names, y);
}

/* Is a pointer compared with the address of a variable? */
static bool compares_variable(struct builder *t, const struct inst *in)
{
	uint32_t kind[2] = { 0 };

	if (in->op != OP_compare || (in->sub != COMPARE_eq && in->sub != COMPARE_ne))
		return false;
	for (uint32_t k = 0; k < 2; k++) {
		uint32_t name = name_of_ref(&t->values, subject_strip(t, body_arg(t->b, in, k)));
		kind[k] = name && !term_loads(&t->o->names->terms, name) ? term_root_of(&t->o->names->terms, name).kind : 0;
	}
	return (kind[0] == TERM_SYM) != (kind[1] == TERM_SYM);
}

static void prepare(struct builder *t)
{
	const struct body *b = t->b;

	t->block_of = blocks_of_insts(t->scratch, b);
	t->uses = arena_array(t->scratch, b->param.n + b->inst.n + 2u, sizeof *t->uses);
	t->values = (struct name_values){ .names = t->o->names, .b = b, .returned = outlines_returned, .with = t->o,
					  .of = arena_array(t->scratch, b->param.n + b->inst.n + 2u, sizeof *t->values.of) };
	content_find(&t->values);
	for (uint32_t i = 0; i < b->inst.n; i++) {
		for (uint32_t k = 0; k < b->inst.at[i].nargs; k++)
			if (ref_kind(body_arg(b, &b->inst.at[i], k)) == REF_VALUE)
				t->uses[ref_index(body_arg(b, &b->inst.at[i], k))]++;
		t->out->twice |= b->inst.at[i].op == OP_call && (b->inst.at[i].flags & INST_TWICE);
		t->out->identity |= compares_identity(t, &b->inst.at[i]);
		t->out->variable |= compares_variable(t, &b->inst.at[i]);
	}
}

/* ---- afterwards ---- */

/* What is known of an argument: by itself, or by what some bits were put into, or taken out of. */
static void bind_argument(struct builder *t, struct ref r, struct outline_arg *a)
{
	const struct inst *in = subject_inst(t, r);
	int64_t k;

	a->keep = -1;
	a->add = 0;
	a->holder = outline_holder(t, a->name);
	a->subject = subject_find(t, subject_key(t, r, 0));
	if (a->subject || !in || in->op != OP_binary || (in->sub != BINARY_and && in->sub != BINARY_or) ||
	    !subject_constant(t, body_arg(t->b, in, 1), &k))
		return;
	a->subject = subject_find(t, subject_key(t, body_arg(t->b, in, 0), 0));
	if (in->sub == BINARY_and)
		a->keep = k;
	else
		a->add = k;
}

/* A call through a pointer that is kept somewhere. */
static void bind_pointer(struct builder *t, struct outline_event *e)
{
	uint32_t name = name_of_ref(&t->values, body_arg(t->b, &t->b->inst.at[e->inst], 0));
	struct term root = name ? term_root_of(&t->o->names->terms, name) : (struct term){ 0 };

	if (root.kind != TERM_SYM && root.kind != TERM_PARAM)
		return;
	e->along = name;
	e->through = outline_holder(t, name);
}

static void bind_results(struct builder *t)
{
	for (uint32_t block = 0; block < t->out->nblocks; block++) {
		const struct outline_block *k = &t->o->block.at[t->out->block + block];
		for (uint32_t i = k->event; i < k->event + k->nevents; i++) {
			struct outline_event *e = &t->o->event.at[i];
			if (e->kind == OUTLINE_SET || e->unfolded)
				continue;
			e->subject = subject_find(t, subject_key(t, ref_make(REF_VALUE, body_value(t->b, e->inst)), 0));
			if ((e->kind == OUTLINE_CALL || e->kind == OUTLINE_SLEEPER) &&
			    relevance_param(t->b, &t->b->inst.at[e->inst]))
				e->through = subject_find(t, subject_key(t, body_arg(t->b, &t->b->inst.at[e->inst], 0), 0));
			else if (e->kind == OUTLINE_CALL && !e->row && e->possible > 1)
				bind_pointer(t, e);
			for (uint32_t a = 0; e->kind == OUTLINE_CALL && !e->row && a < e->nargs; a++)
				bind_argument(t, body_arg(t->b, &t->b->inst.at[e->inst], a + 1), &t->o->arg.at[e->arg + a]);
		}
	}
}

static bool is_null(const struct builder *t, struct ref r)
{
	r = subject_strip(t, r);
	return program_is_null(t->p, r);
}

/* `return n` and `return NULL`, as one value: the name of n. */
static uint32_t name_besides_null(struct builder *t, struct ref r)
{
	const struct inst *in = body_made_by(t->b, subject_strip(t, r));
	uint32_t name = 0, nulls = 0;

	for (uint32_t k = 0; in && in->op == OP_phi && k < in->nargs; k++) {
		uint32_t one = is_null(t, body_arg(t->b, in, k)) ? 0 : name_of_ref(&t->values, body_arg(t->b, in, k));
		nulls += is_null(t, body_arg(t->b, in, k));
		if (!is_null(t, body_arg(t->b, in, k)) && (!one || (name && one != name)))
			return 0;
		name = one ? one : name;
	}
	return nulls ? name : 0;
}

static void set_returned(struct builder *t)
{
	uint32_t name = 0, one, nreturns = 0, k;
	int64_t answer = 0;
	struct ref r;

	for (uint32_t i = 0; i < t->b->inst.n; i++) {
		const struct inst *in = &t->b->inst.at[i];
		if (in->op != OP_ret || !in->nargs)
			continue;
		r = subject_strip(t, body_arg(t->b, in, 0));
		k = body_inst_of(t->b, r);
		for (uint32_t a = 0; k != UINT32_MAX && t->b->inst.at[k].op == OP_phi && a < t->b->inst.at[k].nargs; a++)
			t->out->nullable |= is_null(t, body_arg(t->b, &t->b->inst.at[k], a));
		t->out->answers = subject_constant(t, r, &answer) && (!nreturns || (t->out->answers && t->out->answer == answer));
		t->out->answer = answer;
		t->out->returns = nreturns++ ? 0 : subject_find(t, subject_key(t, body_arg(t->b, in, 0), 0));
		one = name_of_ref(&t->values, body_arg(t->b, in, 0));
		name = nreturns > 1 && one != name ? 0 : one;
		t->out->returned_else = nreturns > 1 ? 0 : name_besides_null(t, body_arg(t->b, in, 0));
	}
	t->out->returned = name;
}

static uint64_t uses_of(const struct outlines *o, const struct outline *f, const struct outline_block *k)
{
	uint64_t mask = f->members | (k->tested ? 1ull << k->subject | (k->also ? 1ull << (k->also - 1) : 0) : 0);

	if (k->bits)
		mask |= 1ull << (k->bits - 1);
	if (k->end == OUTLINE_RETURN && f->returns)
		mask |= 1ull << (f->returns - 1);
	for (uint32_t i = 0; k->end == OUTLINE_RETURN && i < f->nsubjects; i++)
		mask |= o->subject.at[f->subject + i].behind ? 1ull << i : 0;
	for (uint32_t i = k->event; i < k->event + k->nevents; i++) {
		mask |= o->event.at[i].kind == OUTLINE_SET && o->event.at[i].other ? 1ull << (o->event.at[i].other - 1) : 0;
		if (o->event.at[i].through)
			mask |= 1ull << (o->event.at[i].through - 1);
		for (uint32_t a = 0; o->event.at[i].kind == OUTLINE_CALL && a < o->event.at[i].nargs; a++) {
			const struct outline_arg *x = &o->arg.at[o->event.at[i].arg + a];
			mask |= (x->subject ? 1ull << (x->subject - 1) : 0) | (x->holder ? 1ull << (x->holder - 1) : 0);
		}
	}
	return mask;
}

/* Backward until nothing changes: which subjects somebody still asks for. */
static void find_live(struct builder *t)
{
	struct outlines *o = t->o;
	struct outline *f = t->out;
	bool again = f->nsubjects > 0;

	while (again) {
		again = false;
		for (uint32_t p = t->cfg->nreached; p-- > 0;) {
			struct outline_block *k = &o->block.at[f->block + t->cfg->order[p]];
			uint64_t live = uses_of(o, f, k);
			for (uint32_t i = 0; i < k->nnext; i++) {
				const struct outline_block *next = &o->block.at[f->block + o->next.at[k->next + i]];
				uint64_t from = next->live;
				for (uint32_t j = next->phi; j < next->phi + next->nphis; j++)
					if (o->phi.at[j].from == t->cfg->order[p] && (next->live >> o->phi.at[j].subject & 1))
						from |= (o->phi.at[j].other ? 1ull << (o->phi.at[j].other - 1) : 0) |
							(o->phi.at[j].asks ? 1ull << (o->phi.at[j].asks - 1) : 0);
				live |= from;
			}
			again |= live != k->live;
			k->live = live;
		}
	}
}

/* All operations on every path, and none that could end in several ways: no call, no attempt. */
static bool is_straight(const struct builder *t)
{
	bool events = false;

	for (uint32_t b = 0; b < t->out->nblocks; b++) {
		const struct outline_block *k = &t->o->block.at[t->out->block + b];
		if (t->relevant[b] && k->position)
			return false;
		events |= k->nevents > 0;
		for (uint32_t i = k->event; i < k->event + k->nevents; i++)
			if (t->o->event.at[i].kind == OUTLINE_CALL || t->o->event.at[i].test)
				return false;
	}
	return events;
}

/* The blocks that decide which of several values is returned: they tell exits apart, although nothing is done there. */
static void note_returns(struct builder *t, uint8_t *matters)
{
	struct ref todo[16]; /* the most that limits.def allows */
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->b->inst.n; i++)
		if (t->b->inst.at[i].op == OP_ret && t->b->inst.at[i].nargs && !limit_full(LIMIT_lockset_returns, n))
			todo[n++] = subject_strip(t, body_arg(t->b, &t->b->inst.at[i], 0));
	for (uint32_t done = 0; done < n; done++) {
		const struct inst *in = body_made_by(t->b, todo[done]);
		for (uint32_t k = 0; in && in->op == OP_phi && k < in->nargs; k++) {
			matters[t->b->word.at[in->word + k]] = 1;
			if (!limit_full(LIMIT_lockset_returns, n))
				todo[n++] = subject_strip(t, body_arg(t->b, in, k));
		}
	}
}

static bool note_incoming(const struct builder *t, const struct inst *phi, uint8_t *matters)
{
	uint32_t constants = 0;
	bool more = false;
	int64_t v;

	for (uint32_t k = 0; k < phi->nargs; k++)
		constants += subject_constant(t, body_arg(t->b, phi, k), &v);
	for (uint32_t k = 0; constants > 1 && k < phi->nargs; k++) {
		uint8_t *at = &matters[t->b->word.at[phi->word + k]];
		more |= !*at;
		*at = 1;
	}
	return more;
}

/* What was decided where a number comes from is asked again where the number is: `if (held) status = MOVED;` then `switch
 * (status)`. False: nothing new. */
static bool note_numbers(const struct builder *t, uint8_t *matters)
{
	bool more = false;

	for (uint32_t block = 0; block < t->b->block.n; block++) {
		const struct block *k = &t->b->block.at[block];
		const struct inst *end = &t->b->inst.at[k->inst + k->ninsts - 1], *in;
		struct ref of;
		if (!t->relevant[block] || (end->op != OP_branch && end->op != OP_switch))
			continue;
		of = body_arg(t->b, end, 0);
		in = subject_inst(t, end->op == OP_branch ? subject_condition(t, of).value : of);
		more |= in && in->op == OP_phi && note_incoming(t, in, matters);
	}
	return more;
}

/* The branches that decide what is done, what is returned, and what numbers other such branches ask for. */
static void find_relevant(struct builder *t)
{
	uint8_t *matters = arena_array(t->scratch, t->b->block.n + 1u, 1);

	t->relevant = arena_array(t->scratch, t->b->block.n + 1u, 1);
	for (uint32_t k = 0; k < t->b->block.n; k++)
		matters[k] = t->o->block.at[t->out->block + k].nevents > 0;
	relevant_find(t->scratch, t->b, t->cfg, matters, t->relevant);
	t->out->straight = is_straight(t) && !sorted_matters(t);
	if (!t->out->straight) {
		uint32_t round = 0;
		note_returns(t, matters);
		relevant_find(t->scratch, t->b, t->cfg, matters, t->relevant);
		while (round < limit(LIMIT_lockset_rounds) && note_numbers(t, matters)) {
			relevant_find(t->scratch, t->b, t->cfg, matters, t->relevant);
			round++;
		}
		(void)limit_full(LIMIT_lockset_rounds, round);
	}
	for (uint32_t k = 0; k < t->b->block.n; k++)
		t->o->block.at[t->out->block + k].matters = t->relevant[k];
}

static void make_events(struct builder *t, bool stores)
{
	for (uint32_t k = 0; k < t->b->block.n; k++)
		add_block(t, k, stores);
}

/* Where a jump from `from` to `to` really leads: past blocks in which nothing happens and nothing is decided. Only forward, so
 * that loops stay what they are. */
static uint32_t lead_to(const struct builder *t, uint32_t from, uint32_t to)
{
	const struct outlines *o = t->o;
	const struct outline_block *at = &o->block.at[t->out->block + to], *next;

	if (at->position <= o->block.at[t->out->block + from].position)
		return to;
	while (!at->nevents && !at->nphis && at->nnext == 1 && at->end == OUTLINE_JUMP) {
		next = &o->block.at[t->out->block + o->next.at[at->next]];
		if (next->position <= at->position || next->nphis)
			break;
		to = o->next.at[at->next];
		at = next;
	}
	return to;
}

/* Shortens all jumps, from the end; a branch whose ways all lead to one block, and that nobody follows, is none. The walk takes a
 * state for each block that it comes to: most blocks of a function have nothing to do with locks. */
static void shorten_jumps(struct builder *t)
{
	struct outlines *o = t->o;

	for (uint32_t p = t->cfg->nreached; p-- > 0;) {
		struct outline_block *k = &o->block.at[t->out->block + t->cfg->order[p]];
		bool same = k->nnext > 1 && !k->tested;
		for (uint32_t i = 0; i < k->nnext; i++) {
			o->next.at[k->next + i] = lead_to(t, t->cfg->order[p], o->next.at[k->next + i]);
			same = same && o->next.at[k->next + i] == o->next.at[k->next];
		}
		if (same && k->end != OUTLINE_NEVER && o->block.at[t->out->block + o->next.at[k->next]].position > k->position &&
		    !o->block.at[t->out->block + o->next.at[k->next]].nphis) {
			k->nnext = 1;
			k->end = OUTLINE_JUMP;
		}
	}
}

/* Events first, since they tell which branches matter; then subjects; then events again, with the stores to subjects in
 * between. */
static void make_outline(struct outlines *o, struct arena *scratch, uint32_t fn, struct body *b)
{
	struct builder t = { .o = o, .p = o->points->p, .scratch = scratch, .b = b, .out = &o->of[fn] };
	struct cfg cfg;
	const uint8_t *failing;
	uint32_t points = 0, events = o->event.n, args = o->arg.n, targets = o->target.n;

	body_get(scratch, t.p, (struct fn_id){ fn }, b);
	cfg_build(scratch, b, &cfg);
	t.cfg = &cfg;
	t.dying = arena_array(scratch, b->block.n + 1u, 1);
	if (!o->follow_dying)
		dying_find(o, b, &cfg, t.dying);
	failing = failing_blocks(scratch, o->points, b);
	for (uint32_t k = 0; failing && k < b->block.n; k++)
		t.dying[k] |= failing[k];
	t.out->fn = b->fn;
	t.out->block = o->block.n;
	t.out->nblocks = b->block.n;
	for (uint32_t k = 0; k < b->block.n; k++)
		*vec_add(o->arena, &o->block) = (struct outline_block){ 0 };
	prepare(&t);
	for (uint32_t k = 0; k < b->block.n; k++)
		set_shape(&t, k);
	make_events(&t, false);
	sorted_find(&t);
	find_relevant(&t);
	subjects_find(&t);
	o->event.n = events;
	o->arg.n = args;
	o->target.n = targets;
	make_events(&t, true);
	for (uint32_t k = 0; k < b->block.n; k++) {
		o->block.at[t.out->block + k].point = points;
		points += o->block.at[t.out->block + k].nevents + 1;
	}
	t.out->npoints = points;
	t.out->returns_never = true;
	for (uint32_t k = 0; k < b->block.n; k++)
		t.out->returns_never &=
			o->block.at[t.out->block + k].end != OUTLINE_RETURN || !o->block.at[t.out->block + k].position;
	bind_results(&t);
	null_find(&t);
	set_returned(&t);
	find_live(&t);
	shorten_jumps(&t);
	t.out->made = true;
}

void outlines_make(struct outlines *o, struct arena *a, const struct points *points, struct names *names,
		   const struct outlines_wish *wish)
{
	struct body b;

	*o = (struct outlines){ .arena = a, .points = points, .names = names, .follow_dying = wish->follow_dying,
				 .all_targets = wish->all_targets };
	o->of = arena_array(a, points->p->fn.n, sizeof *o->of);
	relevance_find(o);
	for (uint32_t k = 0; k < o->order->n; k++)
		for (uint32_t i = o->order->first[k]; i < o->order->first[k + 1]; i++) {
			uint32_t f = o->order->node[i];
			struct arena scratch;
			if (o->relevant[f] != RELEVANT_LOCKS)
				continue;
			arena_init(&scratch, "outline");
			b = (struct body){ 0 };
			make_outline(o, &scratch, f, &b);
			arena_release(&scratch);
			if (o->order->first[k + 1] - o->order->first[k] > 1)
				o->of[f].straight = false;
		}
	unlocks_find(o);
}
