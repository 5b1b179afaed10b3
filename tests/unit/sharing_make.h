/* sharing_make: one body at a time, built by calls, for the tests of what one function tells about its objects. Values are
 * numbered as in body.h; blocks are opened one after the other and end with their terminator. */
#ifndef TESTS_UNIT_SHARING_MAKE_H
#define TESTS_UNIT_SHARING_MAKE_H

#include "make.h"
#include "sharing/distinct/distinct.h"
#include "sharing/summary.h"

enum { I32 = 1, PTR, I64, I8, I1 };

struct maker {
	struct arena arena;
	struct program *p;
	struct body b;
	struct points points;
	struct contexts contexts;
	struct sharing s;
	struct sym_id global, malloc_fn, free_fn, unknown, callee;
};

static inline void maker_tables(struct maker *m)
{
	struct models_options o = { 0 };
	struct trouble t;

	m->points.models = models_load(&m->arena, &o, &t);
	assert_non_null(m->points.models);
	m->points.p = m->s.p = m->p;
	m->points.row = arena_array(&m->arena, m->p->sym.n, sizeof *m->points.row);
	for (uint32_t i = 1; i < m->p->sym.n; i++)
		m->points.row[i] = model_skip(model_find(m->points.models, program_str(m->p, m->p->sym.at[i].name)),
					      m->p->sym.at[i].fn.i != 0);
	(void)vec_add(&m->arena, &m->points.site);
	m->points.first_site = arena_array(&m->arena, 8, sizeof *m->points.first_site);
	for (uint32_t i = 0; i < 8; i++)
		m->points.first_site[i] = 1;
	m->contexts.first_by_fn = arena_array(&m->arena, 8, sizeof *m->contexts.first_by_fn);
	m->s.points = &m->points;
	m->s.contexts = &m->contexts;
	m->s.summary = arena_array(&m->arena, 8, sizeof *m->s.summary);
}

/* A function f(params) about to be filled in; `callee` has a body (2) whose summary the test writes. */
static inline void maker_begin(struct maker *m, uint32_t params)
{
	struct program *p;

	*m = (struct maker){ 0 };
	arena_init(&m->arena, "test");
	m->s.arena = &m->arena;
	p = m->p = make_unit(&m->arena, "a.c");
	make_type(p, (struct type){ .kind = TYPE_INT, .flags = TYPE_SIGNED, .size = 32 }, "int");
	make_type(p, (struct type){ .kind = TYPE_POINTER, .size = 64 }, "");
	make_type(p, (struct type){ .kind = TYPE_INT, .size = 64 }, "long");
	make_type(p, (struct type){ .kind = TYPE_INT, .size = 8 }, "char");
	make_type(p, (struct type){ .kind = TYPE_INT, .size = 1 }, "");
	m->global = make_sym(p, (struct sym){ .kind = SYM_VARIABLE, .linkage = LINK_EXTERN, .flags = SYM_DEFINED, .size = 64 },
			     "global");
	m->malloc_fn = make_declaration(p, "malloc");
	m->free_fn = make_declaration(p, "free");
	m->unknown = make_declaration(p, "unknown");
	m->callee = make_declaration(p, "callee");
	p->sym.at[m->callee.i].fn.i = 2;
	maker_tables(m);
	m->b.fn.i = 1;
	for (uint32_t k = 0; k < params; k++)
		*vec_add(&m->arena, &m->b.param) = (struct param){ .type = { PTR } };
	(void)vec_add(&m->arena, &m->b.loc);
}

static inline struct ref value(uint32_t v)
{
	return ref_make(REF_VALUE, v);
}

static inline struct ref number(struct maker *m, int64_t n)
{
	return make_number(m->p, n);
}

static inline struct ref null(struct maker *m)
{
	*vec_add(&m->arena, &m->p->konst) = (struct konst){ .kind = KONST_NULL };
	return ref_make(REF_KONST, m->p->konst.n - 1);
}

/* The next instruction; its value. A terminator ends the block. */
static inline uint32_t emit(struct maker *m, struct inst in, uint32_t nargs, const struct ref *arg, uint32_t nwords,
			    const uint32_t *word)
{
	struct body *b = &m->b;
	uint32_t first = b->block.n ? b->block.at[b->block.n - 1].inst + b->block.at[b->block.n - 1].ninsts : 0;

	in.arg = b->arg.n;
	in.nargs = nargs;
	in.word = b->word.n;
	in.nwords = nwords;
	for (uint32_t k = 0; k < nargs; k++)
		*vec_add(&m->arena, &b->arg) = arg[k];
	for (uint32_t k = 0; k < nwords; k++)
		*vec_add(&m->arena, &b->word) = word[k];
	*vec_add(&m->arena, &b->inst) = in;
	if (op_is_terminator(in.op))
		*vec_add(&m->arena, &b->block) = (struct block){ first, b->inst.n - first };
	return body_value(b, b->inst.n - 1);
}

#define REFS(...) ((const struct ref[]){ __VA_ARGS__ })
#define NREFS(...) (sizeof REFS(__VA_ARGS__) / sizeof(struct ref))
#define call(m, fn, ...) \
	emit(m, (struct inst){ .op = OP_call, .type = { PTR } }, NREFS(ref_make(REF_SYM, (fn).i), __VA_ARGS__), \
	     REFS(ref_make(REF_SYM, (fn).i), __VA_ARGS__), 0, NULL)

static inline uint32_t field(struct maker *m, struct ref base, int32_t offset)
{
	return emit(m, (struct inst){ .op = OP_field }, 1, &base, 4,
		    (const uint32_t[]){ (uint32_t)offset, offset < 0 ? UINT32_MAX : 0, 4, 0 });
}

static inline uint32_t element(struct maker *m, struct ref base, struct ref at, uint32_t stride)
{
	return emit(m, (struct inst){ .op = OP_index }, 2, REFS(base, at), 2, (const uint32_t[]){ stride, 0 });
}

static inline uint32_t load(struct maker *m, struct ref address)
{
	return emit(m, (struct inst){ .op = OP_load, .type = { PTR } }, 1, &address, 0, NULL);
}

static inline uint32_t store(struct maker *m, struct ref address, struct ref what)
{
	return emit(m, (struct inst){ .op = OP_store, .type = { PTR } }, 2, REFS(address, what), 0, NULL);
}

static inline uint32_t binary(struct maker *m, uint8_t sub, struct ref a, struct ref b)
{
	return emit(m, (struct inst){ .op = OP_binary, .sub = sub, .type = { I64 } }, 2, REFS(a, b), 0, NULL);
}

static inline uint32_t cast(struct maker *m, uint8_t sub, uint32_t type, struct ref a)
{
	return emit(m, (struct inst){ .op = OP_cast, .sub = sub, .type = { type } }, 1, &a, 0, NULL);
}

static inline void jump(struct maker *m, uint32_t to)
{
	emit(m, (struct inst){ .op = OP_br }, 0, NULL, 1, &to);
}

static inline void branch(struct maker *m, struct ref condition, uint32_t yes, uint32_t no)
{
	emit(m, (struct inst){ .op = OP_branch }, 1, &condition, 2, (const uint32_t[]){ yes, no });
}

static inline void done(struct maker *m, struct ref result)
{
	emit(m, (struct inst){ .op = OP_ret }, ref_kind(result) != REF_NONE, &result, 0, NULL);
}

/* ---- asking ---- */

/* Is the object behind `what` its thread's own just before the instruction that yields `at`? */
static inline bool is_own(struct maker *m, uint64_t entry, uint32_t at, struct ref what)
{
	struct arena scratch;
	struct local l;
	struct places w;
	bool own = false, found = false;

	arena_init(&scratch, "test");
	local_build(&l, &scratch, &m->s, &m->b);
	local_flow(&l, entry);
	for (places_begin(&w, &l); places_next(&w);)
		if (body_value(&m->b, w.inst) == at) {
			found = true;
			own = local_set(&l, what) && places_owned(&w, local_set(&l, what));
		}
	assert_true(found);
	arena_release(&scratch);
	return own;
}

#endif
