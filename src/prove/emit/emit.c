#include "prove/emit/emit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "prove/emit/parts.h"
#include "prove/execute/primitives.h"

/* ---- types and operands ---- */

struct emit_type emit_type(const struct program *p, struct type_id id)
{
	const struct type *t = program_type(p, type_strip(p, id));

	switch (t->kind) {
	case TYPE_VOID: return (struct emit_type){ EMIT_VOID, 0 };
	case TYPE_POINTER: return (struct emit_type){ EMIT_POINTER, 64 };
	case TYPE_FLOAT:
		return (struct emit_type){ t->size == 32 || t->size == 64 || t->size == 80 ? EMIT_FLOAT : EMIT_OTHER,
					   (uint32_t)t->size };
	case TYPE_VECTOR: return (struct emit_type){ EMIT_OTHER, 0 };
	case TYPE_ENUM: return (struct emit_type){ EMIT_INT, t->size ? (uint32_t)t->size : 32 };
	default:
		return (struct emit_type){ !t->size ? EMIT_VOID : t->size <= 128 ? EMIT_INT : EMIT_OTHER, (uint32_t)t->size };
	}
}

const char *emit_c_type(struct emit_type t)
{
	switch (t.kind) {
	case EMIT_POINTER: return "char *";
	case EMIT_FLOAT: return t.bits == 32 ? "float" : t.bits == 64 ? "double" : "long double";
	case EMIT_INT:
		return t.bits <= 8    ? "uint8_t"
		       : t.bits <= 16 ? "uint16_t"
		       : t.bits <= 32 ? "uint32_t"
		       : t.bits <= 64 ? "uint64_t"
				      : "u128";
	default: return "void";
	}
}

static const char *name_of(struct emit *e, const char *prefix, struct sym_id id)
{
	const struct sym *s = program_sym(e->p, id);
	const char *from = program_str(e->p, s->source.i ? s->source : s->name);
	char *name = arena_format(&e->arena, "%s%u_%s", prefix, id.i, from);

	for (char *c = name; *c; c++)
		if (!isalnum((unsigned char)*c))
			*c = '_';
	return name;
}

const char *emit_function(struct emit *e, struct sym_id id)
{
	id = sym_behind_alias(e->p, id);
	if (!program_sym(e->p, id)->fn.i)
		return "snag_outside";
	if (!e->function[id.i]) {
		e->function[id.i] = true;
		*vec_add(&e->arena, &e->todo) = id.i;
	}
	return name_of(e, "f", id);
}

static const char *address(struct emit *e, struct sym_id id, int64_t offset)
{
	id = sym_behind_alias(e->p, id);
	if (program_sym(e->p, id)->kind != SYM_VARIABLE)
		return arena_format(&e->arena, "(char *)(uintptr_t)%s", emit_function(e, id));
	e->variable[id.i] = true;
	return arena_format(&e->arena, "((char *)%s%s + (%lld))", name_of(e, "g", id),
			    program_sym(e->p, id)->flags & SYM_THREAD_LOCAL ? "[snag_self].byte" : ".byte", (long long)offset);
}

static const char *constant(struct emit *e, uint32_t i)
{
	const struct program *p = e->f->p;
	const struct konst *k = program_konst(p, (struct konst_id){ i });
	struct emit_type t = emit_type(p, k->type);

	switch (k->kind) {
	case KONST_ADDR: return address(e, k->sym, (int64_t)k->lo);
	case KONST_NULL: return "(char *)0";
	case KONST_INT:
	case KONST_ZERO:
	case KONST_UNDEF:
		if (t.kind == EMIT_POINTER)
			return "(char *)0";
		if (t.kind == EMIT_FLOAT)
			return "0";
		if (t.kind == EMIT_INT && t.bits > 64)
			return arena_format(&e->arena, "((u128)%lluu << 64 | %lluu)",
					    (unsigned long long)(k->kind == KONST_INT ? k->hi : 0),
					    (unsigned long long)(k->kind == KONST_INT ? k->lo : 0));
		return arena_format(&e->arena, "(%s)%lluu", t.kind == EMIT_INT ? emit_c_type(t) : "uint8_t",
				    (unsigned long long)(k->kind != KONST_INT ? 0
							 : t.bits < 64	      ? k->lo & ((1ull << t.bits) - 1)
									      : k->lo));
	case KONST_FLOAT:
		if (t.bits == 80)
			return arena_format(&e->arena, "snag_f80(0x%llxu, 0x%llxu)", (unsigned long long)k->lo,
					    (unsigned long long)k->hi);
		return arena_format(&e->arena, t.bits == 32 ? "snag_f32(0x%llxu)" : "snag_f64(0x%llxu)",
				    (unsigned long long)k->lo);
	default: return NULL;
	}
}

const char *emit_ref(struct emit *e, struct ref r)
{
	const char *text = NULL;

	switch (ref_kind(r)) {
	case REF_VALUE: return arena_format(&e->arena, "v%u", ref_index(r));
	case REF_SYM: return address(e, (struct sym_id){ ref_index(r) }, 0);
	case REF_KONST: text = constant(e, ref_index(r)); break;
	default: break;
	}
	return text ? text : "0";
}

struct emit_type emit_ref_type(struct emit *e, struct ref r)
{
	const struct emit_type pointer = { EMIT_POINTER, 64 };
	const struct inst *in = body_made_by(&e->f->body, r);
	const struct konst *k = program_konst_of(e->f->p, r);
	const struct param *param;
	struct emit_type t;

	switch (ref_kind(r)) {
	case REF_VALUE:
		if (in && (in->op == OP_alloca || in->op == OP_field || in->op == OP_index))
			return pointer;
		if (in)
			return emit_type(e->f->p, in->type);
		param = &e->f->body.param.at[ref_index(r) - 1];
		t = emit_type(e->f->p, param->type);
		return t.kind == EMIT_OTHER || param->by_value || param->result ? pointer : t;
	case REF_SYM: return pointer;
	case REF_KONST: return k->kind == KONST_ADDR || k->kind == KONST_NULL ? pointer : emit_type(e->f->p, k->type);
	default: return (struct emit_type){ EMIT_VOID, 0 };
	}
}

const char *emit_convert(struct emit *e, const char *text, struct emit_type from, struct emit_type to)
{
	if (from.kind == to.kind && from.bits == to.bits)
		return text;
	if (to.kind == EMIT_POINTER)
		return from.kind == EMIT_INT ? arena_format(&e->arena, "(char *)(uintptr_t)(%s)", text) : text;
	if (from.kind == EMIT_POINTER)
		return arena_format(&e->arena, "(%s)(uintptr_t)(%s)", emit_c_type(to), text);
	return arena_format(&e->arena, "(%s)(%s)", emit_c_type(to), text);
}

const char *emit_as(struct emit *e, struct ref r, struct emit_type to)
{
	return emit_convert(e, emit_ref(e, r), emit_ref_type(e, r), to);
}

/* ---- one instruction ---- */

static const struct inst *inst_of(const struct emit *e)
{
	return &e->f->body.inst.at[e->inst];
}

static struct ref arg(const struct emit *e, uint32_t k)
{
	return body_arg(&e->f->body, inst_of(e), k);
}

static struct emit_type yields(const struct emit *e)
{
	const struct inst *in = inst_of(e);

	if (in->op == OP_alloca || in->op == OP_field || in->op == OP_index)
		return (struct emit_type){ EMIT_POINTER, 64 };
	if (in->op == OP_store || op_is_terminator(in->op) || in->op == OP_memcpy || in->op == OP_memset)
		return (struct emit_type){ EMIT_VOID, 0 };
	return emit_type(e->f->p, in->type);
}

const char *emit_set(struct emit *e)
{
	struct emit_type t = yields(e);

	return t.kind == EMIT_VOID || t.kind == EMIT_OTHER ? ""
							   : arena_format(&e->arena, "v%u = ", body_value(&e->f->body, e->inst));
}

struct emit_type emit_result(struct emit *e, struct fn_id fn)
{
	const struct seq_fn *f = seq_function(e->seq, fn);

	for (uint32_t i = 0; i < f->body.inst.n; i++)
		if (f->body.inst.at[i].op == OP_ret && f->body.inst.at[i].nargs) {
			const struct seq_fn *was = e->f;
			struct emit_type t;
			e->f = f;
			t = emit_ref_type(e, body_arg(&f->body, &f->body.inst.at[i], 0));
			e->f = was;
			return t;
		}
	return (struct emit_type){ EMIT_VOID, 0 };
}

void emit_leave(struct emit *e)
{
	struct emit_type t = emit_result(e, e->f->body.fn);

	fprintf(e->out, t.kind == EMIT_VOID || t.kind == EMIT_OTHER ? "return;" : "return 0;");
}

void emit_give_up(struct emit *e, const char *why)
{
	fprintf(e->out, "\t__VERIFIER_assume(0); /* %s */\n", why);
}

void emit_schedule(struct emit *e)
{
	fprintf(e->out, "\tsnag_schedule();\n\tif (!snag_alone && __VERIFIER_nondet_bool()) { snag_raise = 1; ");
	emit_leave(e);
	fprintf(e->out, " }\n");
}

static const char *signed_type(uint32_t bits)
{
	return bits <= 8 ? "int8_t" : bits <= 16 ? "int16_t" : bits <= 32 ? "int32_t" : bits <= 64 ? "int64_t" : "i128";
}

/* Of a width that C has: the bits above are 0. i1 is one of the others. */
static const char *as_signed(struct emit *e, struct ref r, uint32_t bits)
{
	const char *text = emit_as(e, r, (struct emit_type){ EMIT_INT, bits });

	if (bits == 1)
		return arena_format(&e->arena, "(int8_t)-(int8_t)(%s)", text);
	return arena_format(&e->arena, "(%s)(%s)", signed_type(bits), text);
}

static bool is_c_width(uint32_t bits)
{
	return bits == 1 || bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128;
}

static void emit_binary(struct emit *e)
{
	static const char *const op[] = { "",	"+",  "-", "*", "/", "/", "%", "%", "<<",
					  ">>", ">>", "&", "|", "^", "+", "-", "*", "/" };
	const struct inst *in = inst_of(e);
	struct emit_type t = yields(e);
	bool sign = in->sub == BINARY_sdiv || in->sub == BINARY_srem || in->sub == BINARY_ashr;
	const char *a = sign ? as_signed(e, arg(e, 0), t.bits) : emit_as(e, arg(e, 0), t);
	const char *b =
		in->sub == BINARY_sdiv || in->sub == BINARY_srem ? as_signed(e, arg(e, 1), t.bits) : emit_as(e, arg(e, 1), t);

	if (in->sub >= BINARY_frem || (t.kind == EMIT_INT && !is_c_width(t.bits)) || t.kind == EMIT_OTHER ||
	    t.kind == EMIT_VOID) {
		emit_give_up(e, "arithmetic of this type");
		return;
	}
	if (in->sub >= BINARY_udiv && in->sub <= BINARY_srem)
		fprintf(e->out, "\t__VERIFIER_assume((%s) != 0);\n", b);
	if (t.kind == EMIT_INT && t.bits < 32 && in->sub != BINARY_ashr) /* no promotion to int: it could overflow */
		fprintf(e->out, "\t%s(%s)((%s)(%s) %s (%s)(%s))%s;\n", emit_set(e), emit_c_type(t), sign ? "int32_t" : "uint32_t",
			a, op[in->sub], sign ? "int32_t" : "uint32_t", b, t.bits == 1 ? " & 1" : "");
	else
		fprintf(e->out, "\t%s(%s)((%s) %s (%s))%s;\n", emit_set(e), emit_c_type(t), a, op[in->sub], b,
			t.bits == 1 ? " & 1" : "");
}

static void emit_compare(struct emit *e)
{
	static const char *const op[] = { "", "==", "!=", ">", ">=", "<", "<=", ">", ">=", "<", "<=" };
	const struct inst *in = inst_of(e);
	struct emit_type t = emit_ref_type(e, arg(e, 0));
	static const char *const ordered[] = { "==", ">", ">=", "<", "<=" };

	if (in->sub >= COMPARE_foeq && in->sub <= COMPARE_fole) {
		fprintf(e->out, "\t%s(uint8_t)(%s %s %s);\n", emit_set(e), emit_ref(e, arg(e, 0)),
			ordered[in->sub - COMPARE_foeq], emit_ref(e, arg(e, 1)));
	} else if (in->sub == COMPARE_fune) {
		fprintf(e->out, "\t%s(uint8_t)(%s != %s);\n", emit_set(e), emit_ref(e, arg(e, 0)), emit_ref(e, arg(e, 1)));
	} else if (in->sub > COMPARE_sle || (t.kind != EMIT_POINTER && t.kind != EMIT_INT)) {
		emit_give_up(e, "a comparison of this type");
	} else if (in->sub >= COMPARE_sgt) {
		fprintf(e->out, "\t%s(uint8_t)(%s %s %s);\n", emit_set(e), as_signed(e, arg(e, 0), t.bits), op[in->sub],
			as_signed(e, arg(e, 1), t.bits));
	} else {
		struct emit_type plain = { EMIT_INT, t.bits };
		fprintf(e->out, "\t%s(uint8_t)(%s %s %s);\n", emit_set(e), emit_as(e, arg(e, 0), plain), op[in->sub],
			emit_as(e, arg(e, 1), plain));
	}
}

static void emit_cast(struct emit *e)
{
	const struct inst *in = inst_of(e);
	struct emit_type from = emit_ref_type(e, arg(e, 0)), to = yields(e);
	const char *text = emit_ref(e, arg(e, 0));

	if (from.kind == EMIT_OTHER || to.kind == EMIT_OTHER || from.kind == EMIT_VOID) {
		emit_give_up(e, "a conversion of this type");
	} else if (in->sub == CAST_sext) {
		fprintf(e->out, "\t%s(%s)(%s)%s;\n", emit_set(e), emit_c_type(to), signed_type(to.bits),
			as_signed(e, arg(e, 0), from.bits));
	} else if (in->sub == CAST_trunc && !is_c_width(to.bits)) {
		emit_give_up(e, "an integer of this width");
	} else if (in->sub == CAST_trunc && to.bits == 1) {
		fprintf(e->out, "\t%s(uint8_t)(%s & 1);\n", emit_set(e), text);
	} else if (in->sub == CAST_sitofp) {
		fprintf(e->out, "\t%s(%s)%s;\n", emit_set(e), emit_c_type(to), as_signed(e, arg(e, 0), from.bits));
	} else if (in->sub == CAST_fptosi) {
		fprintf(e->out, "\t%s(%s)(%s)%s;\n", emit_set(e), emit_c_type(to), signed_type(to.bits), text);
	} else if (in->sub == CAST_bitcast && (from.kind == EMIT_FLOAT) != (to.kind == EMIT_FLOAT)) {
		fprintf(e->out, "\tmemcpy(&v%u, &%s, %u);\n", body_value(&e->f->body, e->inst), text, to.bits / 8);
	} else {
		fprintf(e->out, "\t%s%s;\n", emit_set(e), emit_convert(e, text, from, to));
	}
}

static bool part_of(struct emit *e, struct type_id whole, uint32_t *bit, struct emit_type *part)
{
	const struct inst *in = inst_of(e);
	const struct program *p = e->f->p;
	const struct type *t = program_type(p, type_strip(p, whole));
	uint32_t k = in->nwords == 1 ? e->f->body.word.at[in->word] : UINT32_MAX;

	if (t->kind != TYPE_STRUCT || k >= t->nfields || t->size > 128)
		return false;
	*bit = (uint32_t)p->field.at[t->field + k].offset;
	*part = emit_type(p, p->field.at[t->field + k].type);
	return part->kind == EMIT_INT || part->kind == EMIT_POINTER;
}

static struct type_id type_of(struct emit *e, struct ref r)
{
	const struct inst *in = body_made_by(&e->f->body, r);

	if (ref_kind(r) == REF_KONST)
		return program_konst(e->f->p, (struct konst_id){ ref_index(r) })->type;
	if (ref_kind(r) != REF_VALUE)
		return (struct type_id){ 0 };
	return in ? in->type : e->f->body.param.at[ref_index(r) - 1].type;
}

static void emit_parts(struct emit *e)
{
	bool insert = inst_of(e)->op == OP_insert;
	struct type_id whole = insert ? inst_of(e)->type : type_of(e, arg(e, 0));
	struct emit_type t, all;
	uint32_t bit;

	if (!whole.i || !part_of(e, whole, &bit, &t)) {
		emit_give_up(e, "a struct in registers");
		return;
	}
	all = emit_type(e->f->p, whole);
	if (insert)
		fprintf(e->out, "\t%s(%s)((%s & ~((((%s)1 << %u << %u) - 1) << %u)) | (%s)%s << %u);\n", emit_set(e),
			emit_c_type(all), emit_ref(e, arg(e, 0)), emit_c_type(all), t.bits / 2, t.bits - t.bits / 2, bit,
			emit_c_type(all), emit_as(e, arg(e, 1), (struct emit_type){ EMIT_INT, t.bits }), bit);
	else
		fprintf(e->out, "\t%s%s%s;\n", emit_set(e),
			emit_convert(e,
				     arena_format(&e->arena, "(%s)(%s >> %u)",
						  emit_c_type((struct emit_type){ EMIT_INT, t.bits }), emit_ref(e, arg(e, 0)),
						  bit),
				     (struct emit_type){ EMIT_INT, t.bits }, t),
			t.bits == 1 ? " & 1" : "");
}

static void emit_memory(struct emit *e)
{
	const struct inst *in = inst_of(e);
	struct emit_type pointer = { EMIT_POINTER, 64 },
			 t = in->op == OP_store || in->op == OP_rmw ? emit_ref_type(e, arg(e, 1)) : yields(e);
	const char *at = emit_as(e, arg(e, 0), pointer);
	uint32_t v = body_value(&e->f->body, e->inst), bytes = (t.bits + 7) / 8;
	static const char *const rmw[] = { "", "", "+", "-", "&", "", "|", "^" };

	if ((t.kind == EMIT_OTHER || t.kind == EMIT_VOID) && in->op != OP_memcpy && in->op != OP_memset) {
		emit_give_up(e, "memory accessed by this type");
		return;
	}
	switch (in->op) {
	case OP_load:
		fprintf(e->out, "\tsnag_copy(&v%u, %s, %u);\n", v, at, bytes);
		break;
	case OP_store:
		fprintf(e->out, "\t{ %s w = %s; snag_copy(%s, &w, %u); }\n", emit_c_type(t), emit_ref(e, arg(e, 1)), at, bytes);
		break;
	case OP_rmw:
		if ((in->sub != RMW_xchg && t.kind != EMIT_INT) || in->sub == RMW_nand || in->sub > RMW_xor) {
			emit_give_up(e, "an atomic operation of this kind");
			break;
		}
		fprintf(e->out, "\tsnag_copy(&v%u, %s, %u);\n", v, at, bytes);
		if (in->sub == RMW_xchg)
			fprintf(e->out, "\t{ %s w = %s; snag_copy(%s, &w, %u); }\n", emit_c_type(t), emit_ref(e, arg(e, 1)), at,
				bytes);
		else
			fprintf(e->out, "\t{ %s w = (%s)(v%u %s %s); snag_copy(%s, &w, %u); }\n", emit_c_type(t), emit_c_type(t),
				v, rmw[in->sub], emit_ref(e, arg(e, 1)), at, bytes);
		break;
	case OP_memcpy:
		fprintf(e->out, "\tmemmove(%s, %s, (size_t)%s);\n", at, emit_as(e, arg(e, 1), pointer), emit_ref(e, arg(e, 2)));
		break;
	default:
		fprintf(e->out, "\tmemset(%s, (int)%s, (size_t)%s);\n", at, emit_ref(e, arg(e, 1)), emit_ref(e, arg(e, 2)));
	}
}

static void emit_exchange(struct emit *e)
{
	const struct inst *in = inst_of(e);
	const struct program *p = e->f->p;
	const struct type *t = program_type(p, type_strip(p, in->type));
	struct emit_type part = emit_ref_type(e, arg(e, 1)), whole = yields(e), number = { EMIT_INT, part.bits };
	const char *at = emit_as(e, arg(e, 0), (struct emit_type){ EMIT_POINTER, 64 });
	uint32_t v = body_value(&e->f->body, e->inst);

	if (whole.kind != EMIT_INT || t->nfields != 2) {
		emit_give_up(e, "an exchange of this width");
		return;
	}
	fprintf(e->out, "\t{ %s old, new = %s; snag_copy(&old, %s, %u);\n", emit_c_type(number), emit_as(e, arg(e, 2), number),
		at, part.bits / 8);
	fprintf(e->out, "\tv%u = (%s)old | (%s)(old == %s) << %u;\n", v, emit_c_type(whole), emit_c_type(whole),
		emit_as(e, arg(e, 1), number), (uint32_t)p->field.at[t->field + 1].offset);
	fprintf(e->out, "\tif (old == %s) snag_copy(%s, &new, %u); }\n", emit_as(e, arg(e, 1), number), at, part.bits / 8);
}

/* What the phis of a block become, when control comes from this one: all at once. */
static void emit_jump(struct emit *e, uint32_t to)
{
	const struct body *b = &e->f->body;
	uint32_t from = e->f->block[e->inst], first = b->block.at[to].inst;

	fprintf(e->out, "{ ");
	for (int pass = 0; pass < 2; pass++)
		for (uint32_t i = first; b->inst.at[i].op == OP_phi; i++) {
			const struct inst *in = &b->inst.at[i];
			struct emit_type t = emit_type(e->f->p, in->type);
			uint32_t k = 0;
			while (k < in->nwords && b->word.at[in->word + k] != from)
				k++;
			if (t.kind == EMIT_OTHER || t.kind == EMIT_VOID || k == in->nwords)
				continue;
			if (!pass)
				fprintf(e->out, "%s p%u = %s; ", emit_c_type(t), body_value(b, i),
					emit_as(e, body_arg(b, in, k), t));
			else
				fprintf(e->out, "v%u = p%u; ", body_value(b, i), body_value(b, i));
		}
	fprintf(e->out, "goto b%u; }\n", to);
}

static void emit_switch(struct emit *e)
{
	const struct inst *in = inst_of(e);
	const struct body *b = &e->f->body;

	for (uint32_t i = 1; i < in->nargs; i++) {
		fprintf(e->out, "\tif (%s == %s) ", emit_ref(e, arg(e, 0)), emit_ref(e, arg(e, i)));
		emit_jump(e, b->word.at[in->word + i]);
	}
	fprintf(e->out, "\t");
	emit_jump(e, b->word.at[in->word]);
}

static void emit_control(struct emit *e)
{
	const struct inst *in = inst_of(e);
	const uint32_t *to = in->nwords ? e->f->body.word.at + in->word : NULL;
	struct emit_type t = emit_result(e, e->f->body.fn);

	switch (in->op) {
	case OP_br:
		fprintf(e->out, "\t");
		emit_jump(e, to[0]);
		break;
	case OP_branch:
		fprintf(e->out, "\tif (%s & 1) ", emit_ref(e, arg(e, 0)));
		emit_jump(e, to[0]);
		fprintf(e->out, "\telse ");
		emit_jump(e, to[1]);
		break;
	case OP_switch:
		emit_switch(e);
		break;
	case OP_ret:
		fprintf(e->out, "\tsnag_schedule();\n");
		if (in->nargs && t.kind != EMIT_VOID && t.kind != EMIT_OTHER)
			fprintf(e->out, "\treturn %s;\n", emit_as(e, arg(e, 0), t));
		else
			fprintf(e->out, "\treturn;\n");
		break;
	default:
		emit_give_up(e, op_name(in->op));
		fprintf(e->out, "\t");
		emit_leave(e);
		fprintf(e->out, "\n");
	}
}

static void emit_plain(struct emit *e)
{
	const struct inst *in = inst_of(e);
	struct emit_type t = yields(e), pointer = { EMIT_POINTER, 64 };
	uint64_t size;

	switch (in->op) {
	case OP_alloca:
		size = program_type(e->f->p, type_strip(e->f->p, in->type))->size / 8;
		/* a thread that is ended by RAISE stands still: its variables stay */
		fprintf(e->out, "\t%s(char *)calloc((size_t)%s, %llu);\n", emit_set(e),
			in->nargs && ref_kind(arg(e, 0)) != REF_NONE ? emit_ref(e, arg(e, 0)) : "1",
			(unsigned long long)size + 1);
		break;
	case OP_field:
		fprintf(e->out, "\t%s%s + (%lld);\n", emit_set(e), emit_as(e, arg(e, 0), pointer),
			(long long)body_offset(&e->f->body, in));
		break;
	case OP_index:
		fprintf(e->out, "\t%s%s + (int64_t)%s * (%lld);\n", emit_set(e), emit_as(e, arg(e, 0), pointer),
			as_signed(e, arg(e, 1), emit_ref_type(e, arg(e, 1)).bits), (long long)body_offset(&e->f->body, in));
		break;
	case OP_copy:
		fprintf(e->out, "\t%s%s;\n", emit_set(e), emit_as(e, arg(e, 0), t));
		break;
	case OP_select:
		fprintf(e->out, "\t%s%s & 1 ? %s : %s;\n", emit_set(e), emit_ref(e, arg(e, 0)), emit_as(e, arg(e, 1), t),
			emit_as(e, arg(e, 2), t));
		break;
	case OP_negate:
		fprintf(e->out, "\t%s-%s;\n", emit_set(e), emit_ref(e, arg(e, 0)));
		break;
	default:
		emit_give_up(e, op_name(in->op));
	}
}

static void emit_check(struct emit *e)
{
	const struct inst *in = inst_of(e);
	struct emit_type t =
		in->op == OP_store || in->op == OP_rmw || in->op == OP_cmpxchg ? emit_ref_type(e, arg(e, 1)) : yields(e);

	if (in->op != OP_load && in->op != OP_store && in->op != OP_rmw && in->op != OP_cmpxchg)
		return;
	fprintf(e->out, "\tif ((!snag_alone || snag_access) && __VERIFIER_nondet_bool()) { ");
	fprintf(e->out, "snag_check_%c(%s, %u, %d, %u); snag_raise = 1; ", in->op == OP_load ? 'r' : 'w',
		emit_as(e, arg(e, 0), (struct emit_type){ EMIT_POINTER, 64 }), (t.bits + 7) / 8,
		in->order != ORDER_NONE, seq_side(e->seq, e->f->body.fn, e->inst));
	emit_leave(e);
	fprintf(e->out, " }\n");
}

/* Every value has a variable; those of types that C code here has none for end the path where they are made. */
static bool has_variables(struct emit *e)
{
	for (uint32_t k = 0; k < inst_of(e)->nargs; k++)
		if (ref_kind(arg(e, k)) == REF_VALUE && emit_ref_type(e, arg(e, k)).kind == EMIT_OTHER)
			return false;
	return true;
}

static void emit_do(struct emit *e)
{
	const struct inst *in = inst_of(e);

	if ((yields(e).kind == EMIT_OTHER && in->op != OP_call) ||
	    (!has_variables(e) && !op_is_terminator(in->op) && in->op != OP_phi)) {
		emit_give_up(e, "a value of this type");
		return;
	}
	switch (in->op) {
	case OP_phi: break; /* where control comes from */
	case OP_binary: emit_binary(e); break;
	case OP_compare: emit_compare(e); break;
	case OP_cast: emit_cast(e); break;
	case OP_extract:
	case OP_insert: emit_parts(e); break;
	case OP_load: case OP_store: case OP_rmw: case OP_memcpy: case OP_memset: emit_memory(e); break;
	case OP_cmpxchg: emit_exchange(e); break;
	case OP_call: emit_call(e); break;
	case OP_fence: break;
	default:
		if (op_is_terminator(in->op))
			emit_control(e);
		else
			emit_plain(e);
	}
}

/* ---- functions and variables ---- */

static void emit_head(struct emit *e, struct sym_id id)
{
	const struct seq_fn *f = seq_function(e->seq, program_sym(e->p, id)->fn);
	struct emit_type t = emit_result(e, f->body.fn);

	e->f = f;
	fprintf(e->out, "static %s %s(", t.kind == EMIT_OTHER ? "void" : emit_c_type(t), name_of(e, "f", id));
	for (uint32_t i = 0; i < f->body.param.n; i++)
		fprintf(e->out, "%s%s v%u", i ? ", " : "", emit_c_type(emit_ref_type(e, ref_make(REF_VALUE, i + 1))), i + 1);
	fprintf(e->out, f->body.param.n ? ")" : "void)");
}

static void emit_locals(struct emit *e)
{
	const struct body *b = &e->f->body;

	for (e->inst = 0; e->inst < b->inst.n; e->inst++) {
		struct emit_type t = yields(e);
		if (t.kind != EMIT_VOID && t.kind != EMIT_OTHER)
			fprintf(e->out, "\t%s v%u __attribute__((unused)) = 0;\n", emit_c_type(t), body_value(b, e->inst));
	}
	for (uint32_t i = 0; i < b->param.n; i++)
		fprintf(e->out, "\t(void)v%u;\n", i + 1);
}

/* The callee's own copy of a struct that is passed by value. */
static void emit_copies(struct emit *e)
{
	const struct body *b = &e->f->body;

	for (uint32_t i = 0; i < b->param.n; i++) {
		unsigned long long size = program_type(e->f->p, type_strip(e->f->p, b->param.at[i].type))->size / 8;
		if (b->param.at[i].by_value)
			fprintf(e->out, "\tv%u = (char *)memcpy(calloc(1, %llu), v%u, %llu);\n", i + 1, size + 1, i + 1, size);
	}
}

static void emit_body(struct emit *e, struct sym_id id)
{
	emit_head(e, id);
	fprintf(e->out, "\n{\n");
	emit_locals(e);
	emit_copies(e);
	if (program_sym(e->p, id)->flags & SYM_VARIADIC)
		emit_give_up(e, "variable arguments");
	for (uint32_t i = 0; i < e->f->nops; i++) {
		e->inst = e->f->op[i].inst;
		if (e->f->op[i].kind != SEQ_CHECK && i == e->f->first[e->inst] &&
		    e->f->body.block.at[e->f->block[e->inst]].inst == e->inst)
			fprintf(e->out, "b%u: __attribute__((unused));\n", e->f->block[e->inst]);
		if (e->f->op[i].kind == SEQ_SCHEDULE)
			emit_schedule(e);
		else if (e->f->op[i].kind == SEQ_CHECK)
			emit_check(e);
		else
			emit_do(e);
	}
	fprintf(e->out, "}\n\n");
}

static void emit_variable(struct emit *e, struct sym_id id)
{
	const struct sym *s = program_sym(e->p, id);
	struct bytes from = program_bytes(e->p, s->data);

	fprintf(e->out, "static union { unsigned char byte[%llu]; u128 align; } %s%s", (unsigned long long)s->size + 1,
		name_of(e, "g", id), s->flags & SYM_THREAD_LOCAL ? "[SNAG_THREADS]" : "");
	if (from.len && !(s->flags & SYM_THREAD_LOCAL)) {
		fprintf(e->out, " = { { ");
		for (size_t i = 0; i < from.len; i++)
			fprintf(e->out, "%u,%s", (unsigned char)from.at[i], i % 24 == 23 ? "\n\t" : " ");
		fprintf(e->out, "} }");
	}
	fprintf(e->out, ";\n");
}

static void emit_relocations(struct emit *e, struct sym_id id)
{
	const struct sym *s = program_sym(e->p, id);

	for (uint32_t i = 0; i < s->nrelocs && !(s->flags & SYM_THREAD_LOCAL); i++) {
		const struct reloc *r = &e->p->reloc.at[s->reloc + i];
		if (r->kind == RELOC_ADDRESS && r->size == 8)
			fprintf(e->out, "\t{ char *p = %s; memcpy(%s.byte + %llu, &p, 8); }\n", address(e, r->sym, r->addend),
				name_of(e, "g", id), (unsigned long long)r->offset);
	}
}

static void put(FILE *out, const char *text, size_t n)
{
	fwrite(text, 1, n, out);
}

/* Names that a program may not use: static and unused ones would be warned of. */
static void emit_uses(FILE *out)
{
	static const char *const names[] = { "snag_f32",     "snag_f64",     "snag_f80",     "snag_outside",
					     "snag_kind",    "snag_async",   "snag_result",  "snag_copy",
					     "snag_check_r", "snag_check_w", "snag_schedule" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		fprintf(out, "\t(void)%s;\n", names[i]);
}

static void emit_main(struct emit *e, struct sym_id start)
{
	fprintf(e->out, "/* Check(s) */\nint main(void)\n{\n\tstatic char name[] = \"snag\", *argv[2];\n\n\targv[0] = "
			"name;\n\t(void)argv;\n");
	emit_uses(e->out);
	for (uint32_t i = 1; i < e->p->sym.n; i++)
		if (e->variable[i])
			emit_relocations(e, (struct sym_id){ i });
	emit_start(e, start);
	fprintf(e->out, "\tif (snag_raise) {\n\t\tsnag_raise = 0;\n\t\tsnag_schedule();\n\t}\n\treturn 0;\n}\n");
}

/* Functions are printed into memory first: only then is it known which variables and prototypes stand in front of them. */
static char *emit_functions(struct emit *e, struct sym_id start, size_t *len)
{
	FILE *out = e->out;
	char *text = NULL;

	e->out = open_memstream(&text, len);
	if (!e->out)
		die("out of memory");
	if (!e->opt->nroots)
		(void)emit_function(e, start);
	for (uint32_t i = 0; i < e->opt->nroots; i++)
		(void)emit_function(e, e->p->fn.at[e->opt->root[i].i].sym);
	for (uint32_t more = 0, seen = 0; more < e->todo.n || seen < e->p->sym.n;) {
		if (more < e->todo.n) {
			emit_body(e, (struct sym_id){ e->todo.at[more++] });
			seen = 0;
			continue;
		}
		if (e->variable[seen]) { /* what it points to is needed, too */
			const struct sym *s = &e->p->sym.at[seen];
			for (uint32_t i = 0; i < s->nrelocs; i++)
				if (e->p->reloc.at[s->reloc + i].kind == RELOC_ADDRESS) {
					struct sym_id to = sym_behind_alias(e->p, e->p->reloc.at[s->reloc + i].sym);
					if (program_sym(e->p, to)->kind == SYM_VARIABLE && !e->variable[to.i] && to.i < seen)
						seen = 0;
					(void)address(e, to, 0);
				}
		}
		seen++;
	}
	fclose(e->out);
	e->out = out;
	return text;
}

void emit_c(const struct points *points, const struct program *primitives, const struct goal *goal,
	    const struct prove_options *options, FILE *out)
{
	struct emit e = { .out = out, .p = points->p, .opt = options };
	struct sym_id start = { 0 };
	struct bytes bodies = primitives_text();
	const char *name = points->main;
	char *text;
	size_t len;

	arena_init(&e.arena, "emit");
	for (uint32_t i = 1; i < e.p->sym.n; i++)
		if (e.p->sym.at[i].fn.i && name && !strcmp(program_str(e.p, e.p->sym.at[i].name), name))
			start.i = i;
	if (!start.i && !options->nroots)
		die("there is no main to start from");
	e.seq = seq_begin(&e.arena, points, primitives, goal);
	e.variable = arena_array(&e.arena, e.p->sym.n, sizeof *e.variable);
	e.function = arena_array(&e.arena, e.p->sym.n, sizeof *e.function);
	text = emit_functions(&e, start, &len);
	fputs(emit_text_head, out);
	put(out, bodies.at, bodies.len);
	fprintf(out, "\nenum { SNAG_MAX = %u };\n", options->ts > 63 ? 63 : options->ts);
	fputs(emit_text_runtime, out);
	for (uint32_t i = 1; i < e.p->sym.n; i++)
		if (e.variable[i])
			emit_variable(&e, (struct sym_id){ i });
	for (uint32_t i = 0; i < e.todo.n; i++) {
		emit_head(&e, (struct sym_id){ e.todo.at[i] });
		fprintf(out, ";\n");
	}
	fprintf(out, "\n");
	put(out, text, len);
	if (options->nroots)
		emit_roots(&e);
	emit_main(&e, start);
	free(text);
	arena_release(&e.arena);
}
