/* Which programs there are in a set of units: their starts, which of them the user chose, and what to call them. What belongs to
 * each is found in closure.c. */
#include "link/plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/system/progress.h"
#include "base/stat.h"
#include "ir/store/unit.h"
#include "link/linker.h"

/* How often each name is taken. */
struct link_names {
	struct intern name;
	VEC(uint32_t) uses;
};

static uint32_t *uses_of(struct plan *p, struct link_names *n, const char *name)
{
	uint32_t id = intern_string(&n->name, name);

	while (n->uses.n <= id)
		(void)vec_add(&p->arena, &n->uses);
	return &n->uses.at[id];
}

/* ---- reading: what each unit needs and gives ---- */

static void look_at_input(struct plan *p)
{
	struct link_names source = { 0 };

	intern_init(&source.name, &p->arena);
	p->has_main = arena_array(&p->arena, p->n, sizeof *p->has_main);
	p->away = arena_array(&p->arena, p->n, sizeof *p->away);
	p->empty = arena_array(&p->arena, p->n, sizeof *p->empty);
	p->groups = arena_array(&p->arena, p->n, sizeof *p->groups);
	p->copy = arena_array(&p->arena, p->n, sizeof *p->copy);
	for (uint32_t i = 0; i < p->n; i++) {
		p->copy[i] = (*uses_of(p, &source, p->unit[i].source))++;
		if (p->unit[i].stub)
			*vec_add(&p->arena, &p->stub) = i;
	}
}

static void read_sym(struct plan *p, uint32_t unit, const struct program *u, const struct sym *s)
{
	enum rank rank = rank_of(s, p->unit[unit].stub);
	uint32_t name;

	if (s->linkage == LINK_STATIC || !s->name.i || (rank == RANK_NONE && s->linkage == LINK_WEAK))
		return;
	name = intern_bytes(&p->name, program_str(u, s->name), intern_length(&u->str, s->name.i));
	if (rank <= RANK_INLINE)
		*vec_add(&p->arena, &p->need) = name;
	else
		*vec_add(&p->arena, &p->give) = (struct give){ name, unit, (uint8_t)rank, s->kind != SYM_VARIABLE };
}

static bool read_unit(struct plan *p, uint32_t unit, struct trouble *t)
{
	uint32_t first = p->need.n, given = p->give.n;
	struct arena a;
	struct program u;
	struct trouble why;

	arena_init(&a, "link plan unit");
	program_init(&u, &a);
	if (!unit_load_symbols(p->unit[unit].path, &u, &why)) {
		arena_release(&a);
		return trouble(t, "%s: its unit cannot be used: %.800s", p->unit[unit].source, why.text);
	}
	for (uint32_t i = 1; i < u.sym.n; i++)
		read_sym(p, unit, &u, &u.sym.at[i]);
	*vec_add(&p->arena, &p->needs) = (struct link_span){ first, p->need.n - first };
	p->empty[unit] = p->need.n == first && p->give.n == given;
	for (int i = 0; i < UNIT_GAPS; i++)
		p->gap[i] += u.unit.at[1].gap[i];
	arena_release(&a);
	return true;
}

static bool read_units(struct plan *p, struct trouble *t)
{
	bool ok = true;

	progress_start("plan", p->n);
	for (uint32_t i = 0; i < p->n && ok; i++) {
		progress_step(i, p->unit[i].source);
		ok = read_unit(p, i, t);
	}
	progress_end();
	return ok;
}

static int by_name(const void *a, const void *b)
{
	const struct give *x = a, *y = b;

	if (x->name != y->name)
		return x->name < y->name ? -1 : 1;
	return x->unit < y->unit ? -1 : x->unit > y->unit;
}

static void sort_givers(struct plan *p)
{
	p->givers = arena_array(&p->arena, p->name.entry.n, sizeof *p->givers);
	if (p->give.n)
		qsort(p->give.at, p->give.n, sizeof *p->give.at, by_name);
	for (uint32_t i = 0; i < p->give.n; i++) {
		struct link_span *s = &p->givers[p->give.at[i].name];
		if (!s->n++)
			s->first = i;
	}
}

/* ---- starts ---- */

static void add_start(struct plan *p, uint32_t unit, uint32_t function)
{
	*vec_add(&p->arena, &p->start) = (struct link_start){ .unit = unit, .function = function };
}

/* A stub is part of every program and is none of its own. */
static void find_mains(struct plan *p)
{
	uint32_t name = intern_find(&p->name, "main", 4);
	struct link_span s = p->givers[name];

	p->main = name;
	for (uint32_t i = 0; name && i < s.n; i++) {
		const struct give *g = &p->give.at[s.first + i];
		if (!g->function || p->unit[g->unit].stub)
			continue;
		p->has_main[g->unit] = true;
		add_start(p, g->unit, name);
	}
}

/* "redis-cli", "redis-cli.c", "src/redis-cli.c" all name /x/src/redis-cli.c. */
static bool names_file(const char *wanted, const char *source)
{
	size_t n = strlen(source), w = strlen(wanted);

	for (int dropped = 0; dropped < 2; dropped++) {
		if (w && w <= n && !memcmp(source + n - w, wanted, w) && (w == n || source[n - w - 1] == '/'))
			return true;
		if (n < 2 || memcmp(source + n - 2, ".c", 2) != 0)
			return false;
		n -= 2;
	}
	return false;
}

static bool choose_by_file(struct plan *p, const char *wanted)
{
	bool any = false;

	for (uint32_t i = 0; i < p->start.n; i++)
		if (p->has_main[p->start.at[i].unit] && names_file(wanted, p->unit[p->start.at[i].unit].source))
			any = p->start.at[i].chosen = true;
	return any;
}

static bool choose_by_function(struct plan *p, const char *wanted)
{
	uint32_t name = intern_find(&p->name, wanted, strlen(wanted));
	struct link_span s = p->givers[name];
	const struct give *best = NULL;
	bool any = false;

	for (uint32_t i = 0; i < p->start.n; i++)
		if (name && p->start.at[i].function == name)
			any = p->start.at[i].chosen = true;
	for (uint32_t i = 0; name && i < s.n; i++) {
		const struct give *g = &p->give.at[s.first + i];
		if (g->function && (!best || g->rank > best->rank))
			best = g;
	}
	if (any || !best)
		return any;
	add_start(p, best->unit, name);
	p->start.at[p->start.n - 1].chosen = true;
	return true;
}

static bool no_such_start(const struct plan *p, const char *wanted, struct trouble *t)
{
	char list[600] = "";
	size_t n = 0;

	for (uint32_t i = 0; i < p->start.n && n + 64 < sizeof list; i++)
		if (p->has_main[p->start.at[i].unit])
			n += (size_t)snprintf(list + n, sizeof list - n, "%s%.200s", n ? ", " : "",
					      path_base(p->unit[p->start.at[i].unit].source));
	if (!strcmp(wanted, "snag_harness")) /* which is what --harness means by its file */
		return trouble(t, "--harness: no file has a function snag_harness(void), which is where it would start");
	return trouble(t, "--main %.200s: no source file with a main and no function is called so; files with a main: %.500s",
		       wanted, n ? list : "none");
}

static bool choose_starts(struct plan *p, const char *const *mains, uint32_t nmains, struct trouble *t)
{
	for (uint32_t i = 0; i < nmains; i++)
		if (!choose_by_file(p, mains[i]) && !choose_by_function(p, mains[i]))
			return no_such_start(p, mains[i], t);
	for (uint32_t i = 0; !nmains && i < p->start.n; i++)
		p->start.at[i].chosen = true;
	return true;
}

/* ---- the result ---- */

static int by_index(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static const char *plain_name(const struct plan *p, const struct link_start *s)
{
	if (s->unit == NO_UNIT)
		return "library";
	return s->function == p->main ? path_base(p->unit[s->unit].source) : intern_get(&p->name, s->function);
}

/* Programs are called by their plain name; where two share it, by the whole path; where they share that too, with a number. */
static const char **name_all(struct plan *p, struct arena *out)
{
	const char **name = arena_array(&p->arena, p->start.n, sizeof *name);
	struct link_names plain = { 0 }, path = { 0 };

	intern_init(&plain.name, &p->arena);
	intern_init(&path.name, &p->arena);
	for (uint32_t i = 0; i < p->start.n; i++)
		++*uses_of(p, &plain, plain_name(p, &p->start.at[i]));
	for (uint32_t i = 0; i < p->start.n; i++) {
		const struct link_start *s = &p->start.at[i];
		uint32_t *uses;
		name[i] = plain_name(p, s);
		if (*uses_of(p, &plain, name[i]) > 1 && s->unit != NO_UNIT)
			name[i] = p->unit[s->unit].source;
		uses = uses_of(p, &path, name[i]);
		name[i] = ++*uses > 1 ? arena_format(out, "%s (%u)", name[i], *uses) : arena_string(out, name[i]);
	}
	return name;
}

static void give_out(struct plan *p, struct arena *out, struct link_plan *plan)
{
	const char **name = name_all(p, out);

	memcpy(plan->gap, p->gap, sizeof plan->gap);
	for (uint32_t i = 0; i < p->start.n; i++) {
		const struct link_start *s = &p->start.at[i];
		struct link_group g = { .name = name[i] };
		uint32_t fixed = s->unit != NO_UNIT;
		if (!s->chosen)
			continue;
		if (fixed)
			g.start = arena_string(out, intern_get(&p->name, s->function));
		qsort(s->units.at + fixed, s->units.n - fixed, sizeof *s->units.at, by_index);
		for (uint32_t k = 0; k < s->units.n; k++)
			*vec_add(out, &g.unit) = s->units.at[k];
		*vec_add(out, &plan->group) = g;
	}
}

static void make_groups(struct plan *p, bool all)
{
	uint32_t starts = p->start.n;

	if (!starts)
		add_start(p, NO_UNIT, 0);
	if (!starts || (starts == 1 && !closure_clashes(p)))
		closure_all(p, 0);
	else
		closure_run(p);
	if (all && starts && p->n > 1)
		beside_find(p);
	for (uint32_t i = starts; i < p->start.n; i++)
		p->start.at[i].chosen = all;
}

/* A unit's gaps count once, however many programs it is part of. */
void plan_tell(const struct link_plan *plan, uint32_t nunits)
{
	static const enum counter gap_of[UNIT_GAPS] = {
		[UNIT_GAP_ASM] = STAT_gap_asm,
		[UNIT_GAP_INTTOPTR] = STAT_gap_inttoptr,
		[UNIT_GAP_INITIALIZER] = STAT_gap_initializer,
		[UNIT_GAP_CONSTANT] = STAT_gap_constant,
		[UNIT_GAP_ANNOTATIONS] = STAT_gap_annotations,
	};

	stat_add(STAT_units, nunits);
	for (int i = 0; i < UNIT_GAPS; i++)
		stat_add(gap_of[i], plan->gap[i]);
}

bool link_plan(struct arena *out, const struct link_input *in, struct link_plan *plan, struct trouble *t)
{
	struct plan p = { .in = in, .unit = in->unit, .n = in->n };
	bool ok;

	*plan = (struct link_plan){ 0 };
	if (!in->n)
		return trouble(t, "there is nothing to link: no unit could be made");
	arena_init(&p.arena, "link plan");
	intern_init(&p.name, &p.arena);
	(void)vec_add(&p.arena, &p.membership);
	look_at_input(&p);
	ok = read_units(&p, t);
	if (ok) {
		sort_givers(&p);
		find_mains(&p);
		ok = choose_starts(&p, in->mains, in->nmains, t);
	}
	if (ok) {
		make_groups(&p, in->nmains == 0);
		give_out(&p, out, plan);
		plan_tell(plan, in->n);
	}
	arena_release(&p.arena);
	return ok;
}
