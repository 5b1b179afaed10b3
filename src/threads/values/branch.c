#include "threads/values/branch.h"

#include "base/limit.h"
#include "code/address.h"

struct ref value_inside(const struct code *c, struct ref r, unsigned steps, int64_t *offset)
{
	struct peel x = { .b = &c->body, .r = value_behind(c, r) };

	while (peel_step(&x, steps)) {
		*offset += x.in->op == OP_field ? body_offset(&c->body, x.in) : 0;
		x.r = value_behind(c, x.r);
	}
	return x.r;
}

bool fork_asks(const struct code *c, uint32_t block, uint32_t inst, struct fork *f)
{
	return c->cfg.position[block] && fork_of(c->p, &c->body, block, f) && f->test.compare &&
	       body_inst_of(&c->body, value_behind(c, f->test.value)) == inst;
}

bool way_fails(const struct code *c, uint32_t from, uint32_t to, uint32_t call)
{
	struct fork f;

	return fork_asks(c, from, call, &f) && f.to[test_holds(&f.test, 0)] == to;
}

bool way_is_null(const struct code *c, uint32_t from, uint32_t to, uint32_t call)
{
	struct fork f;

	return fork_asks(c, from, call, &f) && test_is_equality(&f.test) && !f.test.number && f.to[!test_holds(&f.test, 0)] == to &&
	       f.to[0] != f.to[1];
}
