/* How much a race can harm, whatever its points say of how sure it is. From what the two sides do, nothing of what the memory is
 * called (doc/decisions/harm.md):
 *
 *     3  memory is freed, or a lock made or destroyed, while others use it; a pointer, an index or a size
 *     2  any other value
 *     1  a flag, statistics, what is volatile and shared with a signal handler */
#include "race/build.h"

enum { USERS_MOST = 16 }; /* the most that limits.def allows */
enum { PAIRS_ASKED = 8 };

/* Is what is loaded an index, or a number of bytes; itself, converted, or as a part of a sum? */
static bool measures_memory(const struct body *b, uint32_t load)
{
	uint32_t value[USERS_MOST], n = 0;

	value[n++] = body_value(b, load);
	for (uint32_t k = 0; k < n; k++)
		for (uint32_t i = 0; i < b->inst.n; i++) {
			const struct inst *in = &b->inst.at[i];
			for (uint32_t a = 0; a < in->nargs; a++) {
				struct ref arg = body_arg(b, in, a);
				if (ref_kind(arg) != REF_VALUE || ref_index(arg) != value[k])
					continue;
				if ((in->op == OP_index && a == 1) || ((in->op == OP_memcpy || in->op == OP_memset) && a == 2))
					return true;
				if ((in->op == OP_binary || in->op == OP_cast || in->op == OP_copy) && !limit_full(LIMIT_race_users, n))
					value[n++] = body_value(b, i);
				break;
			}
		}
	return false;
}

static bool reaches_memory(struct races *r, struct code_place at)
{
	const struct body *b = code_of(r, at.fn);
	const struct inst *in = at.inst < b->inst.n ? &b->inst.at[at.inst] : NULL;

	if (!in || (in->op != OP_load && in->op != OP_store))
		return false;
	if (program_type(r->p, type_strip(r->p, in->type))->kind == TYPE_POINTER)
		return true;
	return in->op == OP_load && measures_memory(b, at.inst);
}

static bool ends_object(const struct use *u)
{
	return u->flags & ACCESS_FREE || access_is_object(u->flags);
}

static bool pair_reaches_memory(struct races *r, const struct clash *c)
{
	return (c->leaf_a && reaches_memory(r, leaf_place(r, c->a, c->leaf_a - 1))) ||
	       (c->leaf_b && reaches_memory(r, leaf_place(r, c->b, c->leaf_b - 1)));
}

void race_harm(struct arena *out, struct races *r, uint32_t location, const struct harm_seen *seen, struct finding *x)
{
	const struct location *l = &r->location.at[location];
	const struct clash *best = &r->clash.at[r->order[l->clash]];
	bool freed = ends_object(&r->use.at[best->a]) || ends_object(&r->use.at[best->b]), memory = false;
	enum harm harm = HARM_VALUE;
	const char *what = "a value";

	for (uint32_t i = l->clash; !freed && i < l->clash + l->nraces && i < l->clash + PAIRS_ASKED && !memory; i++)
		memory = pair_reaches_memory(r, &r->clash.at[r->order[i]]);
	if (seen->signal) {
		harm = HARM_DULL;
		what = "a volatile object that a signal handler shares";
	} else if (freed || memory) {
		harm = HARM_GRAVE;
		what = freed ? "memory is freed, or a lock made or destroyed, while others use it" : "a pointer, an index or a size";
	} else if (seen->flag || seen->unread) {
		harm = HARM_DULL;
		what = seen->flag ? "a flag" : "statistics";
	}
	finding_fact(out, x, FACT_harm, (int32_t)harm, what);
}
