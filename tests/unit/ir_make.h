/* ir_make: one function of each operation, and a program with every table filled, for the tests of ir. */
#ifndef TESTS_UNIT_IR_MAKE_H
#define TESTS_UNIT_IR_MAKE_H

#include "make.h"

/* What each operation may look like: body.h in numbers. `typed`: it says a type; else it must have none. */
struct sample {
	uint8_t op, sub, nargs, nwords;
	bool typed;
};

static const struct sample samples[] = {
	{ OP_alloca, 0, 0, 0, true },
	{ OP_alloca, 0, 1, 0, true },
	{ OP_load, 0, 1, 0, true },
	{ OP_load, 0, 1, 2, true },
	{ OP_store, 0, 2, 0, true },
	{ OP_store, 0, 2, 2, true },
	{ OP_index, 0, 2, 2, true },
	{ OP_binary, BINARY_add, 2, 0, true },
	{ OP_binary, BINARY_frem, 2, 0, true },
	{ OP_compare, COMPARE_eq, 2, 0, true },
	{ OP_compare, COMPARE_ftrue, 2, 0, true },
	{ OP_cast, CAST_trunc, 1, 0, true },
	{ OP_cast, CAST_addrspace, 1, 0, true },
	{ OP_negate, 0, 1, 0, true },
	{ OP_copy, 0, 1, 0, true },
	{ OP_select, 0, 3, 0, true },
	{ OP_extract, 0, 1, 1, true },
	{ OP_extract, 0, 1, 3, true },
	{ OP_insert, 0, 2, 2, true },
	{ OP_element, 0, 2, 0, true },
	{ OP_replace, 0, 3, 0, true },
	{ OP_shuffle, 0, 2, 0, true },
	{ OP_shuffle, 0, 2, 4, true },
	{ OP_call, 0, 1, 0, true },
	{ OP_call, 0, 4, 2, true },
	{ OP_asm, 0, 0, 2, true },
	{ OP_asm, 0, 3, 2, true },
	{ OP_rmw, RMW_xchg, 2, 0, true },
	{ OP_rmw, RMW_udec_wrap, 2, 0, true },
	{ OP_cmpxchg, 0, 3, 0, true },
	{ OP_fence, 0, 0, 0, false },
	{ OP_memcpy, 0, 3, 0, false },
	{ OP_memcpy, 1, 3, 0, false },
	{ OP_memset, 0, 3, 0, false },
	{ OP_varargs, VARARGS_start, 1, 0, true },
	{ OP_varargs, VARARGS_copy, 2, 0, true },
	{ OP_varargs, VARARGS_arg, 1, 0, true },
	{ OP_landing, 0, 0, 0, true },
	{ OP_br, 0, 0, 1, false },
	{ OP_branch, 0, 1, 2, false },
	{ OP_switch, 0, 1, 1, false },
	{ OP_switch, 0, 3, 3, false },
	{ OP_goto, 0, 1, 0, false },
	{ OP_goto, 0, 1, 2, false },
	{ OP_asm_goto, 0, 0, 3, true },
	{ OP_asm_goto, 0, 2, 5, true },
	{ OP_unwind, 0, 0, 2, false },
	{ OP_resume, 0, 0, 0, false },
	{ OP_resume, 0, 1, 0, false },
	{ OP_ret, 0, 0, 0, false },
	{ OP_ret, 0, 1, 0, false },
	{ OP_unreachable, 0, 0, 0, false },
};
enum { SAMPLES = sizeof samples / sizeof *samples };

struct maker {
	struct arena arena;
	struct program *p;
	struct body b;
	struct konst_id member; /* a KONST_MEMBER far behind its record */
};

static inline struct konst_id make_konst(struct program *p, struct konst k)
{
	*vec_add(p->arena, &p->konst) = k;
	return (struct konst_id){ p->konst.n - 1 };
}

/* Types 1..4, strings, a symbol and constants that the samples name; two parameters. */
static inline void maker_init(struct maker *m)
{
	struct program *p;

	*m = (struct maker){ 0 };
	arena_init(&m->arena, "test");
	p = m->p = make_unit(&m->arena, "a.c");
	make_int(p);
	make_type(p, (struct type){ .kind = TYPE_INT, .size = 1 }, ""); /* 2: what a comparison is unless it says so */
	make_pointer(p, (struct type_id){ 1 });
	make_conn(p, 7);
	make_sym(p, (struct sym){ .kind = SYM_FUNCTION, .linkage = LINK_EXTERN, .line = 1 }, "f");
	make_konst(p, (struct konst){ .kind = KONST_INT, .type = { 1 }, .lo = 7 });
	m->member = make_konst(
		p, (struct konst){ .kind = KONST_MEMBER, .type = { 4 }, .lo = (uint64_t)INT64_MIN + 5, .hi = UINT32_MAX });
	*vec_add(&m->arena, &m->b.param) = (struct param){ { 1 }, make_str(p, "x"), true, false };
	*vec_add(&m->arena, &m->b.param) = (struct param){ { 3 }, { 0 }, false, true };
	*vec_add(&m->arena, &m->b.loc) = (struct loc){ 0 };
}

/* Locations 1 to 4: a call, one inlined there, one inlined in that, and one that nothing is inlined at. */
static inline void make_locs(struct maker *m)
{
	struct program *p = m->p;

	*vec_add(&m->arena, &m->b.loc) = (struct loc){ make_str(p, "a.c"), 90, 3, 0, { 0 } };
	*vec_add(&m->arena, &m->b.loc) = (struct loc){ make_str(p, "h.h"), 4, UINT32_MAX, 1, make_str(p, "inner") };
	*vec_add(&m->arena, &m->b.loc) = (struct loc){ make_str(p, "h.h"), UINT32_MAX, 1, 2, make_str(p, "innermost") };
	*vec_add(&m->arena, &m->b.loc) = (struct loc){ make_str(p, "a.c"), 1, 0, 0, { 0 } };
}

static inline void maker_done(struct maker *m)
{
	arena_release(&m->arena);
}

/* The next instruction, with operands of every kind in turn and the words given. A terminator ends its block. */
static inline struct inst *make_any(struct maker *m, struct inst in, uint32_t nargs, const uint32_t *word, uint32_t nwords)
{
	struct body *b = &m->b;
	uint32_t current = body_value(b, b->inst.n);

	in.arg = b->arg.n;
	in.nargs = nargs;
	in.word = b->word.n;
	in.nwords = nwords;
	for (uint32_t k = 0; k < nargs; k++) {
		const struct ref turn[] = { ref_make(REF_VALUE, 1),	  ref_make(REF_KONST, 1),
					    ref_make(REF_SYM, 1),	  ref_make(REF_VALUE, current - 1),
					    ref_make(REF_VALUE, current), ref_make(REF_VALUE, current + 1) };
		*vec_add(&m->arena, &b->arg) = turn[(current + k) % 6];
	}
	for (uint32_t k = 0; k < nwords; k++)
		*vec_add(&m->arena, &b->word) = word[k];
	*vec_add(&m->arena, &b->inst) = in;
	if (op_is_terminator(in.op)) {
		uint32_t first = b->block.n ? b->block.at[b->block.n - 1].inst + b->block.at[b->block.n - 1].ninsts : 0;
		*vec_add(&m->arena, &b->block) = (struct block){ first, b->inst.n - first };
	}
	return &b->inst.at[b->inst.n - 1];
}

static inline void make_field_inst(struct maker *m, struct inst in)
{
	const struct konst *k = program_konst(m->p, m->member);
	const uint32_t word[] = { (uint32_t)k->lo, (uint32_t)(k->lo >> 32), (uint32_t)k->hi, m->member.i };

	in.op = OP_field;
	in.type = k->type;
	make_any(m, in, 1, word, 4);
}

/* Every sample with what `in` says besides; words are 1, which is a type, a string and a block. Phis first: they begin a
 * block. */
static inline void make_samples(struct maker *m, struct inst in)
{
	const uint32_t ones[] = { 1, 1, 1, 1, 1 };

	for (int i = -2; i < SAMPLES; i++) {
		struct inst one = in;
		if (i < -1) {
			one.op = OP_phi;
			make_any(m, one, 3, ones, 3);
		} else if (i < 0) {
			make_field_inst(m, in);
		} else {
			one.op = samples[i].op;
			one.sub = samples[i].sub;
			if (!samples[i].typed)
				one.type.i = 0;
			make_any(m, one, samples[i].nargs, ones, samples[i].nwords);
		}
	}
}

/* Packs the body as the code of the symbol `f`; the last instruction must have been a terminator. */
static inline void make_packed(struct maker *m, struct packer *code, struct packer *places)
{
	struct program *p = m->p;
	struct fn f = { .sym = { 1 }, .unit = { 1 }, .ninsts = m->b.inst.n, .nblocks = m->b.block.n };

	*code = *places = (struct packer){ .arena = &m->arena };
	type_keys(p);
	m->b.fn.i = p->fn.n;
	f.key = body_key(p, &m->b, &f);
	body_write(code, places, p, &m->b);
	f.code = extent_of(code->out.at, code->out.n);
	f.places = extent_of(places->out.at, places->out.n);
	p->sym.at[1].fn = m->b.fn;
	p->sym.at[1].flags |= SYM_DEFINED;
	*vec_add(&m->arena, &p->fn) = f;
}

/* ---- a program with every table filled ---- */

static inline void fill_types(struct program *p)
{
	for (uint8_t kind = TYPE_VOID; kind < TYPE_KINDS; kind++) {
		struct type_id t = make_type(p, (struct type){ .kind = kind,
							       .flags = kind & 7,
							       .base = { kind },
							       .size = UINT64_MAX - kind,
							       .count = kind == TYPE_ARRAY ? UINT64_MAX : 0,
							       .line = kind == TYPE_UNION ? UINT32_MAX : kind },
					     kind % 3 ? "name" : "");
		if (kind == TYPE_STRUCT || kind == TYPE_UNION || kind == TYPE_FUNCTION) {
			p->type.at[t.i].file = make_str(p, "h.h");
			make_field(p, t, "plain", t); /* itself */
			make_field(p, t, "", (struct type_id){ TYPE_KINDS }); /* a later one */
			p->field.at[p->field.n - 1] = (struct field){ .type = { 2 }, .offset = UINT64_MAX, .width = UINT32_MAX };
		}
	}
}

static inline void add_reloc(struct program *p, struct sym *s, struct reloc r)
{
	if (!s->nrelocs)
		s->reloc = p->reloc.n;
	s->nrelocs++;
	*vec_add(p->arena, &p->reloc) = r;
}

static inline void fill_syms(struct program *p)
{
	struct sym_id v;

	for (uint8_t linkage = LINK_STATIC; linkage <= LINK_INLINE; linkage++)
		make_sym(p,
			 (struct sym){ .kind = SYM_VARIABLE,
				       .linkage = linkage,
				       .flags = 0xff & ~SYM_DEFINED,
				       .type = { linkage },
				       .line = linkage,
				       .section = make_str(p, ".data..percpu"),
				       .size = UINT64_MAX - linkage },
			 arena_format(p->arena, "v%u", linkage));
	v = make_sym(p,
		     (struct sym){ .kind = SYM_VARIABLE,
				   .linkage = LINK_EXTERN,
				   .flags = SYM_DEFINED,
				   .size = 64,
				   .data = extent_of("a\0b", 4) },
		     "data");
	p->sym.at[v.i].source = make_str(p, "other");
	add_reloc(p, &p->sym.at[v.i],
		  (struct reloc){ .offset = 0, .sym = { 1 }, .addend = INT64_MIN, .kind = RELOC_ADDRESS, .size = 8 });
	add_reloc(p, &p->sym.at[v.i],
		  (struct reloc){ .offset = 8, .sym = { 2 }, .addend = INT64_MAX, .kind = RELOC_LABEL, .size = 4 });
	add_reloc(p, &p->sym.at[v.i], (struct reloc){ .offset = 63, .addend = -1, .kind = RELOC_OTHER, .size = 255 });
	v = make_alias(p, LINK_WEAK, "alias", v);
	p->sym.at[v.i].addend = -5;
	v = make_sym(p, (struct sym){ .kind = SYM_IFUNC, .linkage = LINK_EXTERN, .target = v, .addend = INT64_MAX }, "ifunc");
}

static inline void fill_konsts(struct program *p)
{
	for (uint8_t kind = 1; kind < KONST_KINDS; kind++)
		make_konst(p, (struct konst){ .kind = kind,
					      .type = { kind },
					      .sym = { kind % 4 },
					      .lo = UINT64_MAX,
					      .hi = (uint64_t)INT64_MAX + kind,
					      .data = extent_of("\0\377\200bytes", kind == KONST_BYTES ? 8 : 0) });
}

/* The code comes with its own types, symbols and constants, so it is first. */
static inline void make_full(struct maker *m)
{
	struct packer code, places;
	struct program *p;
	struct sym_id s;

	maker_init(m);
	p = m->p;
	make_locs(m);
	make_samples(m, (struct inst){ .flags = 0xff, .order = ORDER_SEQ_CST, .loc = 3, .name = { 2 } });
	make_packed(m, &code, &places);
	intern_bytes(&p->str, "nul\0and \377", 9);
	p->unit.at[1].module_asm = make_str(p, ".globl x");
	for (uint32_t i = 0; i < UNIT_GAPS; i++)
		p->unit.at[1].gap[i] = UINT32_MAX - i;
	fill_types(p);
	fill_syms(p);
	fill_konsts(p);
	s = make_fn(p, LINK_STATIC, "callee", 3, NULL);
	make_fn(p, LINK_EXTERN, "main", 4, NAMES(s, s));
	make_done(p);
}

#endif
