/* What says that records from outside are shared at all.
 *
 * Two calls of a library by its users may be about one record, and most often are not. That they are meant to be shows: the
 * record has a lock or a condition in it, or something of it is accessed under a lock, or by code that has other threads in mind
 * (RacerX, section 8.3); it is counted, or otherwise used by atomic operations; a thread, task or handler of the library itself
 * gets at it; or it is found through a variable, as in a list or a table that one function puts it into and another finds it in.
 * Without any such sign a pair of calls is ruled out, as an assumption.
 *
 * A sign is one of a class of points: of all records from outside of one type (points/solve/outside.c). */
#include "race/build.h"

static bool is_export(const struct races *r, uint32_t thread)
{
	return r->contexts->root.at[r->threads->thread.at[thread].root].kind == ROOT_EXPORT;
}

static bool is_done_inside(const struct races *r, const struct kind *k)
{
	for (uint32_t i = 0; i < k->nmembers; i++) {
		uint8_t kind = r->contexts->root.at[r->threads->thread.at[r->member.at[k->member + i]].root].kind;
		if (kind == ROOT_THREAD || kind == ROOT_TASK || kind == ROOT_HANDLER || kind == ROOT_INTERRUPT)
			return true;
	}
	return false;
}

/* Does the way to the address lead through the thing, which has no name of its own? */
static bool leads_through(const struct races *r, uint32_t address, uint32_t thing)
{
	uint32_t at = anchor_of(r->term, address).term;

	for (uint32_t depth = 0; at != thing && r->term[at].base && !limit_full(LIMIT_race_chain, depth); depth++)
		at = anchor_of(r->term, r->term[at].base).term;
	return at == thing && r->term[thing].kind != TERM_SYM;
}

/* A lock in the same record, in one that this one points to, or in one that leads to it. */
bool use_holds_its_lock(const struct races *r, const struct use *u)
{
	uint32_t n, base = anchor_of(r->term, u->at).term;
	const struct held *g = use_locks(r, u, &n);

	for (uint32_t i = 0; i < n; i++)
		if (anchor_of(r->term, g[i].term).term == base || leads_through(r, g[i].term, base) ||
		    leads_through(r, u->at, anchor_of(r->term, g[i].term).term))
			return true;
	return false;
}

/* A lock of the library itself, whatever it is handed. */
static bool holds_variable(const struct races *r, const struct use *u)
{
	uint32_t n;
	const struct held *g = use_locks(r, u, &n);

	for (uint32_t i = 0; i < n; i++)
		if (r->term[anchor_of(r->term, g[i].term).term].kind == TERM_SYM)
			return true;
	return false;
}

/* Of bytes that are no member of a record, as a buffer or a pointer that is filled for the caller, a lock of something else, or
 * code that knows of threads, says nothing. */
static uint8_t sign_of_kind(struct races *r, const struct kind *k)
{
	const struct use *u = &k->use;
	uint8_t sign = 0;

	if (access_is_object(u->flags) || use_holds_its_lock(r, u))
		sign |= SIGN_LOCK;
	else if (u->flags & ACCESS_ATOMIC)
		sign |= SIGN_ATOMIC;
	if (u->held && (u->member.i || u->within.i || holds_variable(r, u)))
		sign |= SIGN_GUARDED;
	else if (!u->held && u->from && (u->member.i || u->within.i) && code_has_threads_in_mind(r, place_by_sources(r, u->from).fn))
		sign |= SIGN_CODE;
	return is_done_inside(r, k) ? sign | SIGN_THREAD : sign;
}

/* What variables lead to. */
static void sign_registries(struct races *r, struct arena *scratch)
{
	const struct points *pt = r->points;
	uint32_t *todo = arena_array(scratch, (size_t)pt->nclasses + 1, sizeof *todo), n = 0, nbelow;
	bool *seen = arena_array(scratch, (size_t)pt->nclasses + 1, sizeof *seen);

	for (uint32_t i = 1; i < pt->object.n; i++) {
		const struct object *o = &pt->object.at[i];
		uint32_t class = o->cell.class;
		if (o->kind == OBJECT_VARIABLE && class && !seen[class] && !(program_sym(r->p, o->sym)->flags & SYM_CONSTANT)) {
			seen[class] = true;
			todo[n++] = class;
		}
	}
	while (n) {
		const uint32_t *below = points_below(pt, todo[--n], &nbelow);
		for (uint32_t k = 0; k < nbelow; k++) {
			r->sign[below[k]] |= SIGN_REGISTRY;
			if (!seen[below[k]]) {
				seen[below[k]] = true;
				todo[n++] = below[k];
			}
		}
	}
}

void signs_find(struct races *r)
{
	struct arena scratch;

	r->sign = arena_array(r->arena, (size_t)r->points->nclasses + 1, sizeof *r->sign);
	for (uint32_t k = 1; k < r->kind.n; k++) {
		uint8_t sign = sign_of_kind(r, &r->kind.at[k]);
		for (uint32_t i = 0; i < r->kind.at[k].use.ncells; i++)
			r->sign[r->cell.at[r->kind.at[k].use.cell + i].class] |= sign;
	}
	arena_init(&scratch, "race sign");
	sign_registries(r, &scratch);
	arena_release(&scratch);
}

/* Some record from outside, and no variable by its name? */
static bool is_from_outside(const struct races *r, uint32_t class)
{
	uint32_t n;
	const uint32_t *object = points_objects(r->points, class, &n);
	bool outside = false;

	for (uint32_t i = 0; i < n; i++) {
		if (r->points->object.at[object[i]].kind == OBJECT_VARIABLE)
			return false;
		outside |= r->points->object.at[object[i]].kind == OBJECT_OUTSIDE;
	}
	return outside;
}

bool uses_are_handed(const struct races *r, const struct use *a, const struct use *b, uint8_t *sign)
{
	bool handed = false;

	*sign = 0;
	if (!a->thread || !b->thread || !is_export(r, a->thread) || !is_export(r, b->thread))
		return false;
	for (uint32_t i = 0; i < a->ncells; i++)
		for (uint32_t k = 0; k < b->ncells; k++) {
			uint32_t class = r->cell.at[a->cell + i].class;
			if (class != r->cell.at[b->cell + k].class || !class)
				continue;
			if (!is_from_outside(r, class))
				return false;
			handed = true;
			*sign |= r->sign[class];
		}
	return handed;
}

/* Who has just made a record has it for itself until it is handed out: by the result, unless a variable leads there. */
bool uses_are_made_here(const struct races *r, const struct use *a, const struct use *b)
{
	uint8_t sign;

	return (a->made || b->made) && uses_are_handed(r, a, b, &sign) && !(sign & SIGN_REGISTRY);
}
