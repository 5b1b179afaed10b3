/* What values from outside decide: how many outcomes an instruction has, and that it has one of them. */
#include "verify/outside/any.h"
#include "verify/names.h"

#include <string.h>

#include "code/event.h"

/* How many values a remainder by a constant, or a mask, can have; 0: many. */
static uint32_t few(struct verify_state *s, uint32_t thread, const struct machine_code *c, const struct inst *in)
{
	struct ref right = body_arg(&c->body, in, 1);
	uint64_t v = machine_operand_number(&s->m, thread, right);

	if (any_is(s, thread, c, right) || !v)
		return 0;
	if (in->sub == BINARY_urem && v <= ANY_GUESSES)
		return (uint32_t)v;
	if (in->sub == BINARY_srem && v <= ANY_GUESSES / 2)
		return (uint32_t)(2 * v - 1);
	return in->sub == BINARY_and && v < ANY_GUESSES ? (uint32_t)v + 1 : 0;
}

/* An operand that has to be known: is it one of few values? */
static bool has_few(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct machine_code *c,
		    const struct inst *in, uint32_t k, struct verify_next *n)
{
	const struct term_values *few;

	if (!x->terms || !any_argument(s, thread, c, in, k))
		return false;
	few = formula_few(x->terms, s, any_term(x, s, thread, c, body_arg(&c->body, in, k)));
	if (!few->n)
		return false;
	n->few = few;
	n->operand = k;
	return true;
}

/* 0: what is unknown has few values, and one is chosen first. */
static uint32_t refuse(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct machine_code *c,
		       const struct inst *in, struct verify_next *n, const char *what)
{
	for (uint32_t k = 0; k < in->nargs; k++)
		if (has_few(x, s, thread, c, in, k, n))
			return 0;
	x->outside |= !x->why;
	search_stop(x, s, thread, "", "a value from outside as %s", what);
	return UINT32_MAX;
}

bool any_passes(const char *name)
{
	static const char *const names[] = { "printf", "fprintf", "exit",  "_exit", "_Exit", "srand", "srandom", "sleep",
					     "usleep", "putchar", "fputc", "putc",  "close", "write", "read",	 "printk" };

	return ONE_OF(name, names);
}

static uint32_t call_alternatives(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct machine_code *c,
				  const struct inst *in, struct verify_next *n)
{
	struct machine_call call;
	const struct sym *callee;

	if (any_argument(s, thread, c, in, 0))
		return refuse(x, s, thread, c, in, n, "a function");
	if (!machine_call_prepare(&s->m, thread, &call)) {
		s->m.state = MACHINE_RUNS; /* the step will say what is wrong */
		return 0;
	}
	callee = program_sym(s->m.image->p, call.callee);
	for (uint32_t k = 1; k < in->nargs; k++) {
		const char *name = program_str(s->m.image->p, callee->name);
		if (!any_argument(s, thread, c, in, k))
			continue;
		if (callee->fn.i && !call.meaning->row &&
		    (!(callee->flags & SYM_VARIADIC) || k <= machine_code(s->m.image, callee->fn)->body.param.n))
			continue;
		if (any_passes(name) || any_comes_from(&call) ||
		    (machine_outside_is_described(&call) && !machine_outside_looks_at(&call, k - 1)))
			continue;
		if (has_few(x, s, thread, c, in, k, n))
			return 0;
		x->outside |= !x->why;
		search_stop(x, s, thread, "", "a value from outside that '%s' gets", name);
		return UINT32_MAX;
	}
	return 0;
}

uint32_t any_alternatives(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct machine_code *c,
			  const struct inst *in, struct verify_next *n)
{
	bool first, second;

	any_fit(s, thread);
	if (in->op == OP_call)
		return call_alternatives(x, s, thread, c, in, n);
	first = any_argument(s, thread, c, in, 0);
	second = any_argument(s, thread, c, in, 1);
	switch (in->op) {
	case OP_load:
		return first ? refuse(x, s, thread, c, in, n, "an address") : 0;
	case OP_store:
	case OP_rmw:
		return first ? refuse(x, s, thread, c, in, n, "an address") : 0;
	case OP_cmpxchg: /* what it finds and what it expects decide: any_exchange */
		return first ? refuse(x, s, thread, c, in, n, "an address") : 0;
	case OP_memcpy:
	case OP_memset:
		return first || second || any_argument(s, thread, c, in, 2)
			   ? refuse(x, s, thread, c, in, n, "an address or a length")
			   : 0;
	case OP_alloca:
		return first ? refuse(x, s, thread, c, in, n, "the length of an array") : 0;
	case OP_branch:
	case OP_select:
		return first ? 2 : 0;
	case OP_switch:
		return first ? in->nargs : 0;
	case OP_compare:
		if (!first && !second)
			return 0;
		return c->slot[body_value(&c->body, machine_top(&s->m, thread)->inst)].bytes > 1
			   ? refuse(x, s, thread, c, in, n, "part of a vector")
			   : 2;
	case OP_binary:
		if (second &&
		    (in->sub == BINARY_udiv || in->sub == BINARY_sdiv || in->sub == BINARY_urem || in->sub == BINARY_srem))
			return refuse(x, s, thread, c, in, n, "a divisor");
		return first && c->slot[body_value(&c->body, machine_top(&s->m, thread)->inst)].number.count == 1
			   ? few(s, thread, c, in)
			   : 0;
	case OP_index: /* an address that is made of it would be of no use */
		for (uint32_t k = 1; k < in->nargs; k++)
			if (has_few(x, s, thread, c, in, k, n))
				break;
		return 0;
	case OP_goto:
	case OP_asm:
	case OP_asm_goto:
	case OP_element:
	case OP_replace:
	case OP_shuffle:
	case OP_varargs:
		return first || second ? refuse(x, s, thread, c, in, n, "something that is not followed") : 0;
	case OP_ret:
		return first && s->m.thread.at[thread].frame.n == 1 && thread
			   ? refuse(x, s, thread, c, in, n, "the result of a thread")
			   : 0;
	default:
		return 0;
	}
}

bool any_exchange(struct verify_state *s, uint32_t thread, const struct machine_code *c, const struct inst *in,
		  const struct verify_store *found)
{
	any_fit(s, thread);
	return found->any || any_argument(s, thread, c, in, 1);
}

/* ---- one of them ---- */

/* What a remainder by a constant, or a mask, is guessed to be. */
uint64_t any_guessed(struct verify_state *s, uint32_t thread, const struct machine_code *c, const struct inst *in,
		     uint64_t alternative)
{
	if (in->op == OP_binary && in->sub == BINARY_srem)
		return alternative - (machine_operand_number(&s->m, thread, body_arg(&c->body, in, 1)) - 1);
	return alternative;
}

/* No case of the switch is taken. */
static bool decide_default(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct machine_code *c,
			   const struct inst *in, uint32_t operand)
{
	for (uint32_t k = 1; k < in->nargs; k++)
		if (!formula_decide(
			x->terms, s,
			formula_compare(x->terms, COMPARE_ne, operand, any_term(x, s, thread, c, body_arg(&c->body, in, k)))))
			return false;
	return true;
}

bool any_decide(struct verify_search *x, struct verify_state *s, uint32_t thread, const struct machine_code *c,
		const struct inst *in, uint64_t alternative)
{
	struct verify_terms *t = x->terms;
	uint32_t a, b, is;

	any_fit(s, thread);
	a = any_term(x, s, thread, c, body_arg(&c->body, in, 0));
	b = in->nargs > 1 && in->op != OP_switch ? any_term(x, s, thread, c, body_arg(&c->body, in, 1)) : 0;
	switch (in->op) {
	case OP_branch:
	case OP_select:
		is = a && t->term.at[a].bits == 1 ? formula_compare(t, COMPARE_eq, a, formula_number(t, 1, alternative)) : 0;
		break;
	case OP_switch:
		if (!alternative)
			return decide_default(x, s, thread, c, in, a);
		is = formula_compare(t, COMPARE_eq, a, any_term(x, s, thread, c, body_arg(&c->body, in, (uint32_t)alternative)));
		break;
	case OP_compare:
		is = formula_compare(t, COMPARE_eq, formula_compare(t, in->sub, a, b), formula_number(t, 1, alternative));
		break;
	case OP_binary:
		a = formula_binary(t, in->sub, a, b);
		is = a ? formula_compare(t, COMPARE_eq, a,
					 formula_number(t, t->term.at[a].bits, any_guessed(s, thread, c, in, alternative)))
		       : 0;
		break;
	default:
		is = 0;
		break;
	}
	return formula_decide(t, s, is);
}

/* All that is this term is the number now. */
static void make_known(struct verify_state *s, uint32_t term, uint64_t number)
{
	for (uint32_t i = 0; i < s->named.n;) {
		struct verify_named n = s->named.at[i];
		uint8_t *b;
		if (n.term != term) {
			i++;
			continue;
		}
		formula_name(s, n.space, n.at, n.bytes, 0); /* the others move down */
		if (!n.space) {
			b = any_in_memory(s, n.at, n.bytes) ? machine_peek(&s->m, n.at, n.bytes) : NULL;
			if (!b)
				continue;
			any_put(s, n.at, n.bytes, false);
		} else {
			any_fit(s, n.space - 1);
			if (n.at + n.bytes > s->thread.at[n.space - 1].any.n)
				continue;
			memset(s->thread.at[n.space - 1].any.at + n.at, 0, n.bytes);
			b = s->m.thread.at[n.space - 1].values.at + n.at;
		}
		memset(b, 0, n.bytes);
		memcpy(b, &number, n.bytes < sizeof number ? n.bytes : sizeof number);
	}
}

bool any_settle(struct verify_search *x, struct verify_state *s, const struct verify_next *n, const struct verify_choice *choice)
{
	struct verify_terms *t = x->terms;
	const struct machine_code *c = machine_code(s->m.image, machine_top(&s->m, choice->thread)->fn);
	const struct inst *in = &c->body.inst.at[machine_top(&s->m, choice->thread)->inst];
	uint32_t term;

	any_fit(s, choice->thread);
	term = any_term(x, s, choice->thread, c, body_arg(&c->body, in, n->operand));
	if (!term ||
	    !formula_decide(t, s, formula_compare(t, COMPARE_eq, term, formula_number(t, t->term.at[term].bits, choice->value))))
		return false;
	make_known(s, term, choice->value);
	return true;
}
