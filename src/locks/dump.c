/* --dump=locks: for each function with lock operations, the operations, then the states that reach each block. A lock is shown by
 * its term; "entry" stands for what nobody knows. */
#include <inttypes.h>
#include <string.h>

#include "ir/text/path.h"
#include "locks/function/flow.h"
#include "locks/locks.h"

static void print_term(const struct flow *f, uint32_t id, FILE *out)
{
	const struct expr *n = expr_get(&f->k.exprs, id);
	const struct program *p = f->ops->p;

	switch (n->kind) {
	case EXPR_KONST:
		fprintf(out, "%" PRId64, n->k);
		break;
	case EXPR_SYM:
		fputs(program_str(p, program_sym(p, (struct sym_id){ n->a })->name), out);
		break;
	case EXPR_NAMED:
		fputs("@", out);
		break;
	case EXPR_LEAF:
		fprintf(out, "%%%" PRIu32, n->a);
		break;
	case EXPR_FIELD: /* the base of a field is no field: at most EXPR_SIZE deep in all */
		print_term(f, n->a, out);
		fprintf(out, "+%" PRId64, n->k);
		break;
	case EXPR_INDEX:
		print_term(f, n->a, out);
		fputc('[', out);
		print_term(f, n->b, out);
		fputc(']', out);
		break;
	case EXPR_CELL:
		fputc('*', out);
		print_term(f, n->a, out);
		break;
	default:
		fprintf(out, "%s %s(", op_name((uint8_t)(n->sub >> 8)), sub_name((uint8_t)(n->sub >> 8), (uint8_t)n->sub));
		print_term(f, n->a, out);
		if (n->b)
			fputs(", ", out), print_term(f, n->b, out);
		if (n->c)
			fputs(", ", out), print_term(f, n->c, out);
		fputc(')', out);
	}
}

static uint32_t line_of(const struct flow *f, uint32_t inst_plus_1)
{
	return inst_plus_1 ? f->b->loc.at[f->b->inst.at[inst_plus_1 - 1].loc].line : 0;
}

static void print_status(const struct flow *f, struct status s, FILE *out)
{
	static const char *const why[] = { "", "released", "attempt failed", "initialised" };

	if (s.kind == LOCK_HELD)
		fprintf(out, "held%s since line %" PRIu32, s.shared ? " shared" : "", line_of(f, s.acquired));
	else if (s.kind == LOCK_LOST)
		fputs("not known any more", out);
	else
		fprintf(out, "free (%s, line %" PRIu32 ")", why[s.why], line_of(f, s.freed));
	if (s.count > 1)
		fprintf(out, " %u times", s.count);
}

static void print_slot(const struct flow *f, const struct slot *slot, FILE *out)
{
	struct fact fact;

	switch (slot_kind(slot)) {
	case SLOT_LOCK:
		print_term(f, slot_key(slot), out);
		fputc(' ', out);
		print_status(f, status_get(&f->k, slot->value), out);
		break;
	case SLOT_FACT:
		memcpy(&fact, intern_get(&f->k.fact, slot->value), sizeof fact);
		print_term(f, slot_key(slot), out);
		if (fact.low == fact.high)
			fprintf(out, " == %" PRId64, fact.low);
		if (fact.low != fact.high && fact.low != INT64_MIN)
			fprintf(out, " >= %" PRId64, fact.low);
		if (fact.low != fact.high && fact.high != INT64_MAX)
			fprintf(out, " <= %" PRId64, fact.high);
		for (uint64_t i = 0; i < fact.holes; i++)
			fprintf(out, " != %" PRId64, fact.hole[i]);
		break;
	default:
		if (slot_kind(slot) == SLOT_VALUE)
			fprintf(out, "%%%" PRIu32, slot_key(slot));
		else
			print_term(f, slot_key(slot), out);
		fputs(slot->value & EXPR_DOUBT ? " =? " : " = ", out);
		print_term(f, slot->value, out);
	}
}

static void print_states(const struct flow *f, uint32_t block, FILE *out)
{
	for (uint32_t i = 0; i < f->at[block].list.n; i++) {
		uint32_t n;
		const struct slot *slot = flow_slots(f, f->at[block].list.at[i].id, &n);
		fprintf(out, "  b%" PRIu32 ":", block);
		for (uint32_t k = 0; k < n; k++) {
			fputs(k ? ", " : " ", out);
			print_slot(f, &slot[k], out);
		}
		fputs(n ? "\n" : " nothing known\n", out);
	}
}

static void print_operations(struct arena *a, const struct flow *f, FILE *out)
{
	static const char *const verb[] = { "", "acquire", "release", "wait", "init", "destroy", "convert" };

	for (uint32_t i = 0; i < f->b->inst.n; i++) {
		const struct call_effect *e = f->slice->effect_of[i] ? &f->slice->effect[f->slice->effect_of[i] - 1] : NULL;
		for (uint32_t k = 0; e && k < e->n; k++) {
			const struct lock_op *op = &e->op[k];
			fprintf(out, "  line %" PRIu32 ": %s%s%s %s [%s]\n", line_of(f, i + 1), op->attempt ? "try " : "",
				verb[op->verb], op->shared ? " shared" : "",
				ops_path(a, f->ops, f->b, &f->b->inst.at[i], op),
				model_string(f->ops->models, op->family));
		}
	}
}

static void dump_body(const struct locks *l, struct arena *a, const struct body *b, FILE *out)
{
	struct cfg cfg;
	struct locks_slice slice;
	struct flow flow;
	const struct fn_ops *fn = &l->ops.fn[b->fn.i];

	cfg_build(a, b, &cfg);
	if (!slice_find(a, &l->ops, b, &cfg, &slice) || slice.twice) {
		fputs("  not followed\n", out);
		return;
	}
	if (fn->wrapper.verb)
		fputs("  a wrapper\n", out);
	if (!slice.locks)
		return;
	flow = (struct flow){ .arena = a, .ops = &l->ops, .b = b, .cfg = &cfg, .slice = &slice };
	flow_run(&flow);
	print_operations(a, &flow, out);
	if (flow.gave_up)
		fputs("  given up: too many states\n", out);
	for (uint32_t i = 0; i < cfg.nreached; i++)
		print_states(&flow, cfg.order[i], out);
}

void locks_dump(const struct locks *l, const struct program *p, const char *function, FILE *out)
{
	struct body b = { 0 };
	struct arena bodies;

	arena_init(&bodies, "locks.dump");
	for (uint32_t f = 1; f < p->fn.n; f++) {
		const char *name = program_str(p, program_sym(p, program_fn(p, (struct fn_id){ f })->sym)->name);
		struct arena scratch;
		if (function && strcmp(name, function) != 0)
			continue;
		if (!function && !l->ops.fn[f].operations && !l->ops.fn[f].wrapper.verb)
			continue;
		arena_init(&scratch, "locks.scratch");
		ops_body(&l->ops, &bodies, f, &b);
		fprintf(out, "locks of %s\n", name);
		dump_body(l, &scratch, &b, out);
		arena_release(&scratch);
	}
	arena_release(&bodies);
}
