/* Event loops that the program runs itself. A callback that was registered with a family of rows of `kind=loop` runs inside of a
 * call that a row `block kind=loop` of that family speaks of, in the thread that makes that call, and nowhere else:
 *
 *     event_assign(&e, base, .., serve, c);  configure();  event_base_dispatch(base);      serve meets the loops of other
 *     threads, if there are such beside this place; never configure() of this thread
 *
 * So a callback is at one of the *hosts*: the places that run a loop, in each thread that does so. It overlaps with a place only
 * if one of its hosts does, and two callbacks overlap only if two hosts do; a host in a thread of which there are several meets
 * itself. Which base a callback is registered with does not matter: all loops of the family are its hosts. A loop that a callback
 * runs again is inside of another one, whose thread it is in: only places outside of callbacks are hosts.
 *
 * Nothing of this is used in a library, since whoever uses it may run loops as well; for a family of which a function that runs
 * loops has its address taken; where the program runs no loop itself. Threads that callbacks start are as before.
 *
 * Assumed: no function outside of the program runs a loop of the family that the program registers with, except those that have
 * such a row. */
#include "threads/running.h"

#include "base/recogniser.h"

static bool runs_loop(const struct model_row *row)
{
	return event_is(row, EVENT_BLOCK) && row->kind == MODEL_KIND_LOOP;
}

/* The family that all its registrations are of; 0: several, or none that says so. */
static uint32_t family_of(const struct running *r, uint32_t class)
{
	const struct class *c = &r->class.at[class];
	uint32_t family = 0;

	if ((c->kind != ROOT_HANDLER && c->kind != ROOT_TASK) || c->model != MODEL_KIND_LOOP)
		return 0;
	for (uint32_t i = 0; i < c->edge.n; i++) {
		const struct edge *e = &r->c->edge.at[c->edge.at[i]];
		const struct model_row *row = r->c->points->site.at[e->site].row;
		if (!row || !row->family || row->kind != MODEL_KIND_LOOP || (family && family != row->family))
			return 0;
		family = row->family;
	}
	return family;
}

static struct dispatch *dispatch_of(struct running *r, uint32_t family)
{
	for (uint32_t i = 1; i < r->dispatch.n; i++)
		if (r->dispatch.at[i].family == family)
			return &r->dispatch.at[i];
	*vec_add(r->arena, &r->dispatch) = (struct dispatch){ .family = family };
	return &r->dispatch.at[r->dispatch.n - 1];
}

/* Whoever has the address of such a function may run a loop that is not seen. */
static void forbid(struct running *r)
{
	const struct points *points = r->c->points;

	for (uint32_t i = 1; i < r->p->sym.n; i++)
		for (const struct model_row *row = points->row[i]; row; row = row->next)
			if (runs_loop(row) && points_sym(points, (struct sym_id){ i }).class)
				dispatch_of(r, row->family)->forbidden = true;
}

/* Places of one thread about which the same is known are one host. */
static void add_host(struct running *r, struct dispatch *d, struct spot at)
{
	const struct place_facts *facts = running_at(r, at);

	for (uint32_t i = 0; i < d->host.n; i++)
		if (d->host.at[i].thread == at.thread &&
		    (d->host.at[i].context == at.context ? d->host.at[i].inst == at.inst
							 : facts && facts == running_at(r, d->host.at[i])))
			return;
	d->forbidden = d->forbidden || limit_full(LIMIT_threads_hosts, d->host.n);
	if (!d->forbidden)
		*vec_add(r->arena, &d->host) = at;
}

static void find_hosts(struct running *r, const uint32_t *family)
{
	for (uint32_t i = 1; i < r->c->event.n; i++) {
		const struct event *e = &r->c->event.at[i];
		uint32_t set = r->threads_of[e->context];
		if (!runs_loop(e->row))
			continue;
		for (uint32_t k = bits_next(&r->bits, set, 1); k != UINT32_MAX; k = bits_next(&r->bits, set, k + 1))
			if (family[k] != e->row->family)
				add_host(r, dispatch_of(r, e->row->family), (struct spot){ k, e->context, e->inst });
	}
}

void dispatch_make(struct running *r)
{
	uint32_t *family = arena_array(r->arena, r->class.n, sizeof *family);
	bool any = false;

	*vec_add(r->arena, &r->dispatch) = (struct dispatch){ 0 };
	for (uint32_t k = 1; k < r->class.n; k++) {
		any |= (family[k] = family_of(r, k)) != 0;
		if (r->class.at[k].kind == ROOT_EXPORT)
			return;
	}
	if (!any || !r->main || !recogniser_is_on(RECOGNISER_threads_dispatch))
		return;
	forbid(r);
	find_hosts(r, family);
	for (uint32_t k = 1; k < r->class.n; k++)
		for (uint32_t i = 1; i < r->dispatch.n; i++)
			if (family[k] && family[k] == r->dispatch.at[i].family && r->dispatch.at[i].host.n &&
			    !r->dispatch.at[i].forbidden)
				r->class.at[k].dispatch = i;
}
