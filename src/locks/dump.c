/* --dump=locks: for each function with lock operations, the operations, then the states that reach each block. A lock is shown by
 * its term; "entry" stands for what nobody knows. */
#include <inttypes.h>
#include <string.h>

#include "ir/text/path.h"
#include "locks/function/flow.h"
#include "locks/locks.h"

/* The base of a field is no field: at most EXPR_SIZE deep in all. */
static const char *term_words(struct arena *a, const struct flow *f, uint32_t id)
{
	const struct expr *n = expr_get(&f->k.exprs, id);
	const char *text;

	switch (n->kind) {
	case EXPR_KONST:
		return arena_format(a, "%" PRId64, n->k);
	case EXPR_SYM:
		return program_str(f->ops->p, program_sym(f->ops->p, (struct sym_id){ n->a })->name);
	case EXPR_NAMED:
		return "@";
	case EXPR_LEAF:
		return arena_format(a, "%%%" PRIu32, n->a);
	case EXPR_FIELD:
		return arena_format(a, "%s+%" PRId64, term_words(a, f, n->a), n->k);
	case EXPR_INDEX:
		return arena_format(a, "%s[%s]", term_words(a, f, n->a), term_words(a, f, n->b));
	case EXPR_CELL:
		return arena_format(a, "*%s", term_words(a, f, n->a));
	default:
		text = arena_format(a, "%s %s(%s", op_name((uint8_t)(n->sub >> 8)), sub_name((uint8_t)(n->sub >> 8), (uint8_t)n->sub),
				    term_words(a, f, n->a));
		text = n->b ? arena_format(a, "%s, %s", text, term_words(a, f, n->b)) : text;
		return n->c ? arena_format(a, "%s, %s)", text, term_words(a, f, n->c)) : arena_format(a, "%s)", text);
	}
}

static uint32_t line_of(const struct flow *f, uint32_t inst_plus_1)
{
	return inst_plus_1 ? f->b->loc.at[f->b->inst.at[inst_plus_1 - 1].loc].line : 0;
}

static const char *name_of_held(void *with, struct arena *a, const struct held *h)
{
	return term_words(a, with, h->term);
}

/* What is held on the path is one set, and beside it where each lock comes from. */
static void print_held(struct arena *a, const struct flow *f, const struct slot *slot, uint32_t n, FILE *out)
{
	struct held *set = arena_array(a, (size_t)n + 1, sizeof *set);
	struct held_names names = { name_of_held, (void *)(uintptr_t)f };

	fprintf(out, " holds {%s}", held_text(a, set, state_held(&f->k, slot, n, set), &names));
}

static void print_status(const struct flow *f, struct status s, FILE *out)
{
	static const char *const why[] = { "", "released", "attempt failed", "initialised" };

	if (s.kind == LOCK_HELD)
		fprintf(out, "since line %" PRIu32, line_of(f, s.acquired));
	else if (s.kind == LOCK_LOST)
		fputs("not known any more", out);
	else
		fprintf(out, "free (%s, line %" PRIu32 ")", why[s.why], line_of(f, s.freed));
}

static void print_fact(const struct fact *fact, FILE *out)
{
	if (fact->low == fact->high)
		fprintf(out, " == %" PRId64, fact->low);
	if (fact->low != fact->high && fact->low != INT64_MIN)
		fprintf(out, " >= %" PRId64, fact->low);
	if (fact->low != fact->high && fact->high != INT64_MAX)
		fprintf(out, " <= %" PRId64, fact->high);
	for (uint64_t i = 0; i < fact->holes; i++)
		fprintf(out, " != %" PRId64, fact->hole[i]);
}

static void print_slot(struct arena *a, const struct flow *f, const struct slot *slot, FILE *out)
{
	struct fact fact;

	if (slot_kind(slot) == SLOT_VALUE)
		fprintf(out, ", %%%" PRIu32, slot_key(slot));
	else
		fprintf(out, ", %s", term_words(a, f, slot_key(slot)));
	switch (slot_kind(slot)) {
	case SLOT_LOCK:
		fputc(' ', out);
		print_status(f, status_get(&f->k, slot->value), out);
		break;
	case SLOT_FACT:
		memcpy(&fact, intern_get(&f->k.fact, slot->value), sizeof fact);
		print_fact(&fact, out);
		break;
	default:
		fprintf(out, " %s %s", slot->value & EXPR_DOUBT ? "=?" : "=", term_words(a, f, slot->value));
	}
}

static void print_states(struct arena *a, const struct flow *f, uint32_t block, FILE *out)
{
	for (uint32_t i = 0; i < f->at[block].list.n; i++) {
		uint32_t n;
		const struct slot *slot = flow_slots(f, f->at[block].list.at[i].id, &n);
		fprintf(out, "  b%" PRIu32 ":", block);
		print_held(a, f, slot, n, out);
		for (uint32_t k = 0; k < n; k++)
			print_slot(a, f, &slot[k], out);
		fputc('\n', out);
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
		print_states(a, &flow, cfg.order[i], out);
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
