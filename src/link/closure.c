/* Which units a program is made of, when the link command is not known: what its start needs, and what that needs.
 *
 *     server.c (main) --needs--> listAdd --defined in--> adlist.c --needs--> zmalloc --defined in--> zmalloc.c
 *     cli.c (main)    --needs--> zmalloc                                 (zmalloc.c is in both programs)
 *
 * A name that only one unit defines decides at once; names with several wait until nothing else is left to follow, since by then
 * the group may hold one of them. A reference that is weak, or satisfied by a weak definition, pulls nothing in, as with
 * archives.
 *
 * Then the units no start needs: plugins, generated code, what is reached by a table the linker collects. Such a unit goes where
 * it can get what it needs, if that is one place, unless it defines a name that is defined there already: then it, and what is
 * nearer to it than to the program, was made for something else (mosquitto's broker and its client library have six files each
 * that define the same functions). The rest is a library, with what it needs. */
#include "link/linker.h"
#include "link/plan.h"

#include <string.h>

enum { ROUNDS = 16 }; /* plugins of plugins of plugins: deeper ones go to the library */

/* The work on one group. */
struct closing {
	struct plan *p;
	uint32_t group;
	VEC(uint32_t) todo;    /* units whose needs are to be followed */
	VEC(uint32_t) waiting; /* names with several definitions */
	struct map asked;      /* name + 1: followed already */
};

static bool is_member(const struct plan *p, uint32_t group, uint32_t unit)
{
	return map_get(&p->member, map_pair(group, unit)) != 0;
}

static void add_member(struct plan *p, uint32_t group, uint32_t unit)
{
	map_put(&p->arena, &p->member, map_pair(group, unit), 1);
	*vec_add(&p->arena, &p->start.at[group].units) = unit;
	*vec_add(&p->arena, &p->membership) = (struct membership){ group, p->groups[unit] };
	p->groups[unit] = p->membership.n - 1;
}

static void join(struct closing *c, uint32_t unit)
{
	if (is_member(c->p, c->group, unit))
		return;
	add_member(c->p, c->group, unit);
	*vec_add(&c->p->arena, &c->todo) = unit;
}

static bool is_given(const struct closing *c, uint32_t name)
{
	struct link_span s = c->p->givers[name];

	for (uint32_t i = 0; i < s.n; i++)
		if (is_member(c->p, c->group, c->p->give.at[s.first + i].unit))
			return true;
	return false;
}

/* How many directories two paths have in common, from the root. */
static uint32_t shared_dirs(const char *a, const char *b)
{
	uint32_t n = 0;

	for (; *a && *a == *b; a++, b++)
		n += *a == '/';
	return n;
}

static bool starts_at_main(const struct closing *c)
{
	uint32_t root = c->p->start.at[c->group].unit;

	return root == NO_UNIT || c->p->start.at[c->group].function == c->p->main;
}

/* Two mains are not linked. A program that starts elsewhere may hold one, as any function. */
static bool may_join(const struct closing *c, uint32_t unit)
{
	return !c->p->has_main[unit] || !starts_at_main(c);
}

/* 2: it belongs to this program and no other; 1: it can be in any; 0: it cannot be in this one. */
static int fit(const struct closing *c, uint32_t unit)
{
	uint32_t root = c->p->start.at[c->group].unit, own = root == NO_UNIT ? 0 : c->p->tie[root];

	return !c->p->tie[unit] ? 1 : c->p->tie[unit] == own ? 2 : 0;
}

/* Better first: what can be linked here; weight; nearer to the start by directory; of one file compiled several times, for
 * several builds of one program, the copy that stands where the start stands among its own; else input order. */
static bool is_better(const struct closing *c, const struct give *a, const struct give *b)
{
	const struct plan *p = c->p;
	uint32_t root = p->start.at[c->group].unit;
	const char *source_a = p->unit[a->unit].source, *source_b = p->unit[b->unit].source;
	uint32_t dirs_a, dirs_b;

	if (fit(c, a->unit) != fit(c, b->unit))
		return fit(c, a->unit) > fit(c, b->unit);
	if (a->rank != b->rank)
		return a->rank > b->rank;
	if (root == NO_UNIT)
		return false;
	dirs_a = shared_dirs(source_a, p->unit[root].source);
	dirs_b = shared_dirs(source_b, p->unit[root].source);
	if (dirs_a != dirs_b)
		return dirs_a > dirs_b;
	return !strcmp(source_a, source_b) && p->copy[a->unit] == p->copy[root] && p->copy[b->unit] != p->copy[root];
}

/* Joins the best of the units that define the name, if one may. */
static void join_giver(struct closing *c, uint32_t name)
{
	struct link_span s = c->p->givers[name];
	const struct give *best = NULL;

	for (uint32_t i = 0; i < s.n; i++) {
		const struct give *g = &c->p->give.at[s.first + i];
		if (may_join(c, g->unit) && (!best || is_better(c, g, best)))
			best = g;
	}
	if (best)
		join(c, best->unit);
}

static void follow(struct closing *c, uint32_t name)
{
	uint32_t *asked = map_at(&c->p->arena, &c->asked, name);

	if (*asked)
		return;
	*asked = 1;
	if (c->p->givers[name].n == 1)
		join_giver(c, name);
	else if (c->p->givers[name].n > 1)
		*vec_add(&c->p->arena, &c->waiting) = name;
}

static void close_group(struct closing *c)
{
	uint32_t next = 0;

	while (c->todo.n || next < c->waiting.n) {
		if (c->todo.n) {
			struct link_span s = c->p->needs.at[c->todo.at[--c->todo.n]];
			for (uint32_t i = 0; i < s.n; i++)
				follow(c, c->p->need.at[s.first + i]);
		} else {
			uint32_t name = c->waiting.at[next++];
			if (!is_given(c, name))
				join_giver(c, name);
		}
	}
}

static void open_group(struct plan *p, uint32_t group, struct closing *c)
{
	*c = (struct closing){ .p = p, .group = group };
	if (p->start.at[group].unit != NO_UNIT)
		join(c, p->start.at[group].unit);
	for (uint32_t i = 0; i < p->stub.n; i++)
		join(c, p->stub.at[i]);
}

/* ---- what is left over ---- */

struct link_tally {
	uint32_t *count;       /* by group: how many of the names it has */
	uint32_t *last;	       /* by group: the name counted last */
	VEC(uint32_t) touched; /* groups with a count */
	uint32_t known;	       /* names that some group has, and */
	uint32_t elsewhere;    /* that only units left over have */
};

static void count_name(struct plan *p, uint32_t name, struct link_tally *t)
{
	struct link_span s = p->givers[name];
	bool any = false;

	for (uint32_t i = 0; i < s.n; i++)
		for (uint32_t m = p->groups[p->give.at[s.first + i].unit]; m; m = p->membership.at[m].next) {
			uint32_t g = p->membership.at[m].group;
			any = true;
			if (t->last[g] == name)
				continue;
			t->last[g] = name;
			if (!t->count[g]++)
				*vec_add(&p->arena, &t->touched) = g;
		}
	t->known += any;
	t->elsewhere += !any && s.n;
}

/* The one group that has all the names this unit needs and any group has; NO_UNIT: none or several, or the unit has more to do
 * with others left over than with any group. */
static uint32_t home_of(struct plan *p, uint32_t unit, struct link_tally *t)
{
	struct link_span s = p->needs.at[unit];
	uint32_t home = NO_UNIT, homes = 0;

	t->known = t->elsewhere = t->touched.n = 0;
	for (uint32_t i = 0; i < s.n; i++)
		count_name(p, p->need.at[s.first + i], t);
	for (uint32_t i = 0; i < t->touched.n; i++) {
		uint32_t g = t->touched.at[i];
		if (t->count[g] == t->known) {
			home = g;
			homes++;
		}
		t->count[g] = t->last[g] = 0;
	}
	return homes == 1 && t->known > t->elsewhere ? home : NO_UNIT;
}

/* Two files, not one file compiled twice. */
static bool is_rival(const struct plan *p, const struct give *a, const struct give *b)
{
	return a->rank == RANK_STRONG && b->rank == RANK_STRONG && strcmp(p->unit[a->unit].source, p->unit[b->unit].source) != 0;
}

/* With a unit of the group; NO_UNIT: of any group. */
static bool clashes(const struct plan *p, uint32_t group, uint32_t unit)
{
	for (uint32_t i = 0; i < p->gives[unit].n; i++) {
		const struct give *own = &p->give.at[p->given[p->gives[unit].first + i]];
		struct link_span s = p->givers[own->name];
		for (uint32_t k = 0; k < s.n; k++) {
			const struct give *other = &p->give.at[s.first + k];
			if (is_rival(p, own, other) &&
			    (group == NO_UNIT ? p->groups[other->unit] != 0 : is_member(p, group, other->unit)))
				return true;
		}
	}
	return false;
}

/* Whether a name it needs is as near to it in a unit that does not go to this group. */
static bool is_drawn_away(const struct plan *p, uint32_t group, uint32_t unit)
{
	for (uint32_t i = 0; i < p->needs.at[unit].n; i++) {
		struct link_span s = p->givers[p->need.at[p->needs.at[unit].first + i]];
		uint32_t here = 0, away = 0; /* directories shared, + 1 */
		for (uint32_t k = 0; k < s.n; k++) {
			uint32_t giver = p->give.at[s.first + k].unit;
			uint32_t near = shared_dirs(p->unit[unit].source, p->unit[giver].source) + 1;
			if (is_member(p, group, giver))
				here = near > here ? near : here;
			else if (p->away[giver])
				away = near > away ? near : away;
		}
		if (away && away >= here)
			return true;
	}
	return false;
}

/* The group that a unit left over goes to, or NO_UNIT. */
static uint32_t admit(struct plan *p, uint32_t unit, struct link_tally *t)
{
	uint32_t home;

	if (p->groups[unit] || p->away[unit])
		return NO_UNIT;
	home = home_of(p, unit, t);
	p->away[unit] = clashes(p, home, unit) || (home != NO_UNIT && is_drawn_away(p, home, unit));
	return p->away[unit] ? NO_UNIT : home;
}

/* One round: first who is not to go where it could, then the others go. Whether one went. */
static bool house(struct plan *p, struct closing *groups, struct link_tally *t)
{
	bool any = true;

	for (int round = 0; round < ROUNDS && any; round++) {
		any = false;
		for (uint32_t u = 0; u < p->n; u++)
			if (!p->away[u]) {
				(void)admit(p, u, t);
				any |= p->away[u];
			}
	}
	any = false;
	for (uint32_t u = 0; u < p->n; u++) {
		uint32_t home = admit(p, u, t);
		if (home == NO_UNIT)
			continue;
		join(&groups[home], u);
		close_group(&groups[home]);
		any = true;
	}
	return any;
}

static void make_library(struct plan *p)
{
	uint32_t group = p->start.n, left = 0;
	struct closing c;

	for (uint32_t u = 0; u < p->n; u++)
		if (!p->groups[u] && p->empty[u])
			add_member(p, 0, u); /* a file that configuration emptied makes no program */
		else
			left += !p->groups[u];
	if (!left)
		return;
	*vec_add(&p->arena, &p->start) = (struct link_start){ .unit = NO_UNIT };
	open_group(p, group, &c);
	for (uint32_t u = 0; u < p->n; u++)
		if (!p->groups[u])
			join(&c, u);
	close_group(&c);
}

void closure_run(struct plan *p)
{
	struct closing *groups = arena_array(&p->arena, p->start.n, sizeof *groups);
	struct link_tally t = { 0 };

	ties_find(p);
	for (uint32_t g = 0; g < p->start.n; g++) {
		open_group(p, g, &groups[g]);
		close_group(&groups[g]);
	}
	t.count = arena_array(&p->arena, p->start.n, sizeof *t.count);
	t.last = arena_array(&p->arena, p->start.n, sizeof *t.last);
	for (int round = 0; round < ROUNDS && house(p, groups, &t); round++)
		;
	make_library(p);
}

/* The library may be there already, with what no start needs. */
void closure_add_library(struct plan *p, const bool *wanted)
{
	uint32_t group = 0;

	while (group < p->start.n && p->start.at[group].unit != NO_UNIT)
		group++;
	if (group == p->start.n) {
		struct closing stubs;
		*vec_add(&p->arena, &p->start) = (struct link_start){ .unit = NO_UNIT };
		open_group(p, group, &stubs);
	}
	for (uint32_t u = 0; u < p->n; u++)
		if (wanted[u] && !is_member(p, group, u))
			add_member(p, group, u);
}

bool closure_clashes(const struct plan *p)
{
	for (uint32_t i = 1; i < p->give.n; i++)
		if (p->give.at[i].name == p->give.at[i - 1].name && is_rival(p, &p->give.at[i], &p->give.at[i - 1]))
			return true;
	return false;
}

void closure_all(struct plan *p, uint32_t group)
{
	uint32_t first = p->start.at[group].unit;

	if (first != NO_UNIT)
		add_member(p, group, first);
	for (uint32_t u = 0; u < p->n; u++)
		if (u != first)
			add_member(p, group, u);
}
