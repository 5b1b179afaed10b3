/* Values from outside: any value of their type.
 *
 * What rand() returns, or argc, may be anything. Such a value is not chosen when it comes but kept as unknown, byte by byte, in a
 * shadow of the threads' values and of memory; what is computed from it is unknown, too. Only where it decides something all
 * outcomes are gone through: a comparison may hold or not, a remainder or a mask with few values has each of them. That two
 * comparisons of one value go together is not known: more executions are looked at than there are, so that what holds in all of
 * them holds, and what is found in one that has guessed is not told (VERIFY_INEXACT). Where an unknown value would be an address,
 * a length or part of an atomic operation that a row describes, the search stops, by name. An unknown value is zero in the
 * machine, so that equal states have equal bytes.
 *
 * With search.terms it is known of many such values what they are made of (formula.h): then only outcomes that there are are gone
 * through, and where a value has to be known that has few, each of them. */
#include "verify/outside/any.h"
#include "verify/names.h"

#include <string.h>

#include "code/event.h"

/* ---- the shadow of values ---- */

/* As long as the values of the thread: new ones are known. */
void any_fit(struct verify_state *s, uint32_t thread)
{
	struct verify_thread *t = &s->thread.at[thread];
	uint32_t n = s->m.thread.at[thread].values.n;

	if (t->any.n > n) {
		t->any.n = n;
		formula_name(s, thread + 1, n, UINT32_MAX, 0);
	}
	while (t->any.n < n)
		*vec_add(&s->m.arena, &t->any) = 0;
}

static uint8_t *shadow(struct verify_state *s, uint32_t thread, uint32_t values, const struct machine_code *c, uint32_t value)
{
	return s->thread.at[thread].any.at + values + c->slot[value].at;
}

static bool has_bytes(const uint8_t *of, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (of[i])
			return true;
	return false;
}

bool any_is(struct verify_state *s, uint32_t thread, const struct machine_code *c, struct ref r)
{
	uint32_t values = machine_top(&s->m, thread)->values;

	return ref_kind(r) == REF_VALUE && has_bytes(shadow(s, thread, values, c, ref_index(r)), c->slot[ref_index(r)].bytes);
}

bool any_argument(struct verify_state *s, uint32_t thread, const struct machine_code *c, const struct inst *in,
			    uint32_t k)
{
	return k < in->nargs && any_is(s, thread, c, body_arg(&c->body, in, k));
}

static void set_value(struct verify_state *s, uint32_t thread, uint32_t values, const struct machine_code *c, uint32_t value,
		      bool any)
{
	formula_name(s, thread + 1, values + c->slot[value].at, c->slot[value].bytes, 0);
	if (any) {
		memset(shadow(s, thread, values, c, value), 1, c->slot[value].bytes);
		memset(s->m.thread.at[thread].values.at + values + c->slot[value].at, 0, c->slot[value].bytes);
	} else {
		memset(shadow(s, thread, values, c, value), 0, c->slot[value].bytes);
	}
}

/* The number of bits of a value that arithmetic is done on; 0: it is none. */
uint32_t any_bits(struct number_type n)
{
	return n.count == 1 && (n.kind == NUMBER_INT || n.kind == NUMBER_FLOAT) ? n.bits : 0;
}

/* What an unknown value is; a term that is a number after all makes it known. */
static void name_value(struct verify_search *x, struct verify_state *s, uint32_t thread, uint32_t values,
		       const struct machine_code *c, uint32_t value, uint32_t term)
{
	const struct machine_slot *slot = &c->slot[value];
	uint64_t number;

	if (!x->terms || !term || x->terms->term.at[term].bits != any_bits(slot->number))
		return;
	if (formula_known(x->terms, term, &number)) {
		set_value(s, thread, values, c, value, false);
		machine_number_put(s->m.thread.at[thread].values.at + values + slot->at, slot->number.bits, number);
	} else {
		formula_name(s, thread + 1, values + slot->at, slot->bytes, term);
	}
}

/* An operand of the instruction that is next. */
uint32_t any_term(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct machine_code *c,
			     struct ref r)
{
	const struct machine_slot *slot = ref_kind(r) == REF_VALUE ? &c->slot[ref_index(r)] : NULL;
	struct type_id type;
	uint32_t bits, term;

	if (!x->terms)
		return 0;
	if (any_is(s, thread, c, r)) {
		term = formula_of(x->terms, s, thread + 1, machine_top(&s->m, thread)->values + slot->at, slot->bytes);
		return term && x->terms->term.at[term].bits == any_bits(slot->number) ? term : 0;
	}
	bits = any_bits(slot ? slot->number : machine_ref_type(&s->m, c, r, &type));
	return bits ? formula_number(x->terms, bits, machine_operand_number(&s->m, thread, r)) : 0;
}

/* ---- the shadow of memory ---- */

static uint8_t *bits_of(const struct verify_state *s, uint32_t object)
{
	for (uint32_t i = s->any.n; i-- > 0;)
		if (s->any.at[i].object == object)
			return s->any.at[i].bit;
	return NULL;
}

bool any_in_memory(struct verify_state *s, uint64_t at, uint64_t bytes)
{
	uint64_t offset;
	const struct machine_object *o = s->any.n ? machine_object_at(&s->m, at, &offset) : NULL;
	const uint8_t *bit = o ? bits_of(s, (uint32_t)(o - s->m.object.at)) : NULL;

	for (uint64_t i = 0; bit && !o->dead && i < bytes && offset + i < o->size; i++)
		if (bit[(offset + i) / 8] >> (offset + i) % 8 & 1)
			return true;
	return false;
}

/* `from` NULL: all of it is unknown, or known; else a byte for each byte. */
static void set_memory(struct verify_state *s, uint64_t at, uint64_t bytes, const uint8_t *from, bool any)
{
	uint64_t offset;
	struct machine_object *o = machine_object_at(&s->m, at, &offset);
	uint32_t id = o ? (uint32_t)(o - s->m.object.at) : 0;
	uint8_t *bit = o ? bits_of(s, id) : NULL;

	if (!o || o->dead || offset + bytes > o->size || (!bit && !any && !from))
		return;
	formula_name(s, 0, at, (uint32_t)bytes, 0);
	if (!bit) {
		bit = arena_alloc(&s->m.arena, (o->size + 7) / 8);
		memset(bit, 0, (o->size + 7) / 8);
		*vec_add(&s->m.arena, &s->any) = (struct verify_unset){ id, bit };
	}
	for (uint64_t i = offset; i < offset + bytes; i++) {
		bool is = from ? from[i - offset] : any;
		bit[i / 8] = (uint8_t)((bit[i / 8] & ~(1u << i % 8)) | (unsigned)is << i % 8);
		if (is && o->bytes)
			o->bytes[i] = 0;
	}
}

void any_written(struct verify_state *s, uint64_t at, uint64_t bytes)
{
	if (s->any.n)
		set_memory(s, at, bytes, NULL, false);
}

void any_put(struct verify_state *s, uint64_t at, uint64_t bytes, bool any)
{
	if (any || s->any.n)
		set_memory(s, at, bytes, NULL, any);
}

void any_store(struct verify_state *s, uint64_t at, uint64_t bytes, const struct verify_store *w)
{
	any_put(s, at, bytes, w->any);
	if (w->any && w->term)
		formula_name(s, 0, at, (uint32_t)bytes, w->term);
}

void any_copied(struct verify_state *s, uint64_t to, uint64_t from, uint64_t bytes)
{
	bool apart = to + bytes <= from || from + bytes <= to;
	uint8_t one;

	for (uint64_t i = 0; s->any.n && i < bytes; i++) {
		one = any_in_memory(s, from + i, 1);
		set_memory(s, to + i, 1, &one, false);
	}
	if (s->named.n && apart)
		formula_copy(s, to, from, bytes);
}

/* ---- where they come from ---- */

/* Rows that say that the result is from outside, and nothing else that anybody could tell. */
static bool is_input(const struct model_row *r)
{
	bool input = false;

	for (; r; r = r->next) {
		if (event_is(r, EVENT_INPUT) && event_is_result(&r->on))
			input = true;
		else if (!event_is(r, EVENT_BOUNDS) && !event_is(r, EVENT_FEEDS) && !event_is(r, EVENT_BLOCK) &&
			 !event_is(r, EVENT_NONE))
			return false;
	}
	return input;
}

uint32_t any_fills(const struct machine_call *call, uint64_t *bytes, bool *most)
{
	static const struct any_filled {
		const char *name;
		uint32_t argument, bytes, length; /* length: the argument that says how many at most; 0: it is `bytes` */
	} table[] = {
		{ "clock_gettime", 1, 16, 0 }, { "clock_getres", 1, 16, 0 }, { "gettimeofday", 0, 16, 0 }, { "timespec_get", 0, 16, 0 },
		{ "time", 0, 8, 0 },	       { "pipe", 0, 8, 0 },	     { "read", 1, 0, 2 },
	};
	const char *name = program_str(call->m->image->p, program_sym(call->m->image->p, call->callee)->name);

	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (!strcmp(name, table[i].name) && table[i].argument < call->nargs && table[i].length < call->nargs &&
		    call->arg[table[i].argument]) {
			*most = table[i].length;
			*bytes = table[i].length ? call->arg[table[i].length] : table[i].bytes;
			return table[i].argument + 1;
		}
	return 0;
}

bool any_comes_from(const struct machine_call *call)
{
	uint64_t bytes;
	bool most;
	static const char *const names[] = { "rand",	"random", "lrand48", "mrand48", "drand48", "getpid", "gettid",
					     "getppid", "getuid", "geteuid", "clock",	"getenv",  "abs",    "labs",
					     "atoi",	"atol",	  "toupper", "tolower", "isatty",
					     "clock_getres", "write", "close", "pthread_condattr_setclock", "pthread_barrierattr_setpshared",
					     "pthread_getconcurrency" };
	const char *name = program_str(call->m->image->p, program_sym(call->m->image->p, call->callee)->name);

	if (!strcmp(name, "time") || any_fills(call, &bytes, &most))
		return true;
	return !strncmp(name, "__VERIFIER_nondet_", 18) || ONE_OF(name, names) || is_input(call->meaning->row);
}

uint32_t any_result(struct verify_search *x, struct verify_state *s, uint32_t thread, bool loose)
{
	const struct machine_frame *f = machine_top(&s->m, thread);
	const struct machine_code *c = machine_code(s->m.image, f->fn);
	uint32_t value = body_value(&c->body, f->inst), symbol;

	s->outside = true;
	any_fit(s, thread);
	machine_result(&s->m, thread, 0);
	set_value(s, thread, machine_top(&s->m, thread)->values, c, value, true);
	symbol = x->terms && c->used[value] ? formula_symbol(x->terms, any_bits(c->slot[value].number), loose) : 0;
	name_value(x, s, thread, machine_top(&s->m, thread)->values, c, value, symbol);
	return symbol;
}

static bool uses_arguments(const struct machine_code *c)
{
	for (uint32_t i = 0; i < c->body.param.n; i++)
		if (c->used[i + 1])
			return true;
	return false;
}

void any_arguments(struct verify_search *x, struct verify_state *s)
{
	const struct machine_frame *f = &s->m.thread.at[0].frame.at[0]; /* constructors may stand above it */
	const struct machine_code *c = machine_code(s->m.image, f->fn);
	uint64_t argv, offset;
	const struct machine_object *o;

	if (!uses_arguments(c))
		return;
	s->outside = true;
	any_fit(s, 0);
	if (c->body.param.n > 1) {
		memcpy(&argv, s->m.thread.at[0].values.at + f->values + c->slot[2].at, 8);
		o = machine_object_at(&s->m, argv, &offset);
		if (o)
			set_memory(s, o->base, o->size, NULL, true);
	}
	set_value(s, 0, f->values, c, 1, true);
	if (x->terms) {
		uint32_t bits = any_bits(c->slot[1].number), symbol = formula_symbol(x->terms, bits, true);
		uint32_t none = formula_number(x->terms, bits, 0);
		(void)formula_decide(x->terms, s, formula_compare(x->terms, COMPARE_sge, symbol, none));
		name_value(x, s, 0, f->values, c, 1, symbol);
	}
}

/* ---- functions outside of which rows say all ---- */

struct any_reader {
	struct verify_search *x;
	struct verify_state *s;
	uint32_t thread;
};

/* How long a text is that may be anything nobody knows. What need not be read may be all the same: a guess. */
static void read_outside(void *with, const struct machine_outside_read *r)
{
	struct any_reader *of = with;
	bool unknown = r->string && any_in_memory(of->s, r->at, r->bytes);

	of->s->guessed |= unknown || !r->sure;
	before_access(of->s, of->thread, r->at, unknown ? r->rest : r->bytes, r->write ? DONE_WRITE : 0, &of->x->race);
}

/* The machine leaves memory as it is where the schedule says nothing, and notes where that was (machine_unwritten). */
void any_outside(struct verify_search *x, struct verify_state *s, struct machine_call *call)
{
	struct any_reader of = { x, s, call->thread };
	uint32_t n = 0;

	machine_outside_reads(call, read_outside, &of);
	machine_outputs(call, INT32_MAX, false);
	for (uint32_t i = 0; i < s->m.foreign.n; i++) {
		const struct machine_foreign *f = &s->m.foreign.at[i];
		if (f->variable || f->sym.i != call->callee.i) {
			s->m.foreign.at[n++] = *f;
			continue;
		}
		s->guessed |= !machine_outside_surely_writes(call);
		before_access(s, call->thread, f->at, f->bytes, DONE_WRITE, &x->race);
		before_forget(s, f->at, f->bytes);
		before_set(s, f->at, f->bytes);
		any_put(s, f->at, f->bytes, true);
		s->outside = true;
	}
	s->m.foreign.n = n;
}

void any_fails(struct verify_search *x, struct verify_state *s, uint32_t thread)
{
	uint64_t at = x->asks_errno ? machine_errno(&s->m, thread) : 0;

	if (at)
		any_put(s, at, 4, true);
}

/* ---- a step ---- */

/* The operand that decides has this value from now on; one that no case of a switch has, only as long as it is executed. */
static void decide(struct verify_state *s, uint32_t thread, const struct machine_code *c, const struct inst *in,
		   uint64_t alternative)
{
	uint32_t values = machine_top(&s->m, thread)->values, of = ref_index(body_arg(&c->body, in, 0));
	uint64_t v = alternative;
	bool taken = in->op == OP_switch && !alternative;

	if (in->op == OP_switch && alternative)
		v = machine_operand_number(&s->m, thread, body_arg(&c->body, in, (uint32_t)alternative));
	for (v = taken ? 0 : v; taken; v += taken) { /* the default: a value that no case has */
		taken = false;
		for (uint32_t k = 1; k < in->nargs; k++)
			taken |= machine_operand_number(&s->m, thread, body_arg(&c->body, in, k)) == v;
	}
	if (in->op != OP_switch || alternative)
		set_value(s, thread, values, c, of, false);
	memcpy(s->m.thread.at[thread].values.at + values + c->slot[of].at, &v, c->slot[of].bytes < 8 ? c->slot[of].bytes : 8);
}

static void undecide(struct verify_state *s, uint32_t thread, const struct any_step *a)
{
	const struct machine_slot *slot = &a->c->slot[ref_index(body_arg(&a->c->body, a->in, 0))];

	if (a->in->op == OP_switch && a->guess && !*a->guess)
		memset(s->m.thread.at[thread].values.at + a->values + slot->at, 0, slot->bytes);
}

/* How many bytes of memory a read-modify-write or an exchange is about. */
static uint64_t any_width(struct verify_state *s, const struct machine_code *c, const struct inst *in)
{
	struct type_id type;

	(void)machine_ref_type(&s->m, c, body_arg(&c->body, in, 1), &type);
	return machine_type_bytes(s->m.image->p, type);
}

/* An exchange that succeeds finds what it expects. */
static void find_expected(struct verify_state *s, uint32_t thread, const struct any_step *a)
{
	uint64_t bytes = any_width(s, a->c, a->in);
	uint8_t one[16], *b = machine_peek(&s->m, a->at, bytes);
	const uint8_t *expected = machine_operand(&s->m, thread, body_arg(&a->c->body, a->in, 1), one);

	if (!b || !expected)
		return;
	any_put(s, a->at, bytes, false);
	memcpy(b, expected, bytes);
}

/* The terms of its operands, before it is executed. */
static void note_terms(struct verify_search *x, struct verify_state *s, uint32_t thread, struct any_step *a)
{
	const struct inst *in = a->in;
	uint64_t bytes;

	for (uint32_t k = 0; k < 2 && k < in->nargs && in->op != OP_phi && in->op != OP_call; k++)
		a->term[k] = any_term(x, s, thread, a->c, body_arg(&a->c->body, in, k));
	if (in->op != OP_rmw)
		return;
	bytes = any_width(s, a->c, in);
	if (any_in_memory(s, a->at, bytes))
		a->term[2] = formula_of(x->terms, s, 0, a->at, (uint32_t)bytes);
	else if (bytes <= 8 && machine_peek(&s->m, a->at, bytes))
		a->term[2] = formula_number(x->terms, (uint32_t)bytes * 8,
					    (uint64_t)machine_number_get(machine_peek(&s->m, a->at, bytes), (uint32_t)bytes * 8));
}

void any_open(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct machine_code *c,
	      const struct inst *in, const uint64_t *guess, struct any_step *a)
{
	const struct machine_thread *t = &s->m.thread.at[thread];
	const struct machine_frame *f = &t->frame.at[t->frame.n - 1];

	any_fit(s, thread);
	s->guessed |= guess && !x->terms;
	if (guess && (in->op == OP_branch || in->op == OP_select || in->op == OP_switch))
		decide(s, thread, c, in, *guess);
	*a = (struct any_step){
		.c = c, .in = in, .inst = f->inst, .block = f->block, .frames = t->frame.n, .values = f->values, .guess = guess
	};
	for (uint32_t k = 0; k < in->nargs && in->op != OP_phi; k++)
		a->unknown |= any_argument(s, thread, c, in, k);
	if (in->op == OP_load || in->op == OP_store || in->op == OP_rmw || in->op == OP_cmpxchg)
		a->at = machine_operand_number(&s->m, thread, body_arg(&c->body, in, 0));
	a->memory = (in->op == OP_rmw || in->op == OP_cmpxchg) && any_in_memory(s, a->at, any_width(s, c, in));
	if (guess && in->op == OP_cmpxchg && *guess)
		find_expected(s, thread, a);
	if (x->terms && (a->unknown || a->memory))
		note_terms(x, s, thread, a);
	a->old = arena_alloc(&s->m.arena, c->size + 1);
	memcpy(a->old, s->thread.at[thread].any.at + f->values, c->size);
}

static bool was_any(const struct any_step *a, struct ref r)
{
	return ref_kind(r) == REF_VALUE && has_bytes(a->old + a->c->slot[ref_index(r)].at, a->c->slot[ref_index(r)].bytes);
}

/* Of a value of the frame that has executed the instruction. */
static uint32_t value_term(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct any_step *a,
			   uint32_t value)
{
	return formula_of(x->terms, s, thread + 1, a->values + a->c->slot[value].at, a->c->slot[value].bytes);
}

/* The phis of a block have their values at once. */
static void enter_block(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct any_step *a)
{
	const struct body *b = &a->c->body;
	const struct block *to = &b->block.at[machine_top(&s->m, thread)->block];
	uint32_t n = 0, *term;

	while (n < to->ninsts && b->inst.at[to->inst + n].op == OP_phi)
		n++;
	term = arena_array(&s->m.arena, n + 1, sizeof *term);
	for (uint32_t pass = 0; pass < 2; pass++)
		for (uint32_t i = 0; i < n; i++)
			for (uint32_t k = 0; k < b->inst.at[to->inst + i].nargs; k++) {
				struct ref r = body_arg(b, &b->inst.at[to->inst + i], k);
				if (b->word.at[b->inst.at[to->inst + i].word + k] != a->block)
					continue;
				if (!pass) {
					term[i] = x->terms && was_any(a, r) ? value_term(x, s, thread, a, ref_index(r)) : 0;
				} else {
					set_value(s, thread, a->values, a->c, body_value(b, to->inst + i), was_any(a, r));
					name_value(x, s, thread, a->values, a->c, body_value(b, to->inst + i), term[i]);
				}
				break;
			}
}

static void pass_arguments(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct any_step *a)
{
	const struct machine_frame *f = machine_top(&s->m, thread);
	const struct machine_code *c = machine_code(s->m.image, f->fn);

	for (uint32_t i = 0; f->kind == FRAME_CODE && i < c->body.param.n && i + 1 < a->in->nargs; i++) {
		struct ref r = body_arg(&a->c->body, a->in, i + 1);
		set_value(s, thread, f->values, c, i + 1, was_any(a, r));
		if (x->terms && was_any(a, r))
			name_value(x, s, thread, f->values, c, i + 1, value_term(x, s, thread, a, ref_index(r)));
	}
}

static void give_back(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct any_step *a)
{
	const struct machine_frame *f = machine_top(&s->m, thread);
	const struct machine_code *c = f->kind == FRAME_CODE ? machine_code(s->m.image, f->fn) : NULL;

	if (!c || !f->inst || c->body.inst.at[f->inst - 1].op != OP_call)
		return;
	set_value(s, thread, f->values, c, body_value(&c->body, f->inst - 1),
		  a->in->nargs && was_any(a, body_arg(&a->c->body, a->in, 0)));
	if (a->in->nargs && was_any(a, body_arg(&a->c->body, a->in, 0)))
		name_value(x, s, thread, f->values, c, body_value(&c->body, f->inst - 1), a->term[0]);
}

static void load_value(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct any_step *a, uint32_t value)
{
	uint8_t *to = shadow(s, thread, a->values, a->c, value);
	bool any = false;

	formula_name(s, thread + 1, a->values + a->c->slot[value].at, a->c->slot[value].bytes, 0);
	for (uint32_t i = 0; i < a->c->slot[value].bytes; i++)
		any |= to[i] = any_in_memory(s, a->at + i, 1);
	if (any && x->terms)
		name_value(x, s, thread, a->values, a->c, value, formula_of(x->terms, s, 0, a->at, a->c->slot[value].bytes));
}

static void name_memory(struct verify_search *x, struct verify_state *s, uint64_t at, uint64_t bytes, uint32_t term)
{
	if (x->terms && term && x->terms->term.at[term].bits == bytes * 8)
		formula_name(s, 0, at, (uint32_t)bytes, term);
}

static void store_value(struct verify_search *x, struct verify_state *s, const struct any_step *a)
{
	struct ref r = body_arg(&a->c->body, a->in, 1);

	if (a->in->order != ORDER_NONE)
		any_put(s, a->at, machine_type_bytes(s->m.image->p, a->in->type), was_any(a, r));
	else if (was_any(a, r))
		set_memory(s, a->at, a->c->slot[ref_index(r)].bytes, a->old + a->c->slot[ref_index(r)].at, false);
	if (was_any(a, r))
		name_memory(x, s, a->at, a->c->slot[ref_index(r)].bytes, a->term[1]);
}

/* What was guessed of a comparison or of a remainder is its result. */
static void put_guess(struct verify_state *s, uint32_t thread, const struct any_step *a, uint32_t value)
{
	uint64_t v = any_guessed(s, thread, a->c, a->in, *a->guess);

	memcpy(s->m.thread.at[thread].values.at + a->values + a->c->slot[value].at, &v,
	       a->c->slot[value].bytes < 8 ? a->c->slot[value].bytes : 8);
}

static uint32_t modified(struct verify_search *x, const struct any_step *a)
{
	switch (x->terms ? a->in->sub : RMW_none) {
	case RMW_xchg: return a->term[1];
	case RMW_add: return formula_binary(x->terms, BINARY_add, a->term[2], a->term[1]);
	case RMW_sub: return formula_binary(x->terms, BINARY_sub, a->term[2], a->term[1]);
	case RMW_and: return formula_binary(x->terms, BINARY_and, a->term[2], a->term[1]);
	case RMW_or: return formula_binary(x->terms, BINARY_or, a->term[2], a->term[1]);
	case RMW_xor: return formula_binary(x->terms, BINARY_xor, a->term[2], a->term[1]);
	default: return 0;
	}
}

/* The new value is unknown if one of the two that it is made of is, or if it has been many. */
static void modify_value(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct any_step *a,
			 uint32_t value)
{
	uint64_t bytes = a->c->slot[value].bytes;
	const uint8_t *now = machine_peek(&s->m, a->at, bytes);
	bool any = a->unknown || (a->memory && a->in->sub != RMW_xchg);

	any |= x->widen && now && !any && widen_now(x->widen, x->o->wide, a->c, a->inst, now);
	s->outside |= any;
	set_value(s, thread, a->values, a->c, value, a->memory);
	if (a->memory)
		name_value(x, s, thread, a->values, a->c, value, a->term[2]);
	any_put(s, a->at, bytes, any);
	if (any)
		name_memory(x, s, a->at, bytes, modified(x, a));
}

/* The pair of what an exchange has found and whether it has succeeded, which is known. */
static void exchange_value(struct verify_state *s, uint32_t thread, const struct any_step *a, uint32_t value)
{
	const struct program *p = s->m.image->p;
	const struct type *pair = program_type(p, type_strip(p, a->in->type));
	uint64_t bytes = any_width(s, a->c, a->in);
	uint8_t *out = s->m.thread.at[thread].values.at + a->values + a->c->slot[value].at;
	bool done = out[p->field.at[pair->field + 1].offset / 8];

	set_value(s, thread, a->values, a->c, value, false);
	if (done ? was_any(a, body_arg(&a->c->body, a->in, 1)) : a->memory) {
		memset(out, 0, bytes);
		memset(shadow(s, thread, a->values, a->c, value), 1, bytes);
	}
	if (done)
		any_put(s, a->at, bytes, was_any(a, body_arg(&a->c->body, a->in, 2)));
}

/* A member of a value that is a whole struct: other members of it may be unknown. */
static void extract_value(struct verify_state *s, uint32_t thread, const struct any_step *a, uint32_t value)
{
	const struct body *b = &a->c->body;
	struct ref whole = body_arg(b, a->in, 0);
	struct type_id type;
	uint32_t bytes, at;

	(void)machine_ref_type(&s->m, a->c, whole, &type);
	at = machine_member_at(s->m.image->p, type, b->word.at + a->in->word, a->in->nwords, &bytes);
	set_value(s, thread, a->values, a->c, value,
		  ref_kind(whole) == REF_VALUE && at != UINT32_MAX && has_bytes(a->old + a->c->slot[ref_index(whole)].at + at, bytes));
}

/* What an operation on unknown values results in. That signed numbers overflow does not happen. */
static uint32_t computed(struct verify_search *x, struct verify_state *s, const struct any_step *a)
{
	uint32_t term;

	if (!x->terms || a->in->op != OP_binary)
		return 0;
	term = formula_binary(x->terms, a->in->sub, a->term[0], a->term[1]);
	if (term && a->in->flags & INST_SIGNED)
		(void)formula_decide(x->terms, s, formula_fits(x->terms, a->in->sub, a->term[0], a->term[1]));
	return term;
}

/* From here on the result may be anything; but not below 0, if it is not now. What is made of such values is left open again,
 * so that states repeat. */
static void widen_value(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct any_step *a,
			uint32_t value)
{
	const struct machine_slot *slot = &a->c->slot[value];
	const uint8_t *bytes = s->m.thread.at[thread].values.at + a->values + slot->at;
	uint32_t bits = any_bits(slot->number), now, none, symbol;
	bool least;

	if (a->unknown ? !x->terms || !widen_may(x->widen, a->c, a->inst)
		       : !widen_now(x->widen, x->o->wide, a->c, a->inst, bytes))
		return;
	s->outside = true;
	if (!x->terms || slot->number.kind != NUMBER_INT) {
		set_value(s, thread, a->values, a->c, value, true);
		return;
	}
	none = formula_number(x->terms, bits, 0);
	now = has_bytes(shadow(s, thread, a->values, a->c, value), slot->bytes)
		  ? value_term(x, s, thread, a, value)
		  : formula_number(x->terms, bits, (uint64_t)machine_number_get(bytes, bits));
	least = formula_implied(x->terms, s, formula_compare(x->terms, COMPARE_sge, now, none));
	set_value(s, thread, a->values, a->c, value, true);
	symbol = formula_open(x->terms, s, ((uint64_t)a->c->body.fn.i << 32 | a->inst) * 64 + thread, bits);
	name_value(x, s, thread, a->values, a->c, value, symbol);
	if (least)
		(void)formula_decide(x->terms, s, formula_compare(x->terms, COMPARE_sge, symbol, none));
}

/* What decides which of two it is has been decided. */
static void select_value(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct any_step *a,
			 uint32_t value)
{
	struct ref condition = body_arg(&a->c->body, a->in, 0), chosen;

	if (ref_kind(condition) != REF_VALUE || a->c->slot[ref_index(condition)].bytes > 1) {
		set_value(s, thread, a->values, a->c, value, a->unknown);
		return;
	}
	chosen = body_arg(&a->c->body, a->in, machine_operand_number(&s->m, thread, condition) & 1 ? 1 : 2);
	set_value(s, thread, a->values, a->c, value, was_any(a, chosen));
	if (x->terms && was_any(a, chosen))
		name_value(x, s, thread, a->values, a->c, value, value_term(x, s, thread, a, ref_index(chosen)));
}

void any_close(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct any_step *a)
{
	const struct machine_thread *t = &s->m.thread.at[thread];
	uint32_t value = body_value(&a->c->body, a->inst);

	any_fit(s, thread);
	if (s->m.state != MACHINE_RUNS || t->ended)
		return;
	switch (a->in->op) {
	case OP_load:
		load_value(x, s, thread, a, value);
		break;
	case OP_store:
		store_value(x, s, a);
		break;
	case OP_rmw:
		modify_value(x, s, thread, a, value);
		break;
	case OP_cmpxchg:
		exchange_value(s, thread, a, value);
		break;
	case OP_extract:
		extract_value(s, thread, a, value);
		break;
	case OP_br:
	case OP_branch:
	case OP_switch:
	case OP_unwind:
	case OP_goto:
		undecide(s, thread, a);
		enter_block(x, s, thread, a);
		break;
	case OP_ret:
		give_back(x, s, thread, a);
		break;
	case OP_call:
		if (t->frame.n > a->frames)
			pass_arguments(x, s, thread, a);
		else
			set_value(s, thread, a->values, a->c, value, false);
		break;
	case OP_phi:
		break;
	case OP_select:
		select_value(x, s, thread, a, value);
		break;
	case OP_compare:
	case OP_binary:
		if (a->guess) {
			set_value(s, thread, a->values, a->c, value, false);
			put_guess(s, thread, a, value);
			break;
		}
		set_value(s, thread, a->values, a->c, value, a->unknown);
		if (a->unknown)
			name_value(x, s, thread, a->values, a->c, value, computed(x, s, a));
		if (x->widen && a->in->op == OP_binary)
			widen_value(x, s, thread, a, value);
		break;
	case OP_cast:
		set_value(s, thread, a->values, a->c, value, a->unknown);
		if (a->unknown && x->terms)
			name_value(x, s, thread, a->values, a->c, value,
				   formula_cast(x->terms, a->in->sub, a->term[0], any_bits(a->c->slot[value].number)));
		break;
	default:
		set_value(s, thread, a->values, a->c, value, a->unknown);
		break;
	}
}
