/* build: what the files that make one slice share. */
#ifndef CONTEXTS_BUILD_H
#define CONTEXTS_BUILD_H

#include "contexts/slice/slice.h"
#include "ir/cfg.h"
#include "code/test.h"

struct contexts_builder {
	struct slices *s;
	struct slice *out;
	const struct body *b;
	struct arena *scratch;
	struct cfg cfg;
	bool *marked;        /* by value */
	bool *number;        /* by value: needed only as a number that tells which way a function went */
	uint32_t *node;      /* by value: its node, or 0 */
	uint32_t *reg;       /* by value: its register + 1, or 0 */
	uint32_t *call;      /* by instruction: its place in slice.call + 1, or 0 */
	bool *loops;         /* by block: may run more than once in a call */
	VEC(uint32_t) work;
};

/* mark.c: which values are needed; also tells slices.demand what else becomes so. */
void builder_init(struct contexts_builder *, struct slices *, struct slice *, const struct body *, struct arena *scratch);
void mark_all(struct contexts_builder *);
bool is_read(const struct contexts_builder *, struct ref address);
bool is_read_within(const struct contexts_builder *, struct ref address);
bool row_fills(const struct contexts_builder *, uint32_t inst, const struct model_row *, struct place *at);
bool is_loaded(const struct model_row *, const struct model_place *);
uint64_t wanted_by(const struct contexts_builder *, uint32_t inst, uint64_t *numbers);
static inline bool is_needed(const struct contexts_builder *k, uint32_t value)
{
	return k->marked[value] || k->number[value];
}
static inline uint64_t constant_bytes(const struct contexts_builder *k, struct ref r)
{
	const struct konst *c = program_konst_of(k->s->points->p, r);

	return c && c->kind == KONST_INT ? c->lo : 0;
}
static inline bool is_update(const struct inst *in)
{
	return in->op == OP_rmw || in->op == OP_cmpxchg;
}
static inline struct ref new_value(const struct body *b, const struct inst *in)
{
	return body_arg(b, in, in->op == OP_cmpxchg ? 2 : 1);
}
/* The argument that an atomic operation by a row stores as it is; none: it computes something, or stores what was there. */
static inline struct ref atomic_value(const struct body *b, uint32_t inst, const struct model_row *r,
				      const struct model_place *to)
{
	bool as_it_is = to == &r->on && (r->flags & (MODEL_STORE | MODEL_CMPXCHG) || r->op == MODEL_OP_EXCHANGE);

	return as_it_is ? event_value(b, &b->inst.at[inst], &r->value) : ref_make(REF_NONE, 0);
}
static inline const struct model_row *rows_of(const struct points *points, struct sym_id callee)
{
	return callee.i ? points_rows(points, callee) : NULL;
}

/* test.c: is what the branch or switch looks at worth to be known? */
bool test_matters(const struct contexts_builder *, const struct inst *end, struct ref value);

/* live.c: registers that are needed later, at the beginning of each block. */
void find_live(struct contexts_builder *);

#endif
