/* emit_atomic: atomic operations that only a model row describes, as C. */
#include <inttypes.h>

#include "prove/execute/atomic.h"
#include "prove/emit/parts.h"

static const struct emit_type pointer = { EMIT_POINTER, 64 }, number64 = { EMIT_INT, 64 };

static struct ref argument(const struct emit *e, uint32_t k)
{
	return body_arg(&e->f->body, &e->f->body.inst.at[e->inst], k + 1);
}

static uint32_t width_of(struct emit *e, struct sym_id sym, const struct model_row *r)
{
	uint32_t bits = atomic_declared_bits(e->seq, sym, r);
	struct emit_type t = { EMIT_VOID, 0 };

	if (bits)
		return bits;
	if (r->flags & MODEL_BIT)
		return 64;
	if (event_argument_number(&r->value) && !r->value.deref)
		t = emit_ref_type(e, argument(e, r->value.arg));
	else if (r->gives == MODEL_GIVES_OLD || r->gives == MODEL_GIVES_NEW || r->flags & MODEL_LOAD)
		t = emit_type(e->f->p, e->f->body.inst.at[e->inst].type);
	return (t.kind == EMIT_INT || t.kind == EMIT_POINTER) && (t.bits == 8 || t.bits == 16 || t.bits == 32 || t.bits == 64) ? t.bits
															      : 0;
}

/* The value of a place, as an unsigned number of the variable's width. */
static const char *value_text(struct emit *e, const struct model_place *place, uint32_t bits)
{
	struct emit_type t = { EMIT_INT, bits };
	const char *text;

	if (!event_argument_number(place))
		return "0";
	if (!place->deref)
		return emit_as(e, argument(e, place->arg), emit_ref_type(e, argument(e, place->arg)).kind == EMIT_POINTER ? number64 : t);
	text = emit_place(e, place, pointer);
	return text ? arena_format(&e->arena, "*(uint%" PRIu32 "_t *)(void *)(%s)", bits, text) : NULL;
}

static const char *made_text(const struct model_row *r)
{
	switch (r->op) {
	case MODEL_OP_ADD: return "old + x";
	case MODEL_OP_SUB: return "old - x";
	case MODEL_OP_INC: return "old + 1u";
	case MODEL_OP_DEC: return "old - 1u";
	case MODEL_OP_AND: return "old & x";
	case MODEL_OP_ANDNOT: return "old & ~x";
	case MODEL_OP_OR: return "old | x";
	case MODEL_OP_XOR: return "old ^ x";
	case MODEL_OP_NAND: return "~(old & x)";
	case MODEL_OP_SET: return "1u";
	case MODEL_OP_CLEAR: return "0u";
	default: return r->flags & MODEL_LOAD ? "old" : "x";
	}
}

static const char *done_text(struct emit *e, const struct model_row *r, uint32_t bits)
{
	static const char *const sign[] = { "", "==", "!=", "<", "<=", ">", ">=" };
	const struct model_unless *u = &r->unless;

	if (r->flags & MODEL_CMPXCHG)
		return "old == want";
	if (!u->test)
		return "1";
	if (u->arg)
		return arena_format(&e->arena, "!((int%" PRIu32 "_t)old %s (int%" PRIu32 "_t)%s)", bits, sign[u->test], bits,
				    emit_ref(e, argument(e, u->arg - 1u)));
	return arena_format(&e->arena, "!((int%" PRIu32 "_t)old %s (%" PRId64 "))", bits, sign[u->test], u->value);
}

static const char *result_text(struct emit *e, const struct model_row *r, uint32_t bits)
{
	switch (r->gives) {
	case MODEL_GIVES_NEW: return r->flags & MODEL_CMPXCHG ? "now" : "made";
	case MODEL_GIVES_DONE: return "(uint32_t)done";
	case MODEL_GIVES_ZERO: return "(uint32_t)(now == 0)";
	case MODEL_GIVES_NEGATIVE: return arena_format(&e->arena, "(uint32_t)(now >> %" PRIu32 " & 1)", bits - 1);
	default: return r->flags & MODEL_BIT ? "(uint32_t)((old & x) != 0)" : "old";
	}
}

static void emit_stores(struct emit *e, const struct model_row *r, uint32_t bits)
{
	const char *to;

	if (!(r->flags & MODEL_LOAD))
		fprintf(e->out, "*v = now; ");
	if (r->flags & MODEL_CMPXCHG && r->expected.deref && (to = value_text(e, &r->expected, bits)) != NULL)
		fprintf(e->out, "if (!done) %s = old; ", to);
	if (r->into.base && (to = value_text(e, &r->into, bits)) != NULL)
		fprintf(e->out, "%s = old; ", to);
	if (r->flags & MODEL_LOAD && !(r->flags & MODEL_BIT) && r->value.deref && (to = value_text(e, &r->value, bits)) != NULL)
		fprintf(e->out, "%s = old; ", to);
}

static bool is_told(const struct model_row *r, bool has_result)
{
	if ((r->flags & MODEL_RMW && !r->op) || (r->flags & (MODEL_STORE | MODEL_CMPXCHG) && !r->op && !r->value.base))
		return false;
	return !has_result || r->gives > MODEL_GIVES_NOTHING || r->flags & (MODEL_LOAD | MODEL_STORE | MODEL_FENCE);
}

void emit_atomic(struct emit *e, struct sym_id sym)
{
	const struct model_row *r = atomic_row(e->seq, sym);
	struct emit_type t = emit_type(e->f->p, e->f->body.inst.at[e->inst].type);
	uint32_t bits = r->flags & MODEL_FENCE ? 0 : width_of(e, sym, r);
	const char *on = bits ? emit_place(e, &r->on, pointer) : NULL, *x, *want;

	if (r->flags & MODEL_FENCE) {
		fprintf(e->out, "\t/* a fence */\n");
		return;
	}
	if (!bits || !on || !is_told(r, t.kind != EMIT_VOID && *emit_set(e)) || r->len.kind == MODEL_LEN_ARG) {
		emit_give_up(e, "an atomic operation that the model does not tell enough of");
		return;
	}
	x = r->flags & MODEL_LOAD && !(r->flags & MODEL_BIT) ? "0" : value_text(e, &r->value, bits);
	want = value_text(e, &r->expected, bits);
	fprintf(e->out, "\t{ uint%" PRIu32 "_t *v = (uint%" PRIu32 "_t *)(void *)(%s), old, x, want, made, now; int done;\n\t", bits,
		bits, on);
	if (r->flags & MODEL_BIT)
		fprintf(e->out, "v += %s / %" PRIu32 "; x = (uint%" PRIu32 "_t)(1ull << %s %% %" PRIu32 "); ",
			emit_as(e, argument(e, r->value.arg), number64), bits, bits,
			emit_as(e, argument(e, r->value.arg), number64), bits);
	else
		fprintf(e->out, "x = (uint%" PRIu32 "_t)%s; ", bits, x ? x : "0");
	fprintf(e->out,
		"old = *v; want = (uint%" PRIu32 "_t)%s; made = (uint%" PRIu32 "_t)(%s); done = %s;\n\t"
		"now = done ? made : old; (void)want; (void)x; (void)now;\n\t",
		bits, want ? want : "0", bits, made_text(r), done_text(e, r, bits));
	emit_stores(e, r, bits);
	if (t.kind != EMIT_VOID && *emit_set(e)) {
		bool number = r->gives <= MODEL_GIVES_NEW && !(r->flags & MODEL_BIT);
		fprintf(e->out, "%s%s;", emit_set(e),
			emit_convert(e, result_text(e, r, bits), (struct emit_type){ EMIT_INT, number ? bits : 32 }, t));
	}
	fprintf(e->out, " }\n");
}
