/* Which units can only be part of one program: those that need, directly or not, what only stands beside one main.
 *
 *     server.c      main, server               tied to server.c
 *     debug.c       serverAssert, needs server  tied to server.c
 *     redisassert.c serverAssert                not tied: cli.c, which needs serverAssert, takes this one
 *
 * A name ties its users if all units that define it are tied to the same main. This is followed once through all units; a unit
 * that is found to be tied to a second main cannot be linked anywhere, but what uses it keeps the tie it has: good enough for
 * a preference, and linear. */
#include "link/plan.h"

struct tying {
	struct plan *p;
	struct link_span *users; /* by name, in `user` */
	uint32_t *user;	    /* units */
	uint32_t *tied;	    /* by name: how many of its definitions are tied */
	uint32_t *common;   /* by name: to what, if to the same */
	VEC(uint32_t) todo; /* units newly tied */
};

static void place_spans(struct link_span *s, uint32_t n)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < n; i++) {
		s[i].first = at;
		at += s[i].n;
		s[i].n = 0;
	}
}

static void index_gives(struct plan *p)
{
	p->gives = arena_array(&p->arena, p->n, sizeof *p->gives);
	p->given = arena_array(&p->arena, p->give.n, sizeof *p->given);
	for (uint32_t i = 0; i < p->give.n; i++)
		p->gives[p->give.at[i].unit].n++;
	place_spans(p->gives, p->n);
	for (uint32_t i = 0; i < p->give.n; i++) {
		struct link_span *s = &p->gives[p->give.at[i].unit];
		p->given[s->first + s->n++] = i;
	}
}

static void index_users(struct tying *t)
{
	struct plan *p = t->p;

	t->users = arena_array(&p->arena, p->name.entry.n, sizeof *t->users);
	t->user = arena_array(&p->arena, p->need.n, sizeof *t->user);
	for (uint32_t i = 0; i < p->need.n; i++)
		t->users[p->need.at[i]].n++;
	place_spans(t->users, p->name.entry.n);
	for (uint32_t u = 0; u < p->n; u++)
		for (uint32_t i = 0; i < p->needs.at[u].n; i++) {
			struct link_span *s = &t->users[p->need.at[p->needs.at[u].first + i]];
			t->user[s->first + s->n++] = u;
		}
}

static void tie(struct tying *t, uint32_t unit, uint32_t to)
{
	uint32_t *now = &t->p->tie[unit];

	if (*now) {
		if (*now != to && !t->p->has_main[unit])
			*now = TIED_TWICE;
		return;
	}
	*now = to;
	*vec_add(&t->p->arena, &t->todo) = unit;
}

/* One more definition of the name is tied. */
static void tie_name(struct tying *t, uint32_t name, uint32_t to)
{
	struct link_span s = t->users[name];

	t->common[name] = !t->tied[name] || t->common[name] == to ? to : TIED_TWICE;
	if (++t->tied[name] < t->p->givers[name].n || t->common[name] == TIED_TWICE)
		return;
	for (uint32_t i = 0; i < s.n; i++)
		tie(t, t->user[s.first + i], to);
}

void ties_find(struct plan *p)
{
	struct tying t = { .p = p };

	index_gives(p);
	index_users(&t);
	t.tied = arena_array(&p->arena, p->name.entry.n, sizeof *t.tied);
	t.common = arena_array(&p->arena, p->name.entry.n, sizeof *t.common);
	p->tie = arena_array(&p->arena, p->n, sizeof *p->tie);
	for (uint32_t u = 0; u < p->n; u++)
		if (p->has_main[u])
			tie(&t, u, u + 1);
	for (uint32_t next = 0; next < t.todo.n; next++) {
		uint32_t u = t.todo.at[next];
		for (uint32_t i = 0; i < p->gives[u].n; i++)
			tie_name(&t, p->give.at[p->given[p->gives[u].first + i]].name, p->tie[u]);
	}
}
