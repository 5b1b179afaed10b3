/* Which functions are copies of one another.
 *
 * Two static functions are one if their names and keys are equal and so are, pairwise, the static functions they name. A static
 * function only names static functions of its own unit, so this needs no rounds over the program: each unit computes for each
 * function a number that says all of it, callees first, and copies are what has equal numbers.
 *
 * Recursion: the functions of one cycle (a strongly connected component of "names") get theirs together. Names are unique in a
 * unit, so a component is told by its members' names and keys, by who names whom, and by the numbers of what they name outside:
 *
 *     even  key 7, names odd            component = hash of the sorted hashes of its members
 *     odd   key 9, names even, log      member    = hash of component and its own hash
 *
 * Components are found by Tarjan's algorithm with its own stack: the depth of the input is not the depth of ours. */
#include "link/linker.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

struct link_frame {
	uint32_t fn, next; /* the next callee to look at */
};

struct finder {
	const struct program *p;
	struct arena *arena;
	uint32_t *order, *low; /* by function: when first seen, and the earliest it reaches; 0: not seen */
	uint32_t *component;   /* by function: 0 until its component is complete */
	uint32_t seen, components;
	VEC(uint32_t) open; /* seen, component not complete */
	VEC(struct link_frame) stack;
	VEC(struct fn_key) member; /* of the component being hashed */
	struct fn_key *identity;
	struct fn_key *own; /* by function: its own hash */
	XXH3_state_t *state;
};

static struct fn_key digest(XXH3_state_t *state)
{
	XXH128_hash_t h = XXH3_128bits_digest(state);

	return (struct fn_key){ h.low64, h.high64 };
}

static void mix_str(XXH3_state_t *state, const struct program *p, struct str_id s)
{
	uint32_t len = intern_length(&p->str, s.i);

	XXH3_128bits_update(state, &len, sizeof len);
	XXH3_128bits_update(state, program_str(p, s), len);
}

/* A callee inside the component, or without a body, is told by its name; any other by its identity. */
static void mix_callee(struct finder *f, struct sym_id callee, uint32_t component)
{
	const struct sym *s = program_sym(f->p, callee);
	uint8_t how = !s->fn.i ? 0 : f->component[s->fn.i] == component ? 1 : 2;

	XXH3_128bits_update(f->state, &how, 1);
	if (how == 2) {
		XXH3_128bits_update(f->state, &f->identity[s->fn.i], sizeof *f->identity);
		return;
	}
	mix_str(f->state, f->p, s->name);
	if (how == 0) /* a static alias, say: its unit's own */
		mix_str(f->state, f->p, f->p->unit.at[1].file);
}

static struct fn_key hash_own(struct finder *f, uint32_t fn)
{
	const struct fn *row = &f->p->fn.at[fn];
	const struct sym *s = program_sym(f->p, row->sym);

	XXH3_128bits_reset(f->state);
	XXH3_128bits_update(f->state, &row->key, sizeof row->key);
	mix_str(f->state, f->p, s->name);
	mix_str(f->state, f->p, s->section);
	for (uint32_t k = 0; k < row->ncallees; k++)
		mix_callee(f, f->p->callee.at[row->callee + k], f->component[fn]);
	return digest(f->state);
}

static int by_value(const void *a, const void *b)
{
	const struct fn_key *x = a, *y = b;

	if (x->hi != y->hi)
		return x->hi < y->hi ? -1 : 1;
	return x->lo < y->lo ? -1 : x->lo > y->lo;
}

/* The functions open.at[first..] are a component. */
static void close_component(struct finder *f, uint32_t first)
{
	struct fn_key whole;

	f->components++;
	for (uint32_t i = first; i < f->open.n; i++)
		f->component[f->open.at[i]] = f->components;
	f->member.n = 0;
	for (uint32_t i = first; i < f->open.n; i++) {
		f->own[f->open.at[i]] = hash_own(f, f->open.at[i]);
		*vec_add(f->arena, &f->member) = f->own[f->open.at[i]];
	}
	qsort(f->member.at, f->member.n, sizeof *f->member.at, by_value);
	XXH3_128bits_reset(f->state);
	XXH3_128bits_update(f->state, f->member.at, f->member.n * sizeof *f->member.at);
	whole = digest(f->state);
	for (uint32_t i = first; i < f->open.n; i++) {
		XXH3_128bits_reset(f->state);
		XXH3_128bits_update(f->state, &whole, sizeof whole);
		XXH3_128bits_update(f->state, &f->own[f->open.at[i]], sizeof whole);
		f->identity[f->open.at[i]] = digest(f->state);
	}
	f->open.n = first;
}

static void enter(struct finder *f, uint32_t fn)
{
	f->order[fn] = f->low[fn] = ++f->seen;
	*vec_add(f->arena, &f->open) = fn;
	*vec_add(f->arena, &f->stack) = (struct link_frame){ .fn = fn };
}

static void leave(struct finder *f, uint32_t fn)
{
	uint32_t first = f->open.n;

	f->stack.n--;
	if (f->stack.n) {
		uint32_t above = f->stack.at[f->stack.n - 1].fn;
		if (f->low[fn] < f->low[above])
			f->low[above] = f->low[fn];
	}
	if (f->low[fn] != f->order[fn])
		return;
	while (f->open.at[--first] != fn)
		;
	close_component(f, first);
}

static void visit(struct finder *f, uint32_t root)
{
	enter(f, root);
	while (f->stack.n) {
		struct link_frame *top = &f->stack.at[f->stack.n - 1];
		uint32_t fn = top->fn, to;
		if (top->next == f->p->fn.at[fn].ncallees) {
			leave(f, fn);
			continue;
		}
		to = program_sym(f->p, f->p->callee.at[f->p->fn.at[fn].callee + top->next++])->fn.i;
		if (!to)
			continue;
		if (!f->order[to])
			enter(f, to);
		else if (!f->component[to] && f->order[to] < f->low[fn])
			f->low[fn] = f->order[to];
	}
}

struct fn_key *identity_all(struct arena *a, const struct program *p)
{
	struct finder f = { .p = p, .arena = a, .state = XXH3_createState() };

	if (!f.state)
		die("out of memory");
	f.order = arena_array(a, p->fn.n, sizeof *f.order);
	f.low = arena_array(a, p->fn.n, sizeof *f.low);
	f.component = arena_array(a, p->fn.n, sizeof *f.component);
	f.identity = arena_array(a, p->fn.n, sizeof *f.identity);
	f.own = arena_array(a, p->fn.n, sizeof *f.own);
	for (uint32_t i = 1; i < p->fn.n; i++)
		if (!f.order[i])
			visit(&f, i);
	XXH3_freeState(f.state);
	return f.identity;
}

/* A constant without pointers is told by its bytes; one with a name in the source also by its name and place. */
struct fn_key identity_constant(const struct program *p, const struct sym *s)
{
	XXH3_state_t *state = XXH3_createState();
	uint64_t number[4] = { s->size, program_type(p, s->type)->key, s->flags, s->flags & SYM_UNNAMED ? 0 : s->line };
	struct fn_key k;

	if (!state)
		die("out of memory");
	XXH3_128bits_reset(state);
	XXH3_128bits_update(state, number, sizeof number);
	mix_str(state, p, s->section);
	if (!(s->flags & SYM_UNNAMED)) {
		mix_str(state, p, s->name);
		mix_str(state, p, s->file);
	}
	XXH3_128bits_update(state, program_bytes(p, s->data).at, s->data.len);
	k = digest(state);
	XXH3_freeState(state);
	return k;
}
