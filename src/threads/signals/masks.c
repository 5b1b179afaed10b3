/* Signals that are blocked. A handler does not come where the only thread that can take its signal has it blocked:
 *
 *     sigemptyset(&set); sigaddset(&set, SIGUSR1);
 *     sigprocmask(SIG_BLOCK, &set, &old);
 *     range.low += by;                                    no handler here,
 *     move(&range, by);                                   nor in what is called from here only
 *     pthread_create(&t, NULL, work, NULL);               nor ever in this thread, if it does not let the signal in itself
 *     sigprocmask(SIG_SETMASK, &old, NULL);
 *
 * Nor where the signal is ignored: signal(SIGUSR1, SIG_IGN). Nor does one handler interrupt another whose sa_mask has its
 * signal. What functions do to masks and to sets of signals is told by mask_flow.h; here it goes from the roots down through the
 * contexts: what is blocked where a context is entered is what is blocked at all its calls. A thread begins with the mask of who
 * starts it.
 *
 * needs   classes, callers of contexts      gives   running.masks, class.mask
 * misses  sets in global variables that another thread changes meanwhile (which is a race of its own) */
#include "threads/signals/mask_flow.h"

#include <string.h>

/* A place where signals may come, in a function that changes masks. */
struct open_place {
	uint32_t class, context, inst;
	uint64_t signals;
};

struct masks {
	struct mask_flows *flows;
	uint32_t ncells;
	uint64_t *entry;  /* by context, ncells words each: what is surely in the cells when it is entered */
	uint8_t *matters; /* by context: some handler is kept away at some place of it */
	uint64_t *open;	  /* by class: signals that may come somewhere on its way */
	uint64_t let_in, heeded; /* signals that some handler lets in, and that some handler installs one for: wherever it comes */
	uint64_t *full;	  /* by cell: all signals */
	VEC(struct open_place) place;
	uint8_t *many;    /* by class: more places than are kept may let a signal in */
};

static uint64_t *entry_of(const struct masks *m, uint32_t context)
{
	return m->entry + (size_t)context * m->ncells;
}

static uint64_t cell_at(const struct running *r, uint32_t context, uint32_t inst, uint32_t cell)
{
	const struct masks *m = r->masks;
	struct fn_id fn = context_of(r, context)->fn;

	return mask_flows_concern(m->flows, fn) ? mask_flow_at(m->flows, fn, inst, cell, entry_of(m, context)) :
						  entry_of(m, context)[cell];
}

/* Is the mask of a new thread said elsewhere? */
static bool sets_masks_of_others(const struct program *p)
{
	for (uint32_t i = 1; i < p->sym.n; i++)
		if (!strcmp(program_str(p, p->sym.at[i].name), "pthread_attr_setsigmask_np"))
			return true;
	return false;
}

/* Does what is known where a call is made hold in what it runs? */
static bool is_kept(const struct edge *e, uint32_t cell, bool inherits)
{
	if (e->kind == SITE_SPAWN)
		return inherits && (cell == MASK_BLOCKED || cell >= MASK_GLOBAL);
	return e->kind == SITE_CALL || e->kind == SITE_INNER;
}

/* True: less is known of it than before. */
static bool enter(const struct running *r, const struct edge *e, bool inherits)
{
	uint64_t *entry = entry_of(r->masks, e->to);
	bool changed = false;

	for (uint32_t k = 0; k < r->masks->ncells; k++) {
		uint64_t now = entry[k] & (is_kept(e, k, inherits) ? cell_at(r, e->context, e->inst, k) : 0);
		changed |= now != entry[k];
		entry[k] = now;
	}
	return changed;
}

/* From the roots down, until nothing changes; a context that is never entered knows everything. */
static void find_entries(struct running *r)
{
	struct masks *m = r->masks;
	uint8_t *queued = arena_array(r->arena, r->c->context.n + 1u, 1), *seen = arena_array(r->arena, r->c->context.n + 1u, 1);
	VEC(uint32_t) work = { 0 };
	bool inherits = !sets_masks_of_others(r->p);

	memset(m->entry, 0xff, (size_t)r->c->context.n * m->ncells * sizeof *m->entry);
	for (uint32_t i = 1; i < r->c->root.n; i++) {
		const struct root *root = &r->c->root.at[i];
		if (root->kind == ROOT_THREAD && root->parent)
			continue; /* entered by its edges */
		for (uint32_t k = 0; k < m->ncells; k++)
			if (k != MASK_ABSENT || root->kind != ROOT_MAIN)
				entry_of(m, root->context)[k] = 0;
		*vec_add(r->arena, &work) = root->context;
		queued[root->context] = 1;
	}
	while (work.n) {
		uint32_t c = work.at[--work.n];
		queued[c] = 0;
		seen[c] = 1;
		for (uint32_t i = context_of(r, c)->edge; i < context_of(r, c)->edge + context_of(r, c)->nedges; i++) {
			const struct edge *e = &r->c->edge.at[i];
			bool changed = enter(r, e, inherits);
			if (queued[e->to] || (!changed && seen[e->to]))
				continue;
			*vec_add(r->arena, &work) = e->to;
			queued[e->to] = 1;
		}
	}
}

/* A handler runs with the mask of what it interrupts; what it lets in comes on top of it, there. */
static void look_through_handler(struct running *r, uint32_t context)
{
	struct masks *m = r->masks;
	struct fn_id fn = context_of(r, context)->fn;
	bool concerned = mask_flows_concern(m->flows, fn);
	struct arena scratch;
	struct body b = { 0 };

	arena_init(&scratch, "masks");
	body_get(&scratch, r->p, fn, &b);
	for (uint32_t i = 0; i < b.inst.n; i++) {
		if (mask_flow_opens(r, &b, &b.inst.at[i]))
			m->let_in = UINT64_MAX;
		if (!concerned)
			continue;
		m->let_in |= ~mask_flow_at(m->flows, fn, i, MASK_BLOCKED, m->full);
		m->heeded |= ~mask_flow_at(m->flows, fn, i, MASK_IGNORED, m->full);
	}
	arena_release(&scratch);
}

static void note_open(struct running *r, uint32_t context, uint32_t inst, uint64_t signals)
{
	struct masks *m = r->masks;

	for (uint32_t i = 0; signals && i < r->nmembers[r->threads_of[context]]; i++) {
		uint32_t class = r->members[r->threads_of[context]][i];
		if (!m->many[class] && !limit_full(LIMIT_threads_open, m->place.n))
			*vec_add(r->arena, &m->place) = (struct open_place){ class, context, inst, signals };
		else
			m->many[class] = 1;
	}
}

/* What may come at each place, and whether somebody is kept away. */
static void look_through(struct running *r, uint32_t context, uint64_t handled)
{
	struct masks *m = r->masks;
	const uint64_t *entry = entry_of(m, context);
	struct fn_id fn = context_of(r, context)->fn;
	uint64_t open = 0;
	bool matters = false;

	if (!mask_flows_concern(m->flows, fn)) {
		struct arena scratch;
		struct body b = { 0 };
		open = ~(entry[MASK_BLOCKED] | entry[MASK_ABSENT]);
		matters = ((entry[MASK_BLOCKED] | entry[MASK_IGNORED]) & handled) != 0;
		arena_init(&scratch, "masks");
		body_get(&scratch, r->p, fn, &b);
		for (uint32_t i = 0; i < b.inst.n && matters; i++)
			open |= mask_flow_opens(r, &b, &b.inst.at[i]) ? ~entry[MASK_ABSENT] : 0;
		arena_release(&scratch);
		for (uint32_t i = 0; (open & handled) && i < r->nmembers[r->threads_of[context]]; i++)
			m->many[r->members[r->threads_of[context]][i]] = 1;
	} else {
		const struct body *b = &code_get(r->shapes, fn)->body;
		for (uint32_t i = 0; i < b->inst.n; i++) {
			uint64_t blocked = mask_flow_opens(r, b, &b->inst.at[i]) ? 0 : cell_at(r, context, i, MASK_BLOCKED);
			open |= ~(blocked | cell_at(r, context, i, MASK_ABSENT));
			note_open(r, context, i, ~(blocked | cell_at(r, context, i, MASK_ABSENT)) & handled);
			matters |= ((blocked | cell_at(r, context, i, MASK_IGNORED)) & handled) != 0;
		}
	}
	m->matters[context] = matters;
	for (uint32_t i = 0; i < r->nmembers[r->threads_of[context]]; i++) {
		uint32_t class = r->members[r->threads_of[context]][i];
		m->open[class] |= open;
		if (class_handles_signal(&r->class.at[class]))
			look_through_handler(r, context);
	}
}

/* The signals that a handler keeps away while it runs, wherever it is installed. */
static uint64_t mask_of(const struct running *r, const struct class *c)
{
	uint64_t all = c->edge.n ? UINT64_MAX : 0;

	for (uint32_t i = 0; i < c->edge.n && all; i++) {
		const struct edge *e = &r->c->edge.at[c->edge.at[i]];
		all &= mask_flow_installed(r->masks->flows, context_of(r, e->context)->fn, e->inst);
	}
	return all;
}

void masks_find(struct running *r)
{
	uint64_t handled = 0;
	struct mask_flows *flows;

	for (uint32_t k = 1; k < r->class.n; k++)
		if (class_handles_signal(&r->class.at[k]))
			handled |= r->class.at[k].signals;
	flows = handled ? mask_flows_make(r) : NULL;
	if (!flows)
		return;
	r->masks = arena_new(r->arena, struct masks);
	*r->masks = (struct masks){ .flows = flows, .ncells = mask_flows_cells(flows) };
	r->masks->entry = arena_array(r->arena, (size_t)r->c->context.n * r->masks->ncells, sizeof *r->masks->entry);
	r->masks->matters = arena_array(r->arena, r->c->context.n, 1);
	r->masks->open = arena_array(r->arena, r->class.n, sizeof *r->masks->open);
	r->masks->many = arena_array(r->arena, r->class.n, 1);
	r->masks->full = arena_array(r->arena, r->masks->ncells, sizeof *r->masks->full);
	memset(r->masks->full, 0xff, r->masks->ncells * sizeof *r->masks->full);
	for (uint32_t k = 1; k < r->class.n; k++)
		if (class_handles_signal(&r->class.at[k]))
			r->class.at[k].mask = mask_of(r, &r->class.at[k]);
	find_entries(r);
	for (uint32_t c = 1; c < r->c->context.n; c++)
		look_through(r, c, handled);
}

static bool has_all(const struct running *r, uint32_t handler, struct spot at, uint32_t cell)
{
	uint64_t signals = r->class.at[handler].signals;

	return r->masks && r->masks->matters[at.context] && !(signals & ~cell_at(r, at.context, at.inst, cell)) &&
	       !(signals & (cell == MASK_BLOCKED ? r->masks->let_in : r->masks->heeded));
}

bool masks_block(const struct running *r, uint32_t handler, struct spot at)
{
	return has_all(r, handler, at, MASK_BLOCKED);
}

bool masks_block_others(const struct running *r, uint32_t handler, struct spot at)
{
	bool known = r->masks && !mask_flows_vague(r->masks->flows);
	uint64_t blocked = known ? cell_at(r, at.context, at.inst, MASK_BLOCKED) : 0;

	return blocked && r->class.at[handler].signals & ~blocked;
}

bool masks_ignore(const struct running *r, uint32_t handler, struct spot at)
{
	return has_all(r, handler, at, MASK_IGNORED);
}

bool masks_let_in(const struct running *r, uint32_t handler, uint32_t class)
{
	return !r->masks || (r->masks->open[class] & r->class.at[handler].signals);
}

/* A thread that is beside this place lets a signal in only before or behind it? */
bool masks_let_in_beside(const struct running *r, uint32_t handler, uint32_t class, struct spot at)
{
	const struct masks *m = r->masks;

	if (!masks_let_in(r, handler, class))
		return false;
	if (!m || m->many[class] || at.thread == class)
		return true;
	for (uint32_t i = 0; i < m->place.n; i++) {
		const struct open_place *x = &m->place.at[i];
		if (x->class == class && (x->signals & r->class.at[handler].signals) &&
		    threads_apart(r->t, at, (struct spot){ class, x->context, x->inst }) == APART_NOT)
			return true;
	}
	return false;
}

bool masks_matter(const struct running *r, uint32_t context)
{
	return r->masks && r->masks->matters[context];
}
