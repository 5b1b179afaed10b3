/* Tests of ir: packed numbers, and the shape of a function (cfg) on graphs whose answers are known. */
#include "make.h"

#include "ir/cfg.h"

/* ---- pack ---- */

static struct unpacker unpack(const struct packer *p)
{
	return (struct unpacker){ .at = p->out.at, .end = p->out.at + p->out.n };
}

static const uint64_t edges[] = {
	0, 1, 0x7f, 0x80, 0x3fff, 0x4000, 0x1fffff, 0x200000, UINT32_MAX - 1, UINT32_MAX, (uint64_t)UINT32_MAX + 1,
	INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX - 1, UINT64_MAX,
};
enum { EDGES = sizeof edges / sizeof *edges };

static void numbers_come_back(void **state)
{
	struct arena a;
	struct packer p = { .arena = &a };
	struct unpacker u;

	(void)state;
	arena_init(&a, "test");
	for (int i = 0; i < EDGES; i++) {
		pack_number(&p, edges[i]);
		pack_signed(&p, (int64_t)edges[i]);
		pack_signed(&p, -(int64_t)(edges[i] >> 1));
	}
	pack_signed(&p, INT64_MIN);
	u = unpack(&p);
	for (int i = 0; i < EDGES; i++) {
		assert_int_equal(unpack_number(&u), edges[i]);
		assert_int_equal(unpack_signed(&u), (int64_t)edges[i]);
		assert_int_equal(unpack_signed(&u), -(int64_t)(edges[i] >> 1));
	}
	assert_int_equal(unpack_signed(&u), INT64_MIN);
	assert_false(u.bad);
	assert_ptr_equal(u.at, u.end);
	arena_release(&a);
}

/* One byte up to 127, two up to 16383, ten for all 64 bits: the file format. */
static void numbers_are_short(void **state)
{
	static const struct {
		uint64_t value;
		uint32_t bytes;
	} row[] = { { 0, 1 },	   { 0x7f, 1 },	      { 0x80, 2 },	{ 0x3fff, 2 },
		    { 0x4000, 3 }, { UINT32_MAX, 5 }, { INT64_MAX, 9 }, { UINT64_MAX, 10 } };
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct packer p = { .arena = &a };
		pack_number(&p, row[i].value);
		assert_int_equal(p.out.n, row[i].bytes);
	}
	arena_release(&a);
}

static void bad_number(const uint8_t *at, size_t len)
{
	struct unpacker u = { .at = at, .end = at + len };

	assert_int_equal(unpack_number(&u), 0);
	assert_true(u.bad);
	assert_ptr_equal(u.at, u.end);
	assert_int_equal(unpack_number(&u), 0); /* and stays there */
}

static void hostile_numbers(void **state)
{
	static const uint8_t open[] = { 0x80, 0xff, 0x80 },
			     eleven[] = { 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0 };
	static const uint8_t bit_64[] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2 };
	static const uint8_t largest[] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1 };
	struct unpacker u = { .at = largest, .end = largest + sizeof largest };

	(void)state;
	bad_number(open, 0);
	for (size_t n = 1; n <= sizeof open; n++)
		bad_number(open, n);
	bad_number(eleven, sizeof eleven);
	bad_number(bit_64, sizeof bit_64);
	assert_true(unpack_number(&u) == UINT64_MAX && !u.bad);
}

static void limits(void **state)
{
	static const uint8_t five[] = { 5, 5, 0, 0 }, wide[] = { 0xff, 0xff, 0xff, 0xff, 0x0f, 0x80, 0x80, 0x80, 0x80, 0x10 };
	struct unpacker u = { .at = five, .end = five + 4 };

	(void)state;
	assert_int_equal(unpack_below(&u, 6), 5);
	assert_false(u.bad);
	assert_int_equal(unpack_below(&u, 5), 0);
	assert_true(u.bad);

	u = (struct unpacker){ .at = five, .end = five + 4 };
	assert_int_equal(unpack_count(&u), 0); /* five of at least a byte each, and three bytes left */
	assert_true(u.bad);
	u = (struct unpacker){ .at = (const uint8_t[]){ 2, 9, 9 }, .end = NULL };
	u.end = u.at + 3;
	assert_int_equal(unpack_count(&u), 2);
	assert_false(u.bad);

	u = (struct unpacker){ .at = wide, .end = wide + sizeof wide };
	assert_int_equal(unpack_word(&u), UINT32_MAX);
	assert_false(u.bad);
	assert_int_equal(unpack_word(&u), 0); /* 2^32 */
	assert_true(u.bad);
}

static void raw_bytes(void **state)
{
	static const uint8_t abc[] = "abc";
	struct unpacker u = { .at = abc, .end = abc + 3 };

	(void)state;
	assert_ptr_equal(unpack_bytes(&u, 0), abc);
	assert_ptr_equal(unpack_bytes(&u, 2), abc);
	assert_false(u.bad);
	assert_null(unpack_bytes(&u, 2));
	assert_true(u.bad);
	u = (struct unpacker){ .at = abc, .end = abc + 3 };
	assert_null(unpack_bytes(&u, UINT64_MAX)); /* at + len wraps */
	assert_true(u.bad);
}

/* ---- cfg ---- */

enum { MANY = 8 };
#define STOP UINT32_MAX

/* Each block is one terminator: goto to the blocks listed up to STOP. */
static void graph(struct arena *a, struct body *b, uint32_t n, const uint32_t (*to)[MANY])
{
	*b = (struct body){ 0 };
	for (uint32_t i = 0; i < n; i++) {
		struct inst in = { .op = OP_goto, .word = b->word.n };
		for (uint32_t k = 0; k < MANY && to[i][k] != STOP; k++, in.nwords++)
			*vec_add(a, &b->word) = to[i][k];
		if (!in.nwords)
			in.op = OP_unreachable;
		*vec_add(a, &b->inst) = in;
		*vec_add(a, &b->block) = (struct block){ i, 1 };
	}
}

/* Dominance by its definition: b cannot be reached from the entry without going through a. */
static bool reaches_without(const struct body *b, uint32_t block, uint32_t without)
{
	bool seen[16] = { false };
	bool more = without != 0;

	seen[0] = without != 0;
	while (more) {
		more = false;
		for (uint32_t i = 0; i < b->block.n; i++) {
			uint32_t n;
			const uint32_t *to = body_successors(b, i, &n);
			for (uint32_t k = 0; seen[i] && k < n; k++)
				if (to[k] != without && !seen[to[k]])
					seen[to[k]] = more = true;
		}
	}
	return seen[block];
}

static void check_cfg(const struct body *b, const struct cfg *c)
{
	uint32_t edges_in = 0, edges_out = 0;

	assert_int_equal(c->order[0], 0);
	for (uint32_t i = 0; i < c->nreached; i++)
		assert_int_equal(c->position[c->order[i]], i + 1);
	for (uint32_t i = 0; i < b->block.n; i++) {
		uint32_t n;
		(void)body_successors(b, i, &n);
		edges_out += n;
		edges_in += c->npreds[i];
		assert_int_equal(c->position[i] != 0, reaches_without(b, i, STOP));
		if (!c->position[i])
			assert_int_equal(c->dominator[i], UINT32_MAX);
		for (uint32_t k = 0; k < b->block.n; k++)
			if (c->position[i] && c->position[k])
				assert_int_equal(cfg_dominates(c, k, i), !reaches_without(b, i, k));
	}
	assert_int_equal(edges_in, edges_out);
}

static void build(struct arena *a, struct body *b, uint32_t n, const uint32_t (*to)[MANY], struct cfg *c)
{
	graph(a, b, n, to);
	cfg_build(a, b, c);
	check_cfg(b, c);
}

/* 0 -> 1, 2;  1 -> 3;  2 -> 3;  and 4 -> 3 that nothing leads to */
static void diamond(void **state)
{
	static const uint32_t to[][MANY] = { { 1, 2, STOP }, { 3, STOP }, { 3, STOP }, { STOP }, { 3, STOP } };
	struct arena a;
	struct body b;
	struct cfg c;

	(void)state;
	arena_init(&a, "test");
	build(&a, &b, 5, to, &c);
	assert_int_equal(c.nreached, 4);
	assert_int_equal(c.order[3], 3); /* behind both of its reachable predecessors */
	assert_int_equal(c.dominator[3], 0);
	assert_int_equal(c.dominator[0], 0);
	assert_int_equal(c.npreds[3], 3); /* the unreachable one too */
	assert_int_equal(c.pred[c.first_pred[3]], 1);
	assert_int_equal(c.pred[c.first_pred[3] + 1], 2);
	assert_int_equal(c.pred[c.first_pred[3] + 2], 4);
	arena_release(&a);
}

/* A switch may lead to one block several times: an edge a slot. */
static void same_edge_twice(void **state)
{
	static const uint32_t to[][MANY] = { { 1, 1, 2, STOP }, { 1, 2, STOP }, { STOP } };
	struct arena a;
	struct body b;
	struct cfg c;

	(void)state;
	arena_init(&a, "test");
	build(&a, &b, 3, to, &c);
	assert_int_equal(c.npreds[1], 3);
	assert_int_equal(c.npreds[2], 2);
	assert_int_equal(c.dominator[2], 0);
	arena_release(&a);
}

/* Figure 4 of Cooper, Harvey and Kennedy: irreducible, needs a second round; every dominator is the entry. */
static void irreducible(void **state)
{
	static const uint32_t to[][MANY] = {
		{ 1, 2, STOP }, { 5, STOP }, { 3, 4, STOP }, { 4, STOP }, { 3, 5, STOP }, { 4, STOP }
	};
	struct arena a;
	struct body b;
	struct cfg c;

	(void)state;
	arena_init(&a, "test");
	build(&a, &b, 6, to, &c);
	for (uint32_t i = 1; i < 6; i++)
		assert_int_equal(c.dominator[i], 0);
	arena_release(&a);
}

/* Nested loops: 1 heads the outer one, 2 the inner one, 5 is behind them. */
static void loops(void **state)
{
	static const uint32_t to[][MANY] = { { 1, STOP }, { 2, 5, STOP }, { 3, 4, STOP }, { 2, STOP }, { 1, STOP }, { STOP } };
	static const uint32_t dominator[] = { 0, 0, 1, 2, 2, 1 };
	struct arena a;
	struct body b;
	struct cfg c;

	(void)state;
	arena_init(&a, "test");
	build(&a, &b, 6, to, &c);
	for (uint32_t i = 0; i < 6; i++)
		assert_int_equal(c.dominator[i], dominator[i]);
	arena_release(&a);
}

/* All graphs that a fixed generator makes, against the definition of dominance. */
static void random_graphs(void **state)
{
	uint32_t seed = 1;
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	for (int round = 0; round < 2000; round++) {
		uint32_t to[10][MANY];
		struct body b;
		struct cfg c;
		for (int i = 0; i < 10; i++)
			for (int k = 0; k < 3; k++) {
				seed = seed * 1664525 + 1013904223;
				to[i][k] = k == 2 || seed >> 28 < 5 ? STOP : (seed >> 8) % 10;
			}
		build(&a, &b, 10, (const uint32_t(*)[MANY])to, &c);
		arena_release(&a);
	}
}

static void long_chain(void **state)
{
	enum { LONG = 200000 };
	struct arena a;
	struct body b = { 0 };
	struct cfg c;

	(void)state;
	arena_init(&a, "test");
	for (uint32_t i = 0; i < LONG; i++) {
		*vec_add(&a, &b.block) = (struct block){ i, 1 };
		*vec_add(&a, &b.inst) = (struct inst){ .op = i + 1 < LONG ? OP_br : OP_ret, .word = i, .nwords = i + 1 < LONG };
		*vec_add(&a, &b.word) = i + 1;
	}
	cfg_build(&a, &b, &c);
	assert_int_equal(c.nreached, LONG);
	for (uint32_t i = 0; i < LONG; i++)
		assert_true(c.order[i] == i && c.dominator[i] == (i ? i - 1 : 0));
	assert_true(cfg_dominates(&c, 17, LONG - 1));
	assert_false(cfg_dominates(&c, LONG - 1, 17));
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_come_back), cmocka_unit_test(numbers_are_short), cmocka_unit_test(hostile_numbers),
		cmocka_unit_test(limits),	     cmocka_unit_test(raw_bytes),	  cmocka_unit_test(diamond),
		cmocka_unit_test(same_edge_twice),   cmocka_unit_test(irreducible),	  cmocka_unit_test(loops),
		cmocka_unit_test(random_graphs),     cmocka_unit_test(long_chain),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
