/* Which values the branches of a function have in common.
 *
 *     locked = 0;                                      phi [1, b1], [0, b0]      a subject: tested, and made of constants
 *     if (c->shared) { lock(&c->lock); locked = 1; }
 *     if (c->shared) ...                               a member tested twice: a subject, by its name
 *     if (locked) unlock(&c->lock); */
#include "lockset/outline/outline.h"

#include "code/address.h"
#include "points/failing.h"

#include <string.h>
#include <xxhash.h>

#include "ir/cfg.h"

int64_t outline_function_body(struct fn_id fn)
{
	return (INT64_C(1) << 62) + fn.i;
}

int64_t outline_function(const struct program *p, struct sym_id s)
{
	s = sym_behind_alias(p, s);
	return program_sym(p, s)->fn.i ? outline_function_body(program_sym(p, s)->fn)
				       : (INT64_C(1) << 62) + (INT64_C(1) << 32) + s.i;
}

static bool answer_of(const struct builder *t, struct ref r, int64_t *v)
{
	const struct inst *in = body_made_by(t->b, r);
	struct sym_id callee = in && in->op == OP_call ? body_callee(t->p, t->b, in) : (struct sym_id){ 0 };

	return callee.i && !t->o->points->row[callee.i] && program_sym(t->p, callee)->fn.i &&
	       outlines_answer(t->o, program_sym(t->p, callee)->fn, v);
}

bool subject_constant(const struct builder *t, struct ref r, int64_t *v)
{
	r = subject_strip(t, r);
	if (ref_kind(r) == REF_VALUE)
		return answer_of(t, r, v);
	if (ref_kind(r) == REF_SYM &&
	    program_sym(t->p, sym_behind_alias(t->p, (struct sym_id){ ref_index(r) }))->kind == SYM_FUNCTION) {
		*v = outline_function(t->p, (struct sym_id){ ref_index(r) });
		return true;
	}
	return program_constant(t->p, r, v);
}

/* Behind conversions that keep what is tested. */
struct ref subject_strip(const struct builder *t, struct ref r)
{
	return peel_base(t->b, r, PEEL_CASTS);
}

const struct inst *subject_inst(const struct builder *t, struct ref r)
{
	return peel(t->b, r, PEEL_CASTS).in;
}

static uint64_t key_of(uint32_t kind, uint64_t a, uint64_t b)
{
	uint64_t x[3] = { kind, a, b };

	return XXH3_64bits(x, sizeof x) | 1;
}

static bool is_load(const struct builder *t, struct ref r)
{
	const struct inst *in = body_made_by(t->b, subject_strip(t, r));

	return in && in->op == OP_load;
}

/* Equal keys: the same value, as far as this function can tell. */
uint64_t subject_key(struct builder *t, struct ref r, uint32_t depth)
{
	const struct inst *in = body_made_by(t->b, r = subject_strip(t, r));
	struct sym_id callee;
	uint64_t key;
	int64_t k;

	if (ref_kind(r) == REF_KONST && subject_constant(t, r, &k))
		return key_of(4, (uint64_t)k, 0);
	if (ref_kind(r) != REF_VALUE)
		return key_of(5, r.bits, 0);
	if (in && in->op == OP_load && name_of_ref(&t->values, body_arg(t->b, in, 0)))
		return key_of(2, name_of_ref(&t->values, body_arg(t->b, in, 0)), in->nwords ? t->b->word.at[in->word] + 1 : 0);
	if (in && in->op == OP_binary && (in->sub == BINARY_and || in->sub == BINARY_or || in->sub == BINARY_lshr) &&
	    !limit_full(LIMIT_lockset_keys, depth))
		return key_of(10 + in->sub, subject_key(t, body_arg(t->b, in, 0), depth + 1),
			      subject_key(t, body_arg(t->b, in, 1), depth + 1));
	if (in && in->op == OP_call && !limit_full(LIMIT_lockset_keys, depth)) {
		callee = body_callee(t->p, t->b, in);
		if (callee.i && !t->o->points->row[callee.i] && program_sym(t->p, callee)->fn.i &&
		    !t->o->relevant[program_sym(t->p, callee)->fn.i] && outlines_pure(t->o, program_sym(t->p, callee)->fn, 0)) {
			key = key_of(3, callee.i, 0);
			for (uint32_t i = 1; i < in->nargs; i++)
				key = key_of(3, key, subject_key(t, body_arg(t->b, in, i), depth + 1));
			return key;
		}
	}
	if (in && in->op == OP_compare && !is_load(t, body_arg(t->b, in, 0)) && !is_load(t, body_arg(t->b, in, 1)) &&
	    !limit_full(LIMIT_lockset_keys, depth))
		return key_of(40 + in->sub, subject_key(t, body_arg(t->b, in, 0), depth + 1),
			      subject_key(t, body_arg(t->b, in, 1), depth + 1));
	if (in && in->op == OP_field && name_of_ref(&t->values, r))
		return key_of(6, name_of_ref(&t->values, r), 0);
	return key_of(1, ref_index(r), 0);
}

/* ---- conditions ---- */

static struct test_node look(const void *builder, struct ref r)
{
	const struct builder *t = builder;

	return test_look(&(struct test_code){ t->p, t->b }, r);
}

static bool number(const void *builder, struct ref r, int64_t *v)
{
	return subject_constant(builder, r, v);
}

struct test subject_condition(const struct builder *t, struct ref r)
{
	struct test c = test_settle(&(struct test_reader){ look, number, t, false }, (struct test){ r, COMPARE_ne, 0 });

	c.value = subject_strip(t, c.value);
	return c;
}

/* ---- choosing ---- */

struct candidate {
	uint64_t key;
	struct ref ref;
	uint32_t tests;
	uint32_t cell; /* there is no ref, only the name of the memory */
	bool wanted, called, asked;
	bool null;   /* a parameter that is handed to what goes through it */
	bool member; /* of what a parameter points to, which some containers never get */
};

struct lockset_choice {
	struct builder *t;
	VEC(struct candidate) list;
	struct map of; /* key -> index + 1 */
};

static struct candidate *candidate(struct lockset_choice *c, struct ref r)
{
	uint64_t key = subject_key(c->t, r, 0);
	uint32_t *at = map_at(c->t->scratch, &c->of, key);

	if (!*at) {
		*vec_add(c->t->scratch, &c->list) =
			(struct candidate){ key, subject_strip(c->t, r), 0, 0, false, false, false, false, false };
		*at = c->list.n;
	}
	return &c->list.at[*at - 1];
}

/* Memory that has a name, whether it is read here or not. */
static struct candidate *candidate_cell(struct lockset_choice *c, uint32_t cell)
{
	uint64_t key = key_of(2, cell, 0);
	uint32_t *at = map_at(c->t->scratch, &c->of, key);

	if (!*at) {
		*vec_add(c->t->scratch, &c->list) =
			(struct candidate){ key, ref_make(REF_NONE, 0), 0, cell, false, false, false, false, false };
		*at = c->list.n;
	}
	return &c->list.at[*at - 1];
}

/* A variable of this function, or what one of its parameters points to. */
static bool is_near(const struct builder *t, uint32_t name)
{
	uint32_t kind = term_get(&t->o->names->terms, name).kind;

	return kind == TERM_PARAM || kind == TERM_STACK;
}

static bool tells_exits_apart(const struct builder *t, struct ref r)
{
	const struct inst *in = body_made_by(t->b, r);

	return in && (in->op == OP_phi || in->op == OP_call);
}

/* A parameter that a condition is about, by itself or with others bits put in. */
static void want_asked(struct lockset_choice *c, struct ref r)
{
	const struct inst *in = body_made_by(c->t->b, r = subject_strip(c->t, r));
	struct candidate *x;
	int64_t k;

	if (in && in->op == OP_binary && (in->sub == BINARY_and || in->sub == BINARY_or) &&
	    subject_constant(c->t, body_arg(c->t->b, in, 1), &k))
		r = subject_strip(c->t, body_arg(c->t->b, in, 0));
	if (ref_kind(r) != REF_VALUE || body_made_by(c->t->b, r))
		return;
	x = candidate(c, r);
	x->wanted = x->asked = true;
}

static bool has_event(const struct builder *t, uint8_t kind, uint32_t name)
{
	const struct outlines *o = t->o;

	for (uint32_t b = t->out->block; b < t->out->block + t->out->nblocks; b++)
		for (uint32_t i = o->block.at[b].event; i < o->block.at[b].event + o->block.at[b].nevents; i++)
			if (o->event.at[i].kind == kind && name_is_like(o->names, o->event.at[i].name, name))
				return true;
	return false;
}

/* Does the function take a lock that it never gives back, or the other way round? What its parameters are then decides about the
 * locks of its callers. */
static bool is_uneven(const struct builder *t)
{
	const struct outlines *o = t->o;
	uint32_t n = 0;

	for (uint32_t b = t->out->block; b < t->out->block + t->out->nblocks; b++)
		for (uint32_t i = o->block.at[b].event; i < o->block.at[b].event + o->block.at[b].nevents; i++) {
			const struct outline_event *e = &o->event.at[i];
			if (limit_over(LIMIT_lockset_uneven, ++n))
				return false;
			if ((e->kind == OUTLINE_ACQUIRE || e->kind == OUTLINE_RELEASE) && e->name &&
			    !has_event(t, e->kind == OUTLINE_ACQUIRE ? OUTLINE_RELEASE : OUTLINE_ACQUIRE, e->name))
				return true;
		}
	return false;
}

static void collect(struct lockset_choice *c)
{
	struct builder *t = c->t;
	bool uneven = is_uneven(t);
	struct candidate *x;
	struct lockset_guard g;
	const struct inst *in;
	int64_t k;

	for (uint32_t block = 0; block < t->b->block.n; block++) {
		const struct inst *end = body_end(t->b, block);
		if (end->op == OP_ret && end->nargs) {
			x = candidate(c, body_arg(t->b, end, 0));
			x->wanted |= tells_exits_apart(t, x->ref) || ref_kind(x->ref) == REF_KONST;
		}
		if (!t->relevant[block] || (end->op != OP_branch && end->op != OP_switch))
			continue;
		if (end->op == OP_branch && guard_of_condition(t, body_arg(t->b, end, 0), &g) && g.known)
			want_asked(c, ref_make(REF_VALUE, g.param));
		in = end->op == OP_branch ? body_made_by(t->b, subject_condition(t, body_arg(t->b, end, 0)).value) : NULL;
		if (in && in->op == OP_binary && in->sub == BINARY_and && subject_constant(t, body_arg(t->b, in, 1), &k) &&
		    tells_exits_apart(t, subject_strip(t, body_arg(t->b, in, 0))))
			candidate(c, body_arg(t->b, in, 0))->wanted = true;
		x = candidate(c, end->op == OP_branch ? subject_condition(t, body_arg(t->b, end, 0)).value : body_arg(t->b, end, 0));
		x->tests++;
		in = body_made_by(t->b, x->ref);
		if (in && in->op == OP_load && is_near(t, name_of_ref(&t->values, body_arg(t->b, in, 0))))
			x->wanted = true;
		x->wanted |= x->tests > 1 || tells_exits_apart(t, x->ref);
		if (ref_kind(x->ref) == REF_VALUE && !body_made_by(t->b, x->ref)) {
			x->wanted = true;
			x->asked |= uneven;
		}
	}
}

static bool is_named_load(const struct builder *t, struct ref r)
{
	const struct inst *in = body_made_by(t->b, r);

	return in && in->op == OP_load && name_of_ref((struct name_values *)(uintptr_t)&t->values, body_arg(t->b, in, 0));
}

/* What is stored to memory that is asked for is wanted, too: `c->view = find(v)`, then `if (!c->view)`. */
static void close_stores(struct lockset_choice *c)
{
	struct builder *t = c->t;

	for (uint32_t i = 0; i < t->b->inst.n; i++) {
		const struct inst *in = &t->b->inst.at[i];
		uint32_t name = in->op == OP_store ? name_of_ref(&t->values, body_arg(t->b, in, 0)) : 0;
		uint32_t cell = name ? map_get(&c->of, key_of(2, name, 0)) : 0;
		struct ref from = cell ? subject_strip(t, body_arg(t->b, in, 1)) : ref_make(REF_NONE, 0);
		if (cell && tells_exits_apart(t, from))
			candidate(c, from)->wanted = c->list.at[cell - 1].wanted = true;
	}
}

static bool has_null(const struct builder *t, const struct inst *phi)
{
	for (uint32_t k = 0; k < phi->nargs; k++) {
		struct ref r = subject_strip(t, body_arg(t->b, phi, k));
		if (program_is_null(t->p, r))
			return true;
	}
	return false;
}

/* A parameter whose value is called, or that leads to a pointer which is. */
static void want_called(struct lockset_choice *c, struct ref r)
{
	struct candidate *x;
	uint32_t name;

	r = subject_strip(c->t, r);
	name = ref_kind(r) == REF_VALUE && body_made_by(c->t->b, r) ? name_of_ref(&c->t->values, r) : 0;
	if (name) {
		struct term root = term_root_of(&c->t->o->names->terms, name);
		r = root.kind == TERM_PARAM && root.a == c->t->b->fn.i ? ref_make(REF_VALUE, root.b + 1) : r;
	}
	if (ref_kind(r) != REF_VALUE || body_made_by(c->t->b, r))
		return;
	x = candidate(c, r);
	x->wanted = x->called = true;
}

/* Members that are asked for here or below, and that some containers never get. */
static void collect_members(struct lockset_choice *c)
{
	const struct unset *u = &c->t->o->unset;

	for (uint32_t i = u->asks[c->t->b->fn.i]; i; i = u->ask.at[i - 1].next) {
		uint32_t of = name_of_ref(&c->t->values, ref_make(REF_VALUE, u->ask.at[i - 1].param));
		uint32_t cell = name_member(c->t->o->names, of, u->ask.at[i - 1].offset, (struct type_id){ 0 });
		if (!cell || term_thing(&c->t->o->names->terms, cell) != term_thing(&c->t->o->names->terms, of))
			continue;
		candidate_cell(c, cell)->wanted = true;
		candidate_cell(c, cell)->member = true;
	}
}

/* What a callee is given the address of, and looks at or stores to. */
static void want_behind(struct lockset_choice *c, struct ref address)
{
	uint32_t name = name_of_ref(&c->t->values, address);

	if (name && is_near(c->t, name))
		candidate_cell(c, name)->wanted = true;
}

/* `*locked = 0`: what callers may ask for. */
static void collect_stores(struct lockset_choice *c)
{
	struct builder *t = c->t;
	int64_t k;

	for (uint32_t i = 0; i < t->b->inst.n; i++) {
		const struct inst *in = &t->b->inst.at[i];
		uint32_t name = in->op == OP_store && !in->nwords && subject_constant(t, body_arg(t->b, in, 1), &k) &&
						ref_kind(subject_strip(t, body_arg(t->b, in, 1))) == REF_KONST
					? name_of_ref(&t->values, body_arg(t->b, in, 0))
					: 0;
		if (name && term_get(&t->o->names->terms, name).kind == TERM_PARAM)
			candidate_cell(c, name)->wanted = true;
	}
}

/* Parameters that would end the program if they were null, where or below where a function gets them from here. */
static void want_null(struct lockset_choice *c, const struct inst *call, const struct outline *f)
{
	const struct outlines *o = c->t->o;
	uint64_t mask = f->through;

	for (uint32_t s = 0; s < f->nsubjects; s++) {
		const struct outline_subject *x = &o->subject.at[f->subject + s];
		mask |= x->null && x->param <= OUTLINE_PARAMS ? 1ull << (x->param - 1) : 0;
	}
	for (uint32_t k = 0; k < OUTLINE_PARAMS && mask >> k && k + 1 < call->nargs; k++) {
		struct ref r = subject_strip(c->t, body_arg(c->t->b, call, k + 1));
		if ((mask >> k & 1) && ref_kind(r) == REF_VALUE && !body_made_by(c->t->b, r))
			candidate(c, r)->null = true;
	}
}

/* Parameters that are called or asked about, here or by those who get them from here. */
static void collect_called(struct lockset_choice *c)
{
	const struct outlines *o = c->t->o;

	for (uint32_t block = 0; block < c->t->out->nblocks; block++) {
		const struct outline_block *k = &o->block.at[c->t->out->block + block];
		for (uint32_t i = k->event; i < k->event + k->nevents; i++) {
			const struct outline_event *e = &o->event.at[i];
			const struct inst *call = &c->t->b->inst.at[e->inst];
			if ((e->kind == OUTLINE_CALL || e->kind == OUTLINE_SLEEPER) && !e->unfolded &&
			    relevance_param(c->t->b, call))
				want_called(c, body_arg(c->t->b, call, 0));
			else if (e->kind == OUTLINE_CALL && !e->unfolded && !e->row && e->possible > 1)
				want_called(c, body_arg(c->t->b, call, 0));
			if (e->guard.param && e->guard.param != GUARD_MEMORY && e->guard.known)
				want_asked(c, ref_make(REF_VALUE, e->guard.param));
			for (uint32_t t = 0; e->kind == OUTLINE_CALL && !e->row && t < e->ntargets; t++) {
				const struct outline *f = &o->of[o->target.at[e->target + t].i];
				want_null(c, call, f);
				for (uint32_t s = 0; f->parameters && s < f->nsubjects; s++) {
					const struct outline_subject *x = &o->subject.at[f->subject + s];
					if (x->called && x->param < call->nargs)
						want_called(c, body_arg(c->t->b, call, x->param));
					if (x->behind && x->behind < call->nargs)
						want_behind(c, body_arg(c->t->b, call, x->behind));
					if (x->asked && x->param < call->nargs)
						want_asked(c, body_arg(c->t->b, call, x->param));
				}
			}
		}
	}
}

/* What a wanted phi is made of is wanted, too. */
static void close_phis(struct lockset_choice *c)
{
	for (uint32_t i = 0; i < c->list.n && i < 4 * limit(LIMIT_lockset_subjects); i++) {
		const struct inst *in = body_made_by(c->t->b, c->list.at[i].ref);
		bool null = in && in->op == OP_phi && has_null(c->t, in);
		for (uint32_t k = 0; in && c->list.at[i].wanted && in->op == OP_phi && k < in->nargs; k++) {
			struct ref from = subject_strip(c->t, body_arg(c->t->b, in, k));
			struct test asked = subject_condition(c->t, from);
			if (ref_kind(from) == REF_VALUE && body_made_by(c->t->b, from) && asked.value.bits != from.bits &&
			    ref_kind(asked.value) == REF_VALUE)
				candidate(c, asked.value)->wanted = true;
			else if (ref_kind(from) == REF_VALUE && (null || tells_exits_apart(c->t, from) ||
								 !body_made_by(c->t->b, from) || is_named_load(c->t, from)))
				candidate(c, from)->wanted = true;
		}
	}
}

uint32_t subject_find(const struct builder *t, uint64_t key)
{
	for (uint32_t i = 0; i < t->out->nsubjects; i++)
		if (t->o->subject.at[t->out->subject + i].key == key)
			return i + 1;
	return 0;
}

/* The load that a value is made from by constants alone: of a bit-field, of some flags. */
static const struct inst *load_behind(const struct builder *t, struct ref r)
{
	const struct inst *in = subject_inst(t, r);
	int64_t k;

	for (uint32_t depth = 0; in && in->op == OP_binary && subject_constant(t, body_arg(t->b, in, 1), &k) &&
				 !limit_full(LIMIT_lockset_keys, depth);
	     depth++)
		in = subject_inst(t, body_arg(t->b, in, 0));
	return in && in->op == OP_load ? in : NULL;
}

/* A result that is null, or has the name of something else: who has locked that one knows nothing about the result. */
static bool is_or_null(const struct builder *t, const struct inst *in)
{
	struct sym_id callee = in && in->op == OP_call ? body_callee(t->p, t->b, in) : (struct sym_id){ 0 };

	return callee.i && map_get(&t->o->or_null, program_sym(t->p, callee)->fn.i);
}

static void add_subject(struct builder *t, const struct candidate *x)
{
	const struct inst *in = body_made_by(t->b, x->ref), *load = load_behind(t, x->ref);
	struct outline_subject s = { .key = x->key, .called = x->called, .asked = x->asked, .null = x->null && !x->wanted };

	if (x->cell) {
		s.cell = x->cell;
	} else if (load && name_of_ref(&t->values, body_arg(t->b, load, 0)) &&
		   (load == in || x->key != key_of(1, ref_index(x->ref), 0))) {
		s.cell = name_of_ref(&t->values, body_arg(t->b, load, 0));
		s.bits = load->nwords ? t->b->word.at[load->word] + 1 : 0;
		s.part = load != in;
	} else if (ref_kind(x->ref) == REF_VALUE && x->key == key_of(1, ref_index(x->ref), 0)) {
		s.value = ref_index(x->ref);
	}
	s.name = x->cell || is_or_null(t, in) ? 0 : name_of_ref(&t->values, x->ref);
	if (ref_kind(x->ref) == REF_VALUE && !in)
		s.param = ref_index(x->ref);
	if (in)
		s.position = t->cfg->position[t->block_of[in - t->b->inst.at]];
	if (s.cell && term_get(&t->o->names->terms, s.cell).kind == TERM_PARAM)
		s.behind = term_get(&t->o->names->terms, s.cell).b + 1;
	s.near = s.cell && is_near(t, s.cell);
	if (x->member) {
		s.member = term_root_of(&t->o->names->terms, s.cell).b + 1;
		s.offset = term_offset(&t->o->names->terms, s.cell);
	}
	t->out->parameters |= s.param > 0 || s.behind > 0 || s.member > 0;
	t->out->members |= s.member ? 1ull << t->out->nsubjects : 0;
	*vec_add(t->o->arena, &t->o->subject) = s;
	t->out->nsubjects++;
}

/* ---- what blocks do with them ---- */

/* What an attempt to lock returns is 0 or an error number, whichever sign those have here. */
static bool is_lock_result(const struct builder *t, struct ref of)
{
	const struct inst *in = body_made_by(t->b, subject_strip(t, of));
	struct sym_id callee = in && in->op == OP_call ? body_callee(t->p, t->b, in) : (struct sym_id){ 0 };
	const struct model_row *r = callee.i ? t->o->points->row[callee.i] : NULL;

	while (r && !(event_is(r, EVENT_ACQUIRE) && event_is_told_by_zero(r)))
		r = r->next;
	return r != NULL;
}

static uint8_t without_sign(uint8_t test)
{
	switch (test) {
	case COMPARE_slt:
	case COMPARE_sgt: return COMPARE_ne;
	case COMPARE_sge:
	case COMPARE_sle: return COMPARE_eq;
	default: return test;
	}
}

/* `if (!(v = find()))` where v is in memory: what the test says of the value holds of v. */
static uint32_t stored_to(struct builder *t, uint32_t block, struct ref of)
{
	const struct block *k = &t->b->block.at[block];
	uint32_t also = 0;

	for (uint32_t i = k->inst; ref_kind(of) == REF_VALUE && i < k->inst + k->ninsts; i++) {
		const struct inst *in = &t->b->inst.at[i];
		if (in->op == OP_store && subject_strip(t, body_arg(t->b, in, 1)).bits == of.bits)
			also = subject_find(t, key_of(2, name_of_ref(&t->values, body_arg(t->b, in, 0)), 0));
	}
	return also;
}

bool branch_is_decided(const struct builder *t, uint32_t block, bool *truth)
{
	const struct inst *end = body_end(t->b, block);
	struct test c;
	struct fact known;
	int64_t v;
	int holds;

	if (end->op != OP_branch)
		return false;
	*truth = failing_way(t->o->points, t->b, block, 1);
	if (*truth || failing_way(t->o->points, t->b, block, 0))
		return true;
	c = subject_condition(t, body_arg(t->b, end, 0));
	if (!c.compare || !subject_constant(t, c.value, &v))
		return false;
	known = fact_exact(0, v);
	holds = fact_truth(&known, c.compare, c.number);
	*truth = holds == 1;
	return holds >= 0;
}

/* Bits of something that is known as a whole: `ttu = LOCKED`, then `if (ttu & LOCKED)`. */
static void set_bits(struct builder *t, struct outline_block *out, struct test c)
{
	const struct inst *in = body_made_by(t->b, c.value);

	if (out->end != OUTLINE_BRANCH || !in || in->op != OP_binary || in->sub != BINARY_and ||
	    !subject_constant(t, body_arg(t->b, in, 1), &out->mask))
		return;
	out->bits = subject_find(t, subject_key(t, body_arg(t->b, in, 0), 0));
	out->test = c.compare;
	out->k = c.number;
}

/* An assertion: one way goes on, the other gives up. */
static bool asserts(const struct builder *t, const struct outline_block *k)
{
	uint32_t dying = 0;

	for (uint32_t i = 0; i < k->nnext; i++)
		dying += t->dying[t->o->next.at[k->next + i]];
	return k->nnext == 2 && dying == 1;
}

static void set_end(struct builder *t, uint32_t block)
{
	struct outline_block *out = &t->o->block.at[t->out->block + block];
	const struct inst *end = body_end(t->b, block);
	struct test c = { 0 };
	uint32_t subject;
	bool truth;

	if (end->op != OP_branch && end->op != OP_switch)
		return;
	c = end->op == OP_branch ? subject_condition(t, body_arg(t->b, end, 0))
				 : (struct test){ body_arg(t->b, end, 0), 0, 0 };
	if (t->relevant[block] && branch_is_decided(t, block, &truth)) {
		t->o->next.at[out->next] = t->o->next.at[out->next + !truth];
		out->nnext = 1;
		return;
	}
	if (end->op == OP_branch && !c.number && is_lock_result(t, c.value))
		c.compare = without_sign(c.compare);
	subject = t->relevant[block] || asserts(t, out) ? subject_find(t, subject_key(t, c.value, 0)) : 0;
	out->end = end->op == OP_branch ? OUTLINE_BRANCH : OUTLINE_SWITCH;
	if (!t->relevant[block] || end->op != OP_branch || !guard_of_condition(t, body_arg(t->b, end, 0), &out->guard))
		out->guard = (struct lockset_guard){ 0 };
	if (end->op == OP_branch)
		counter_set(t, out, &c);
	out->also = t->relevant[block] && end->op == OP_branch ? stored_to(t, block, subject_strip(t, c.value)) : 0;
	set_bits(t, out, c);
	if (!subject) {
		subject = out->also;
		out->also = 0;
	}
	if (!subject)
		return;
	out->tested = true;
	out->subject = subject - 1;
	out->test = c.compare;
	out->k = c.number;
	if (end->op == OP_switch) {
		out->number = t->o->number.n;
		for (uint32_t i = 1; i < end->nargs; i++) {
			int64_t k = 0;
			out->tested &= subject_constant(t, body_arg(t->b, end, i), &k);
			*vec_add(t->o->arena, &t->o->number) = k;
		}
	}
}

static bool is_object(const struct builder *t, struct ref r)
{
	const struct inst *in = body_made_by(t->b, r = subject_strip(t, r));

	return ref_kind(r) == REF_SYM || (in && (in->op == OP_alloca || in->op == OP_field || in->op == OP_index));
}

static void set_asked(struct builder *t, struct ref r, struct outline_phi *p)
{
	struct test c = subject_condition(t, r);

	if (c.value.bits == r.bits)
		return;
	p->asks = subject_find(t, subject_key(t, c.value, 0));
	p->test = c.compare;
	p->k = c.number;
}

static void set_phis(struct builder *t, uint32_t block)
{
	const struct block *k = &t->b->block.at[block];
	struct outline_block *out = &t->o->block.at[t->out->block + block];

	out->phi = t->o->phi.n;
	for (uint32_t i = k->inst; i < k->inst + k->ninsts && t->b->inst.at[i].op == OP_phi; i++) {
		const struct inst *in = &t->b->inst.at[i];
		uint32_t subject = subject_find(t, key_of(1, body_value(t->b, i), 0));
		for (uint32_t a = 0; subject && a < in->nargs; a++) {
			struct outline_phi p = { .subject = subject - 1, .from = t->b->word.at[in->word + a] };
			p.constant = subject_constant(t, body_arg(t->b, in, a), &p.k);
			p.object = is_object(t, body_arg(t->b, in, a));
			p.other = p.constant ? 0 : subject_find(t, subject_key(t, body_arg(t->b, in, a), 0));
			if (!p.constant && !p.other)
				set_asked(t, subject_strip(t, body_arg(t->b, in, a)), &p);
			*vec_add(t->o->arena, &t->o->phi) = p;
		}
	}
	out->nphis = t->o->phi.n - out->phi;
}

/* The subjects that are tested in the loop with this jump back: in blocks from which it is reached, and not through the first
 * one. */
static uint64_t asked_in(struct builder *t, uint32_t from, uint32_t head, uint32_t *todo, uint32_t *seen)
{
	uint32_t n = 0;
	uint64_t mask = 0;

	todo[n++] = from;
	while (n) {
		uint32_t b = todo[--n];
		const struct outline_block *k = &t->o->block.at[t->out->block + b];
		if (seen[b] == from + 1)
			continue;
		seen[b] = from + 1;
		mask |= (k->tested ? 1ull << k->subject : 0) | (k->also ? 1ull << (k->also - 1) : 0);
		for (uint32_t i = t->cfg->first_pred[b]; b != head && i < t->cfg->first_pred[b] + t->cfg->npreds[b]; i++)
			if (seen[t->cfg->pred[i]] != from + 1)
				todo[n++] = t->cfg->pred[i];
	}
	return mask;
}

/* Of every loop, what it asks for. Functions with very many loops: everything. */
static void note_tests(struct builder *t)
{
	uint32_t nblocks = t->out->nblocks, steps = 0, edges = 0;
	uint32_t *todo, *seen;

	if (!t->out->nsubjects)
		return;
	for (uint32_t b = 0; b < nblocks; b++)
		edges += t->cfg->npreds[b];
	todo = arena_array(t->scratch, edges + 1u, sizeof *todo);
	seen = arena_array(t->scratch, nblocks + 1u, sizeof *seen);
	for (uint32_t b = 0; b < nblocks; b++)
		for (uint32_t i = t->cfg->first_pred[b]; i < t->cfg->first_pred[b] + t->cfg->npreds[b]; i++) {
			uint32_t from = t->cfg->pred[i];
			if (!t->cfg->position[b] || t->cfg->position[from] < t->cfg->position[b])
				continue;
			steps += nblocks;
			t->o->block.at[t->out->block + b].asked |=
				limit_over(LIMIT_lockset_loops, steps) ? UINT64_MAX : asked_in(t, from, b, todo, seen);
		}
}

void subjects_find(struct builder *t)
{
	struct lockset_choice c = { .t = t };

	t->out->subject = t->o->subject.n;
	collect(&c);
	collect_called(&c);
	collect_stores(&c);
	collect_members(&c);
	close_phis(&c);
	close_stores(&c);
	for (uint32_t i = 0; i < c.list.n; i++)
		if (c.list.at[i].wanted && (c.list.at[i].cell || ref_kind(c.list.at[i].ref) == REF_VALUE) &&
		    !limit_full(LIMIT_lockset_subjects, t->out->nsubjects))
			add_subject(t, &c.list.at[i]);
	for (uint32_t i = 0; i < c.list.n; i++)
		if (c.list.at[i].null && !c.list.at[i].wanted && !limit_full(LIMIT_lockset_subjects, t->out->nsubjects))
			add_subject(t, &c.list.at[i]);
	for (uint32_t block = 0; block < t->b->block.n; block++) {
		set_end(t, block);
		set_phis(t, block);
	}
	note_tests(t);
}
