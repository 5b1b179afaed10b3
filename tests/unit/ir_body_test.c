/* Tests of packed code: every operation of ops.def, with every part that may be there or not, comes back as it went in; what is
 * damaged is refused. */
#include "ir_make.h"

static void same_loc(const struct body *x, const struct loc *a, const struct body *y, const struct loc *b)
{
	for (;; a = &x->loc.at[a->inlined], b = &y->loc.at[b->inlined]) {
		assert_int_equal(a->file.i, b->file.i);
		assert_int_equal(a->line, b->line);
		assert_int_equal(a->column, b->column);
		assert_int_equal(a->fn.i, b->fn.i);
		assert_int_equal(a->inlined != 0, b->inlined != 0);
		if (!a->inlined)
			return;
	}
}

static void same_inst(const struct body *x, const struct body *y, uint32_t i)
{
	const struct inst *a = &x->inst.at[i], *b = &y->inst.at[i];

	if (a->op != b->op || a->sub != b->sub || a->flags != b->flags || a->order != b->order || a->order2 != b->order2 ||
	    a->type.i != b->type.i || a->name.i != b->name.i || a->nargs != b->nargs || a->nwords != b->nwords)
		fail_msg("instruction %u: %s came back as %s, type %u as %u", i, op_name(a->op), op_name(b->op), a->type.i,
			 b->type.i);
	for (uint32_t k = 0; k < a->nargs; k++)
		assert_int_equal(x->arg.at[a->arg + k].bits, y->arg.at[b->arg + k].bits);
	for (uint32_t k = 0; k < a->nwords; k++)
		assert_int_equal(x->word.at[a->word + k], y->word.at[b->word + k]);
	same_loc(x, &x->loc.at[a->loc], y, &y->loc.at[b->loc]);
}

static void same_body(const struct body *x, const struct body *y)
{
	assert_int_equal(x->param.n, y->param.n);
	for (uint32_t i = 0; i < x->param.n; i++) {
		assert_int_equal(x->param.at[i].type.i, y->param.at[i].type.i);
		assert_int_equal(x->param.at[i].name.i, y->param.at[i].name.i);
		assert_int_equal(x->param.at[i].by_value, y->param.at[i].by_value);
		assert_int_equal(x->param.at[i].result, y->param.at[i].result);
	}
	assert_int_equal(x->block.n, y->block.n);
	for (uint32_t i = 0; i < x->block.n; i++) {
		assert_int_equal(x->block.at[i].inst, y->block.at[i].inst);
		assert_int_equal(x->block.at[i].ninsts, y->block.at[i].ninsts);
	}
	assert_int_equal(x->inst.n, y->inst.n);
	for (uint32_t i = 0; i < x->inst.n; i++)
		same_inst(x, y, i);
}

/* There, back, and there again: the same body and the same bytes. Ends the maker. */
static void round_trip(struct maker *m)
{
	struct packer code, places, code2 = { .arena = &m->arena }, places2 = { .arena = &m->arena };
	struct body back = { 0 };
	struct trouble t;

	make_packed(m, &code, &places);
	if (!body_read(&m->arena, m->p, m->b.fn, &back, &t) || !body_valid(m->p, &back, &t))
		fail_msg("%s", t.text);
	same_body(&m->b, &back);
	body_write(&code2, &places2, m->p, &back);
	assert_int_equal(code2.out.n, code.out.n);
	assert_memory_equal(code2.out.at, code.out.at, code.out.n);
	assert_int_equal(places2.out.n, places.out.n);
	assert_memory_equal(places2.out.at, places.out.at, places.out.n);
	maker_done(m);
}

static void samples_are_complete(void **state)
{
	bool seen[OP_COUNT] = { [OP_phi] = true, [OP_field] = true };

	(void)state;
	for (int i = 0; i < SAMPLES; i++)
		seen[samples[i].op] = true;
	for (uint8_t op = 1; op < OP_COUNT; op++)
		if (!seen[op])
			fail_msg("no sample of %s", op_name(op));
}

static void plain(void **state)
{
	struct maker m;

	(void)state;
	maker_init(&m);
	make_samples(&m, (struct inst){ 0 });
	round_trip(&m);
}

/* Types: said where the operand's is another one or not known, implied where it is the same. 2 is what a comparison implies. */
static void every_type(void **state)
{
	(void)state;
	for (uint32_t type = 1; type <= 4; type++) {
		struct maker m;
		maker_init(&m);
		make_samples(&m, (struct inst){ .type = { type } });
		round_trip(&m);
	}
}

static void every_extension(void **state)
{
	struct maker m;

	(void)state;
	maker_init(&m);
	for (unsigned bits = 0; bits < 16; bits++)
		make_samples(&m, (struct inst){ .flags = bits & 1 ? 0xff : 0,
						.order = bits & 2 ? ORDER_SEQ_CST : 0,
						.order2 = bits & 4 ? ORDER_RELAXED : 0,
						.name = { bits & 8 ? m.p->str.entry.n - 1 : 0 } });
	round_trip(&m);
}

/* Up and down the lines, in and out of inlined calls, with nowhere between. */
static void places(void **state)
{
	static const uint32_t walk[] = { 0, 4, 4, 3, 1, 2, 2, 0, 3, 0 };
	struct maker m;

	(void)state;
	maker_init(&m);
	make_locs(&m);
	for (size_t i = 0; i < sizeof walk / sizeof *walk; i++)
		make_samples(&m, (struct inst){ .loc = walk[i] });
	round_trip(&m);
}

static void wide_words(void **state)
{
	static const int64_t offset[] = { 0, 1, -1, INT32_MAX, INT32_MIN, (int64_t)UINT32_MAX + 1, INT64_MAX, INT64_MIN };
	const uint32_t wide[] = { 0, UINT32_MAX, UINT32_MAX - 1, 0x80 }, bits[] = { 4294967295u, 64 }, mask[] = { 4, UINT32_MAX };
	struct maker m;

	(void)state;
	maker_init(&m);
	for (size_t i = 0; i < sizeof offset / sizeof *offset; i++) {
		uint64_t v = (uint64_t)offset[i];
		m.member = make_konst(m.p, (struct konst){ .kind = KONST_MEMBER, .type = { i % 5 }, .lo = v, .hi = i });
		make_field_inst(&m, (struct inst){ 0 });
		make_any(&m, (struct inst){ .op = OP_index, .type = { 1 } }, 2,
			 (const uint32_t[]){ (uint32_t)v, (uint32_t)(v >> 32) }, 2);
	}
	make_any(&m, (struct inst){ .op = OP_shuffle, .type = { 1 } }, 2, wide, 4);
	make_any(&m, (struct inst){ .op = OP_extract, .type = { 1 } }, 1, wide, 4);
	make_any(&m, (struct inst){ .op = OP_load, .type = { 1 } }, 1, bits, 2);
	make_any(&m, (struct inst){ .op = OP_call, .type = { 1 } }, 3, mask, 2);
	make_any(&m, (struct inst){ .op = OP_ret }, 0, NULL, 0);
	round_trip(&m);
}

/* A far value back and a far value ahead, and blocks far away in both directions. */
static void far_references(void **state)
{
	enum { FAR = 20000 };
	struct maker m;

	(void)state;
	maker_init(&m);
	for (uint32_t i = 0; i < FAR; i++)
		make_any(&m, (struct inst){ .op = OP_br }, 0, (const uint32_t[]){ FAR - i }, 1);
	make_any(&m, (struct inst){ .op = OP_ret }, 1, NULL, 0);
	m.b.arg.at[0] = ref_make(REF_VALUE, 1);
	make_any(&m, (struct inst){ .op = OP_phi, .type = { 1 } }, 2, (const uint32_t[]){ FAR, 0 }, 2);
	m.b.arg.at[1] = ref_make(REF_VALUE, body_value(&m.b, 0));
	m.b.arg.at[2] = ref_make(REF_VALUE, body_value(&m.b, FAR + 2));
	make_any(&m, (struct inst){ .op = OP_br }, 0, (const uint32_t[]){ 0 }, 1);
	round_trip(&m);
}

/* ---- what must not get in ---- */

/* Packs the samples; a test then damages what it likes. */
static void damaged(struct maker *m, struct fn **f)
{
	struct packer code, places;

	maker_init(m);
	make_locs(m);
	make_samples(m, (struct inst){ .flags = 1, .loc = 3 });
	make_packed(m, &code, &places);
	*f = &m->p->fn.at[1];
}

static bool reads(struct maker *m)
{
	struct body b = { 0 };
	struct trouble t = { "" };
	bool ok = body_read(&m->arena, m->p, (struct fn_id){ 1 }, &b, &t) && body_valid(m->p, &b, &t);

	assert_true(ok || strstr(t.text, "'f'"));
	return ok;
}

static void refuses_other_lengths(void **state)
{
	struct maker m;
	struct fn *f;
	struct extent code, places;

	(void)state;
	damaged(&m, &f);
	code = f->code;
	places = f->places;
	assert_true(reads(&m));
	for (f->code.len = 0; f->code.len < code.len; f->code.len++)
		assert_false(reads(&m));
	f->code = extent_of(arena_copy(&m.arena, program_bytes(m.p, code).at, code.len), code.len + 1);
	assert_false(reads(&m));
	f->code = code;
	for (f->places.len = 0; f->places.len < places.len; f->places.len++)
		assert_false(reads(&m));
	f->places = extent_of(arena_copy(&m.arena, program_bytes(m.p, places).at, places.len), places.len + 1);
	assert_false(reads(&m));
	f->places = places;
	f->ninsts++;
	assert_false(reads(&m));
	f->ninsts--;
	f->nblocks--;
	assert_false(reads(&m));
	maker_done(&m);
}

/* Any byte may have any value: refused or not, never worse; what is taken can be shown. */
static void survives_any_byte(void **state)
{
	FILE *null = fopen("/dev/null", "w");
	struct maker m;
	struct fn *f;
	size_t len;
	char *code;
	uint32_t taken = 0;

	(void)state;
	assert_non_null(null);
	damaged(&m, &f);
	len = f->code.len;
	code = arena_copy(&m.arena, program_bytes(m.p, f->code).at, len);
	f->code = extent_of(code, len);
	for (size_t i = 0; i < len; i++) {
		char kept = code[i];
		for (unsigned v = 0; v < 256; v += 5) {
			code[i] = (char)(unsigned char)v;
			if (!reads(&m))
				continue;
			taken++;
			ir_dump(m.p, NULL, null);
		}
		code[i] = kept;
	}
	assert_true(taken > 0); /* a constant that became another one is no damage anybody can see */
	fclose(null);
	maker_done(&m);
}

/* body_valid, on bodies that pack well. */
static void invalid(struct inst in, uint32_t nargs, const uint32_t *word, uint32_t nwords)
{
	struct maker m;
	struct packer code, places;
	bool ends = op_is_terminator(in.op);

	maker_init(&m);
	make_any(&m, in, nargs, word, nwords);
	if (!ends)
		make_any(&m, (struct inst){ .op = OP_ret }, 0, NULL, 0);
	make_packed(&m, &code, &places);
	if (reads(&m))
		fail_msg("took a %s with sub %u, %u operands, %u words", op_name(in.op), in.sub, nargs, nwords);
	maker_done(&m);
}

static void refuses_wrong_counts_and_subs(void **state)
{
	const uint32_t zero[] = { 0, 0, 0, 0 }, beyond[] = { 1, 1, 1 };

	(void)state;
	invalid((struct inst){ .op = OP_binary }, 2, NULL, 0);
	invalid((struct inst){ .op = OP_binary, .sub = BINARY_COUNT }, 2, NULL, 0);
	invalid((struct inst){ .op = OP_compare, .sub = COMPARE_COUNT }, 2, NULL, 0);
	invalid((struct inst){ .op = OP_cast, .sub = CAST_COUNT }, 1, NULL, 0);
	invalid((struct inst){ .op = OP_rmw, .sub = RMW_COUNT }, 2, NULL, 0);
	invalid((struct inst){ .op = OP_varargs, .sub = VARARGS_COUNT }, 1, NULL, 0);
	invalid((struct inst){ .op = OP_varargs, .sub = VARARGS_copy }, 1, NULL, 0);
	invalid((struct inst){ .op = OP_varargs, .sub = VARARGS_start }, 2, NULL, 0);
	invalid((struct inst){ .op = OP_alloca }, 2, NULL, 0);
	invalid((struct inst){ .op = OP_ret }, 2, NULL, 0);
	invalid((struct inst){ .op = OP_resume }, 2, NULL, 0);
	invalid((struct inst){ .op = OP_phi }, 0, NULL, 0);
	invalid((struct inst){ .op = OP_call }, 0, NULL, 0);
	invalid((struct inst){ .op = OP_switch }, 0, NULL, 0);
	invalid((struct inst){ .op = OP_extract }, 1, NULL, 0);
	invalid((struct inst){ .op = OP_insert }, 2, NULL, 0);
	invalid((struct inst){ .op = OP_asm_goto }, 0, zero, 2);
	invalid((struct inst){ .op = OP_fence, .order = ORDER_COUNT }, 0, NULL, 0);
	invalid((struct inst){ .op = OP_fence, .order2 = ORDER_COUNT }, 0, NULL, 0);
	invalid((struct inst){ .op = OP_br }, 0, beyond, 1);
	invalid((struct inst){ .op = OP_branch }, 1, (const uint32_t[]){ 0, 1 }, 2);
	invalid((struct inst){ .op = OP_switch }, 2, (const uint32_t[]){ 0, UINT32_MAX }, 2);
	invalid((struct inst){ .op = OP_goto }, 1, beyond, 1);
	invalid((struct inst){ .op = OP_asm_goto }, 0, beyond, 3);
	invalid((struct inst){ .op = OP_unwind }, 0, (const uint32_t[]){ 0, 1 }, 2);
	invalid((struct inst){ .op = OP_phi }, 1, beyond, 1);
}

static void refuses_bad_references(void **state)
{
	const struct ref bad[] = { ref_make(REF_NONE, 0), ref_make(REF_VALUE, 5), ref_make(REF_VALUE, REF_INDEX_MAX),
				   ref_make(REF_SYM, 2),  ref_make(REF_SYM, 0),	  ref_make(REF_KONST, 9),
				   ref_make(REF_KONST, 0) };

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct maker m;
		struct packer code = { .arena = &m.arena }, places = { .arena = &m.arena };
		maker_init(&m);
		make_any(&m, (struct inst){ .op = OP_load, .type = { 1 } }, 1, NULL, 0);
		make_any(&m, (struct inst){ .op = OP_ret }, 0, NULL, 0); /* values 1 to 4 */
		m.b.arg.at[0] = bad[i];
		body_write(&code, &places, m.p, &m.b);
		*vec_add(&m.arena, &m.p->fn) = (struct fn){ .sym = { 1 },
							    .unit = { 1 },
							    .ninsts = 2,
							    .nblocks = 1,
							    .code = extent_of(code.out.at, code.out.n) };
		assert_false(reads(&m));
		maker_done(&m);
	}
}

static void refuses_a_phi_in_the_middle(void **state)
{
	struct maker m;
	struct packer code, places;

	(void)state;
	maker_init(&m);
	make_any(&m, (struct inst){ .op = OP_landing }, 0, NULL, 0);
	make_any(&m, (struct inst){ .op = OP_phi }, 1, (const uint32_t[]){ 0 }, 1);
	make_any(&m, (struct inst){ .op = OP_br }, 0, (const uint32_t[]){ 0 }, 1);
	make_packed(&m, &code, &places);
	assert_false(reads(&m));
	maker_done(&m);
}

/* ---- keys ---- */

static uint64_t key_with(struct inst in, uint32_t word)
{
	struct maker m;
	struct fn f = { .sym = { 1 } };
	uint64_t key;

	maker_init(&m);
	make_locs(&m);
	type_keys(m.p);
	in.op = OP_load;
	make_any(&m, in, 1, (const uint32_t[]){ word, 1 }, 2);
	make_any(&m, (struct inst){ .op = OP_ret }, 0, NULL, 0);
	key = body_key(m.p, &m.b, &f);
	maker_done(&m);
	return key;
}

static void key_tells_functions_apart(void **state)
{
	uint64_t key = key_with((struct inst){ .type = { 1 } }, 0);

	(void)state;
	assert_true(key == key_with((struct inst){ .type = { 1 } }, 0));
	assert_true(key != key_with((struct inst){ .type = { 3 } }, 0));
	assert_true(key != key_with((struct inst){ .type = { 1 } }, 1));
	assert_true(key != key_with((struct inst){ .type = { 1 }, .flags = INST_VOLATILE }, 0));
	assert_true(key != key_with((struct inst){ .type = { 1 }, .order = ORDER_RELAXED }, 0));
	assert_true(key != key_with((struct inst){ .type = { 1 }, .loc = 4 }, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples_are_complete),
		cmocka_unit_test(plain),
		cmocka_unit_test(every_type),
		cmocka_unit_test(every_extension),
		cmocka_unit_test(places),
		cmocka_unit_test(wide_words),
		cmocka_unit_test(far_references),
		cmocka_unit_test(refuses_other_lengths),
		cmocka_unit_test(survives_any_byte),
		cmocka_unit_test(refuses_wrong_counts_and_subs),
		cmocka_unit_test(refuses_bad_references),
		cmocka_unit_test(refuses_a_phi_in_the_middle),
		cmocka_unit_test(key_tells_functions_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
