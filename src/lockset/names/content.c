/* What a slot on the stack holds, if it is one thing: a lock that is called by where its address is kept is called by what is
 * kept.
 *
 *     T *scope = enter(&lock);           *scope in leave() is lock
 *     ... leave(&scope);
 *
 * The slot is stored to once, besides null, and by this function only: its address goes to calls of functions that only read what
 * is there.
 *
 * misses  slots that a callee fills; functions that hand the address on */
#include "code/address.h"
#include "lockset/names/name.h"

/* Does the function of this body only load what its parameter leads to, from places inside? */
static bool only_reads(const struct body *b, uint32_t value)
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		for (uint32_t k = 0; k < in->nargs; k++) {
			struct ref r = body_arg(b, in, k);
			if (ref_kind(r) == REF_VALUE && ref_index(r) == value && in->op != OP_load && in->op != OP_compare)
				return false;
		}
	}
	return true;
}

static bool call_only_reads(struct name_values *v, const struct inst *call, uint32_t arg)
{
	const struct program *p = v->names->points->p;
	struct sym_id callee = body_callee(p, v->b, call);
	struct fn_id fn = callee.i ? program_sym(p, callee)->fn : (struct fn_id){ 0 };
	struct arena scratch;
	struct body b = { 0 };
	bool reads;

	if (!arg || !fn.i || points_rows(v->names->points, callee))
		return false;
	arena_init(&scratch, "lockset content");
	body_get(&scratch, p, fn, &b);
	reads = arg <= b.param.n && only_reads(&b, arg);
	arena_release(&scratch);
	return reads;
}

struct lockset_slot {
	struct ref stored;
	bool alloca, read, bad; /* read: by its address, somewhere */
};

static void note_use(struct name_values *v, struct lockset_slot *s, const struct inst *in, uint32_t arg)
{
	if (in->op == OP_store && !arg) {
		struct ref value = body_arg(v->b, in, 1);
		if (program_is_null(v->names->points->p, value))
			return;
		s->bad |= s->stored.bits && s->stored.bits != value.bits;
		s->stored = value;
	} else if (in->op == OP_call) {
		s->read = true;
	} else {
		s->bad |= in->op != OP_load;
	}
}

/* All uses of slots; with `calls`, whether the calls that get the address of one that is good so far only read. */
static void see_uses(struct name_values *v, struct lockset_slot *slot, bool calls)
{
	for (uint32_t i = 0; i < v->b->inst.n; i++) {
		const struct inst *in = &v->b->inst.at[i];
		for (uint32_t k = 0; k < in->nargs; k++) {
			struct ref r = body_arg(v->b, in, k);
			struct lockset_slot *s = ref_kind(r) == REF_VALUE ? &slot[ref_index(r)] : NULL;
			if (!s || !s->alloca)
				continue;
			if (!calls)
				note_use(v, s, in, k);
			else if (in->op == OP_call && s->stored.bits && !s->bad)
				s->bad = !call_only_reads(v, in, k);
		}
	}
}

void content_find(struct name_values *v)
{
	const struct body *b = v->b;
	struct lockset_slot *slot;
	struct arena scratch;
	bool any = false;

	arena_init(&scratch, "lockset contents");
	slot = arena_array(&scratch, b->param.n + b->inst.n + 2u, sizeof *slot);
	for (uint32_t i = 0; i < b->inst.n; i++)
		any |= slot[body_value(b, i)].alloca = b->inst.at[i].op == OP_alloca;
	for (uint32_t pass = 0; any && pass < 2; pass++)
		see_uses(v, slot, pass);
	for (uint32_t i = 0; any && i < b->inst.n; i++) {
		const struct lockset_slot *s = &slot[body_value(b, i)];
		uint32_t name = s->alloca && s->read && !s->bad && s->stored.bits ? name_of_ref(v, s->stored) : 0;
		if (name)
			map_put(v->names->arena, &v->names->content, name_of_ref(v, ref_make(REF_VALUE, body_value(b, i))), name);
	}
	arena_release(&scratch);
}
