/* Values from outside: any value of their type.
 *
 * What rand() returns, or argc, may be anything. Such a value is not chosen when it comes but kept as unknown, byte by byte, in a
 * shadow of the threads' values and of memory; what is computed from it is unknown, too. Only where it decides something all
 * outcomes are gone through: a comparison may hold or not, a remainder or a mask with few values has each of them. That two
 * comparisons of one value go together is not known: more executions are looked at than there are, so that what holds in all of
 * them holds, and what is found in one that has guessed is not told (VERIFY_INEXACT). Where an unknown value would be an address,
 * a length or part of an atomic operation that a row describes, the search stops, by name. An unknown value is zero in the
 * machine, so that equal states have equal bytes. */
#include "verify/any.h"
#include "verify/names.h"

#include <string.h>

#include "code/event.h"

enum { MOST_GUESSES = 16 };

/* ---- the shadow of values ---- */

/* As long as the values of the thread: new ones are known. */
static void fit(struct verify_state *s, uint32_t thread)
{
	struct verify_thread *t = &s->thread.at[thread];
	uint32_t n = s->m.thread.at[thread].values.n;

	if (t->any.n > n)
		t->any.n = n;
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

static bool is_any(struct verify_state *s, uint32_t thread, const struct machine_code *c, struct ref r)
{
	uint32_t values = machine_top(&s->m, thread)->values;

	return ref_kind(r) == REF_VALUE && has_bytes(shadow(s, thread, values, c, ref_index(r)), c->slot[ref_index(r)].bytes);
}

static bool argument_is_any(struct verify_state *s, uint32_t thread, const struct machine_code *c, const struct inst *in,
			    uint32_t k)
{
	return k < in->nargs && is_any(s, thread, c, body_arg(&c->body, in, k));
}

static void set_value(struct verify_state *s, uint32_t thread, uint32_t values, const struct machine_code *c, uint32_t value,
		      bool any)
{
	if (any) {
		memset(shadow(s, thread, values, c, value), 1, c->slot[value].bytes);
		memset(s->m.thread.at[thread].values.at + values + c->slot[value].at, 0, c->slot[value].bytes);
	} else {
		memset(shadow(s, thread, values, c, value), 0, c->slot[value].bytes);
	}
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

void any_copied(struct verify_state *s, uint64_t to, uint64_t from, uint64_t bytes)
{
	uint8_t one;

	for (uint64_t i = 0; s->any.n && i < bytes; i++) {
		one = any_in_memory(s, from + i, 1);
		set_memory(s, to + i, 1, &one, false);
	}
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

void any_result(struct verify_state *s, uint32_t thread)
{
	const struct machine_frame *f = machine_top(&s->m, thread);
	const struct machine_code *c = machine_code(s->m.image, f->fn);
	uint32_t value = body_value(&c->body, f->inst);

	s->outside = true;
	fit(s, thread);
	machine_result(&s->m, thread, 0);
	set_value(s, thread, machine_top(&s->m, thread)->values, c, value, true);
}

void any_arguments(struct verify_state *s)
{
	const struct machine_frame *f = machine_top(&s->m, 0);
	const struct machine_code *c = machine_code(s->m.image, f->fn);
	uint64_t argv, offset;
	const struct machine_object *o;

	s->outside = true;
	fit(s, 0);
	if (c->body.param.n > 1) {
		memcpy(&argv, s->m.thread.at[0].values.at + f->values + c->slot[2].at, 8);
		o = machine_object_at(&s->m, argv, &offset);
		if (o)
			set_memory(s, o->base, o->size, NULL, true);
	}
	set_value(s, 0, f->values, c, 1, true);
}

/* ---- where they decide ---- */

/* How many values a remainder by a constant, or a mask, can have; 0: many. */
static uint32_t few(struct verify_state *s, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	struct ref right = body_arg(&c->body, in, 1);
	uint64_t v = machine_operand_number(&s->m, thread, right);

	if (is_any(s, thread, c, right) || !v)
		return 0;
	if (in->sub == BINARY_urem && v <= MOST_GUESSES)
		return (uint32_t)v;
	if (in->sub == BINARY_srem && v <= MOST_GUESSES / 2)
		return (uint32_t)(2 * v - 1);
	return in->sub == BINARY_and && v < MOST_GUESSES ? (uint32_t)v + 1 : 0;
}

static uint32_t refuse(struct verify_search *x, struct verify_state *s, uint32_t thread, const char *what)
{
	search_stop(x, s, thread, "", "a value from outside as %s", what);
	return UINT32_MAX;
}

bool any_passes(const char *name)
{
	static const char *const names[] = { "printf",	"fprintf", "exit",   "_exit",	"_Exit", "srand", "srandom", "sleep",
					     "usleep",	"putchar", "fputc",  "putc",	"close", "write", "read",    "printk" };

	return ONE_OF(name, names);
}

static uint32_t call_alternatives(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct machine_code *c,
				  const struct inst *in)
{
	struct machine_call call;
	const struct sym *callee;

	if (argument_is_any(s, thread, c, in, 0))
		return refuse(x, s, thread, "a function");
	if (!machine_call_prepare(&s->m, thread, &call)) {
		s->m.state = MACHINE_RUNS; /* the step will say what is wrong */
		return 0;
	}
	callee = program_sym(s->m.image->p, call.callee);
	for (uint32_t k = 1; k < in->nargs; k++) {
		const char *name = program_str(s->m.image->p, callee->name);
		if (!argument_is_any(s, thread, c, in, k))
			continue;
		if (callee->fn.i && !call.meaning->row &&
		    (!(callee->flags & SYM_VARIADIC) || k <= machine_code(s->m.image, callee->fn)->body.param.n))
			continue;
		if (any_passes(name) || any_comes_from(&call))
			continue;
		search_stop(x, s, thread, "", "a value from outside that '%s' gets", name);
		return UINT32_MAX;
	}
	return 0;
}

uint32_t any_alternatives(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct machine_code *c,
			  const struct inst *in)
{
	bool first, second;

	fit(s, thread);
	if (in->op == OP_call)
		return call_alternatives(x, s, thread, c, in);
	first = argument_is_any(s, thread, c, in, 0);
	second = argument_is_any(s, thread, c, in, 1);
	switch (in->op) {
	case OP_load:
		return first ? refuse(x, s, thread, "an address") : 0;
	case OP_store:
	case OP_rmw:
		return first ? refuse(x, s, thread, "an address") : 0;
	case OP_cmpxchg: /* what it finds and what it expects decide: any_exchange */
		return first ? refuse(x, s, thread, "an address") : 0;
	case OP_memcpy:
	case OP_memset:
		return first || second || argument_is_any(s, thread, c, in, 2) ? refuse(x, s, thread, "an address or a length")
									       : 0;
	case OP_alloca:
		return first ? refuse(x, s, thread, "the length of an array") : 0;
	case OP_branch:
	case OP_select:
		return first ? 2 : 0;
	case OP_switch:
		return first ? in->nargs : 0;
	case OP_compare:
		if (!first && !second)
			return 0;
		return c->slot[body_value(&c->body, machine_top(&s->m, thread)->inst)].bytes > 1
			   ? refuse(x, s, thread, "part of a vector")
			   : 2;
	case OP_binary:
		if (second &&
		    (in->sub == BINARY_udiv || in->sub == BINARY_sdiv || in->sub == BINARY_urem || in->sub == BINARY_srem))
			return refuse(x, s, thread, "a divisor");
		return first && c->slot[body_value(&c->body, machine_top(&s->m, thread)->inst)].number.count == 1
			   ? few(s, thread, c, in)
			   : 0;
	case OP_goto:
	case OP_asm:
	case OP_asm_goto:
	case OP_element:
	case OP_replace:
	case OP_shuffle:
	case OP_varargs:
		return first || second ? refuse(x, s, thread, "something that is not followed") : 0;
	case OP_ret:
		return first && s->m.thread.at[thread].frame.n == 1 && thread ? refuse(x, s, thread, "the result of a thread")
									      : 0;
	default:
		return 0;
	}
}

bool any_exchange(struct verify_state *s, uint32_t thread, const struct machine_code *c, const struct inst *in,
		  const struct verify_store *found)
{
	fit(s, thread);
	return found->any || argument_is_any(s, thread, c, in, 1);
}

/* ---- jumps ---- */

bool any_sets_jump(const char *function)
{
	static const char *const names[] = { "setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp" };

	return ONE_OF(function, names);
}

bool any_jumps(const char *function)
{
	static const char *const names[] = { "longjmp", "_longjmp", "siglongjmp" };

	return ONE_OF(function, names);
}

bool any_is_live(struct verify_search *x, struct verify_state *s, uint32_t thread)
{
	const struct machine_frame *f = machine_top(&s->m, thread);
	const struct machine_code *c = machine_code(s->m.image, f->fn);
	const uint64_t *set = live_at(x->live, f->fn, f->inst, true);

	fit(s, thread);
	for (uint32_t i = 1; i <= c->body.param.n + c->body.inst.n; i++)
		if (set[i / 64] >> i % 64 & 1 && has_bytes(shadow(s, thread, f->values, c, i), c->slot[i].bytes))
			return true;
	return false;
}

void any_jumped(struct verify_state *s, uint32_t thread)
{
	const struct machine_thread *t = &s->m.thread.at[thread];

	fit(s, thread);
	if (!t->ended && t->frame.n && t->values.n > machine_top(&s->m, thread)->values)
		memset(s->thread.at[thread].any.at + machine_top(&s->m, thread)->values, 0,
		       t->values.n - machine_top(&s->m, thread)->values);
}

/* ---- a step ---- */

/* The operand that decides has this value from now on. */
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
	set_value(s, thread, values, c, of, false);
	memcpy(s->m.thread.at[thread].values.at + values + c->slot[of].at, &v, c->slot[of].bytes < 8 ? c->slot[of].bytes : 8);
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

void any_open(struct verify_state *s, uint32_t thread, const struct machine_code *c, const struct inst *in, const uint64_t *guess,
	      struct any_step *a)
{
	const struct machine_thread *t = &s->m.thread.at[thread];
	const struct machine_frame *f = &t->frame.at[t->frame.n - 1];

	fit(s, thread);
	s->guessed |= guess != NULL;
	if (guess && (in->op == OP_branch || in->op == OP_select || in->op == OP_switch))
		decide(s, thread, c, in, *guess);
	*a = (struct any_step){
		.c = c, .in = in, .inst = f->inst, .block = f->block, .frames = t->frame.n, .values = f->values, .guess = guess
	};
	for (uint32_t k = 0; k < in->nargs && in->op != OP_phi; k++)
		a->unknown |= argument_is_any(s, thread, c, in, k);
	if (in->op == OP_load || in->op == OP_store || in->op == OP_rmw || in->op == OP_cmpxchg)
		a->at = machine_operand_number(&s->m, thread, body_arg(&c->body, in, 0));
	a->memory = (in->op == OP_rmw || in->op == OP_cmpxchg) && any_in_memory(s, a->at, any_width(s, c, in));
	if (guess && in->op == OP_cmpxchg && *guess)
		find_expected(s, thread, a);
	a->old = arena_alloc(&s->m.arena, c->size + 1);
	memcpy(a->old, s->thread.at[thread].any.at + f->values, c->size);
}

static bool was_any(const struct any_step *a, struct ref r)
{
	return ref_kind(r) == REF_VALUE && has_bytes(a->old + a->c->slot[ref_index(r)].at, a->c->slot[ref_index(r)].bytes);
}

static void enter_block(struct verify_state *s, uint32_t thread, const struct any_step *a)
{
	const struct body *b = &a->c->body;
	const struct block *to = &b->block.at[machine_top(&s->m, thread)->block];

	for (uint32_t i = to->inst; i < to->inst + to->ninsts && b->inst.at[i].op == OP_phi; i++)
		for (uint32_t k = 0; k < b->inst.at[i].nargs; k++)
			if (b->word.at[b->inst.at[i].word + k] == a->block) {
				set_value(s, thread, a->values, a->c, body_value(b, i),
					  was_any(a, body_arg(b, &b->inst.at[i], k)));
				break;
			}
}

static void pass_arguments(struct verify_state *s, uint32_t thread, const struct any_step *a)
{
	const struct machine_frame *f = machine_top(&s->m, thread);
	const struct machine_code *c = machine_code(s->m.image, f->fn);

	for (uint32_t i = 0; f->kind == FRAME_CODE && i < c->body.param.n && i + 1 < a->in->nargs; i++)
		set_value(s, thread, f->values, c, i + 1, was_any(a, body_arg(&a->c->body, a->in, i + 1)));
}

static void give_back(struct verify_state *s, uint32_t thread, const struct any_step *a)
{
	const struct machine_frame *f = machine_top(&s->m, thread);
	const struct machine_code *c = f->kind == FRAME_CODE ? machine_code(s->m.image, f->fn) : NULL;

	if (c && f->inst && c->body.inst.at[f->inst - 1].op == OP_call)
		set_value(s, thread, f->values, c, body_value(&c->body, f->inst - 1),
			  a->in->nargs && was_any(a, body_arg(&a->c->body, a->in, 0)));
}

static void load_value(struct verify_state *s, uint32_t thread, const struct any_step *a, uint32_t value)
{
	uint8_t *to = shadow(s, thread, a->values, a->c, value);

	for (uint32_t i = 0; i < a->c->slot[value].bytes; i++)
		to[i] = any_in_memory(s, a->at + i, 1);
}

static void store_value(struct verify_state *s, const struct any_step *a)
{
	struct ref r = body_arg(&a->c->body, a->in, 1);

	if (a->in->order != ORDER_NONE)
		any_put(s, a->at, machine_type_bytes(s->m.image->p, a->in->type), was_any(a, r));
	else if (was_any(a, r))
		set_memory(s, a->at, a->c->slot[ref_index(r)].bytes, a->old + a->c->slot[ref_index(r)].at, false);
}

/* What was guessed of a comparison or of a remainder is its result. */
static void put_guess(struct verify_state *s, uint32_t thread, const struct any_step *a, uint32_t value)
{
	uint64_t v = *a->guess;

	if (a->in->op == OP_binary && a->in->sub == BINARY_srem) {
		uint64_t least = machine_operand_number(&s->m, thread, body_arg(&a->c->body, a->in, 1)) - 1;
		v = v - least;
	}
	memcpy(s->m.thread.at[thread].values.at + a->values + a->c->slot[value].at, &v,
	       a->c->slot[value].bytes < 8 ? a->c->slot[value].bytes : 8);
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
	any_put(s, a->at, bytes, any);
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

void any_close(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct any_step *a)
{
	const struct machine_thread *t = &s->m.thread.at[thread];
	uint32_t value = body_value(&a->c->body, a->inst);

	fit(s, thread);
	if (s->m.state != MACHINE_RUNS || t->ended)
		return;
	switch (a->in->op) {
	case OP_load:
		load_value(s, thread, a, value);
		break;
	case OP_store:
		store_value(s, a);
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
		enter_block(s, thread, a);
		break;
	case OP_ret:
		give_back(s, thread, a);
		break;
	case OP_call:
		if (t->frame.n > a->frames)
			pass_arguments(s, thread, a);
		else
			set_value(s, thread, a->values, a->c, value, false);
		break;
	case OP_phi:
		break;
	case OP_compare:
	case OP_select:
	case OP_binary:
		if (a->guess && a->in->op != OP_select) {
			set_value(s, thread, a->values, a->c, value, false);
			put_guess(s, thread, a, value);
			break;
		}
		set_value(s, thread, a->values, a->c, value, a->unknown);
		if (x->widen && a->in->op == OP_binary && !a->unknown &&
		    widen_now(x->widen, x->o->wide, a->c, a->inst, t->values.at + a->values + a->c->slot[value].at)) {
			s->outside = true;
			set_value(s, thread, a->values, a->c, value, true);
		}
		break;
	default:
		set_value(s, thread, a->values, a->c, value, a->unknown);
		break;
	}
}
