#include "prove/roots.h"

#include <string.h>

static struct fn_id function_of(const struct program *p, struct sym_id sym)
{
	return program_sym(p, sym_behind_alias(p, sym))->fn;
}

static bool is_main(const struct points *points, struct fn_id fn)
{
	return points->main && !strcmp(program_fn_name(points->p, fn), points->main);
}

static bool is_offered(const struct points *points, struct fn_id fn)
{
	return points_is_offered(points, points->p->fn.at[fn.i].sym);
}

/* ---- who begins how ---- */

static void begin(struct callers *c, struct sym_id sym, uint8_t how)
{
	c->begins[function_of(c->points->p, sym).i] |= how;
}

/* Without anybody in the program who starts it. */
static void begin_alone(struct callers *c, struct sym_id sym, uint8_t how)
{
	begin(c, sym, how);
	c->alone[function_of(c->points->p, sym).i] |= how;
}

/* How a function that is handed over at a site, or stored where tasks are, comes to run. Which threads let a signal in, and
 * when, is said by what main has done before. */
static uint8_t how_it_begins(const struct points *points, const struct model_row *row)
{
	switch (row->kind) {
	case MODEL_KIND_SIGNAL: return points->main ? 0 : BEGINS;
	case MODEL_KIND_LOOP: return BEGINS_IN_LOOP;
	case MODEL_KIND_EXIT: return BEGINS_AT_EXIT;
	case MODEL_KIND_TLS:
	case MODEL_KIND_CLEANUP:
	case MODEL_KIND_ATFORK:
	case MODEL_KIND_ATCHILD: return 0; /* inside some thread, where that says so */
	case MODEL_KIND_IRQ:
	case MODEL_KIND_IRQ_THREAD:
	case MODEL_KIND_SOFTIRQ:
	case MODEL_KIND_TIMER:
	case MODEL_KIND_TASKLET:
	case MODEL_KIND_WORK:
	case MODEL_KIND_HRTIMER:
	case MODEL_KIND_IPI:
	case MODEL_KIND_STOP: return BEGINS | BEGINS_ALONE;
	default: return BEGINS;
	}
}

static uint8_t declared(const struct callers *c, struct sym_id sym)
{
	struct fn_id fn = program_sym(c->points->p, sym)->fn;
	uint8_t verb = c->points->annotated[sym.i].verb;

	if (!points_is_declared(c->points, sym) && c->first[fn.i] != c->first[fn.i + 1])
		return 0;
	switch (verb) {
	case DECLARED_MULTITHREADED: return BEGINS;
	case DECLARED_INTERRUPT: return BEGINS | BEGINS_ALONE;
	case DECLARED_ENTERED: return BEGINS | BEGINS_ONCE;
	case DECLARED_SINGLE: return BEGINS_EARLY;
	default: return 0;
	}
}

/* A library's tables of functions are there for those who use it: they may call what no one in it does. What is only stored by
 * code is called by whoever reads it, and points has found nobody. */
static void begin_by_table(struct callers *c, const struct sym *sym)
{
	const struct program *p = c->points->p;
	const char *name = program_str(p, sym->name);
	uint8_t how = !strcmp(name, "llvm.global_ctors") ? BEGINS_EARLY :
		      !strcmp(name, "llvm.global_dtors") ? BEGINS_AT_EXIT :
							   BEGINS;

	for (uint32_t k = sym->reloc; sym->kind == SYM_VARIABLE && k < sym->reloc + sym->nrelocs; k++) {
		struct fn_id fn = function_of(p, p->reloc.at[k].sym);
		if (fn.i && (how != BEGINS || (!c->points->main && c->first[fn.i] == c->first[fn.i + 1])))
			begin_alone(c, p->reloc.at[k].sym, how);
	}
}

static void find_beginnings(struct callers *c)
{
	const struct points *points = c->points;
	const struct program *p = points->p;

	for (uint32_t i = 1; i < points->site.n; i++) {
		const struct site *s = &points->site.at[i];
		bool later = s->kind == SITE_TASK || s->kind == SITE_HANDLER;
		uint8_t how = s->kind == SITE_SPAWN ? BEGINS : later ? how_it_begins(points, s->row) : 0;
		for (uint32_t j = 0; j < s->ntargets; j++)
			begin(c, points->target.at[s->target + j], how);
	}
	for (uint32_t i = 0; i < points->field_root.n; i++)
		begin_alone(c, points->field_root.at[i].sym, how_it_begins(points, points->field_root.at[i].row));
	for (uint32_t i = 1; i < p->sym.n; i++)
		if (p->sym.at[i].fn.i)
			begin_alone(c, (struct sym_id){ i }, declared(c, (struct sym_id){ i }));
		else
			begin_by_table(c, &p->sym.at[i]);
	for (uint32_t i = 1; i < p->fn.n; i++)
		if (is_offered(points, (struct fn_id){ i }))
			c->begins[i] |= BEGINS, c->alone[i] |= BEGINS;
	c->begins[0] = c->alone[0] = 0;
}

uint32_t roots_some(const struct callers *c, struct fn_id *root, uint32_t most)
{
	uint32_t n = 0;

	for (uint32_t i = 1; i < c->points->p->fn.n && n < most; i++)
		if (c->begins[i] & BEGINS)
			root[n++] = (struct fn_id){ i };
	return n;
}

bool roots_may_overlap(const struct callers *c, struct fn_id a, struct fn_id b)
{
	uint8_t x = c->begins[a.i], y = c->begins[b.i];

	return (x | y) & BEGINS && !((x | y) & BEGINS_EARLY) && !(x & y & BEGINS_ONCE) && !(a.i == b.i && x & BEGINS_ALONE);
}

/* ---- who leads to whom ---- */

static void add_todo(struct callers *c, uint32_t fn, uint32_t *n)
{
	if (!fn || c->seen[fn] == c->round)
		return;
	c->seen[fn] = c->round;
	c->todo[(*n)++] = fn;
}

/* Whatever main calls, starts, queues or installs, and so on. Functions that are tasks by where they are stored count as main's,
 * where there is one: somebody has stored them there. */
static void find_led(struct callers *c)
{
	const struct points *points = c->points;
	uint32_t n = 0;

	c->round++;
	for (uint32_t i = 1; i < points->p->fn.n; i++)
		if (is_main(points, (struct fn_id){ i }))
			add_todo(c, i, &n);
	for (uint32_t i = 0; n && i < points->field_root.n; i++)
		add_todo(c, function_of(points->p, points->field_root.at[i].sym).i, &n);
	for (uint32_t k = 0; k < n; k++) {
		c->led[c->todo[k]] = true;
		for (uint32_t i = points->first_site[c->todo[k]]; i < points->first_site[c->todo[k] + 1]; i++) {
			const struct site *s = &points->site.at[i];
			for (uint32_t j = 0; j < s->ntargets; j++)
				add_todo(c, function_of(points->p, points->target.at[s->target + j]).i, &n);
		}
	}
}

static bool is_wanted(const struct site *s, bool starts)
{
	bool inside = s->kind == SITE_CALL || site_runs_inside(s->kind);

	return starts ? s->kind == SITE_SPAWN || s->kind == SITE_TASK || s->kind == SITE_HANDLER : inside;
}

/* Who calls, or starts, a function: by one pass that counts and one that fills. */
static void reverse(struct arena *a, const struct callers *c, uint32_t **from, uint32_t **who, bool starts)
{
	const struct points *points = c->points;
	uint32_t n = points->p->fn.n, *first = *from = arena_array(a, n + 2, sizeof *first);

	for (int pass = 0; pass < 2; pass++) {
		for (uint32_t i = points->site.n; i-- > 1;) {
			const struct site *s = &points->site.at[i];
			for (uint32_t j = 0; j < s->ntargets && is_wanted(s, starts); j++) {
				struct fn_id to = function_of(points->p, points->target.at[s->target + j]);
				if (pass)
					(*who)[--first[to.i + 1]] = s->caller.i;
				else
					first[to.i + 1]++;
			}
		}
		if (pass)
			break;
		for (uint32_t i = 0; i <= n; i++)
			first[i + 1] += first[i];
		*who = arena_array(a, first[n + 1] + 1, sizeof **who);
	}
	memmove(first, first + 1, (n + 1) * sizeof *first); /* those of f now begin at first[f] */
}

struct callers *roots_callers(struct arena *a, const struct points *points)
{
	struct callers *c = arena_new(a, struct callers);
	uint32_t n = points->p->fn.n;

	*c = (struct callers){ .points = points,
			       .begins = arena_array(a, n + 1, sizeof *c->begins),
			       .alone = arena_array(a, n + 1, sizeof *c->alone),
			       .led = arena_array(a, n + 1, sizeof *c->led),
			       .seen = arena_array(a, n + 1, sizeof *c->seen),
			       .todo = arena_array(a, n + 1, sizeof *c->todo) };
	reverse(a, c, &c->first, &c->caller, false);
	reverse(a, c, &c->first_starter, &c->starter, true);
	find_beginnings(c);
	find_led(c);
	return c;
}

struct fn_id roots_of_function(struct callers *c, struct fn_id fn)
{
	uint32_t n = 0;

	if (!fn.i)
		return fn;
	c->round++;
	c->todo[n++] = fn.i;
	c->seen[fn.i] = c->round;
	for (uint32_t k = 0; k < n; k++) {
		struct fn_id at = { c->todo[k] };
		if (is_main(c->points, at))
			continue;
		if (c->begins[at.i])
			return at;
		for (uint32_t i = c->first[at.i]; i < c->first[at.i + 1]; i++)
			if (c->seen[c->caller[i]] != c->round) {
				c->seen[c->caller[i]] = c->round;
				c->todo[n++] = c->caller[i];
			}
	}
	return (struct fn_id){ 0 };
}

static void add_all(struct callers *c, const uint32_t *first, const uint32_t *who, uint32_t fn, uint32_t *n)
{
	for (uint32_t i = first[fn]; i < first[fn + 1]; i++)
		add_todo(c, who[i], n);
}

/* A thread that code of the program starts is begun by that code, and by who calls it: what it does before stays before. Where
 * that is start-up code only, all of it is over, and the thread may begin by itself. */
struct fn_id roots_outermost(struct callers *c, struct fn_id start)
{
	uint32_t n = 0;
	bool early = false;

	if (!start.i || c->alone[start.i] & ~BEGINS_EARLY)
		return start;
	c->round++;
	add_todo(c, start.i, &n);
	for (uint32_t k = 0; k < n; k++) {
		uint32_t at = c->todo[k];
		if (c->alone[at] & BEGINS)
			return (struct fn_id){ at };
		early |= c->alone[at] & BEGINS_EARLY;
		add_all(c, c->first_starter, c->starter, at, &n);
		if (at != start.i || !c->begins[at])
			add_all(c, c->first, c->caller, at, &n);
	}
	return early && c->begins[start.i] & BEGINS ? start : (struct fn_id){ 0 };
}

bool roots_only(struct callers *c, struct fn_id fn, struct fn_id root)
{
	uint32_t n = 0;

	c->round++;
	add_todo(c, fn.i, &n);
	for (uint32_t k = 0; k < n; k++) {
		uint32_t at = c->todo[k];
		if (at == root.i)
			continue;
		if (c->begins[at] || is_main(c->points, (struct fn_id){ at }))
			return false;
		add_all(c, c->first_starter, c->starter, at, &n);
		add_all(c, c->first, c->caller, at, &n);
	}
	return true;
}

struct fn_id roots_of_access(struct callers *c, const struct finding_access *x)
{
	struct fn_id start = { x->start };

	if (is_main(c->points, start))
		return (struct fn_id){ 0 };
	return !start.i ? roots_of_function(c, (struct fn_id){ x->fn }) : c->begins[start.i] ? start : (struct fn_id){ 0 };
}

bool roots_main_leads(const struct callers *c, const struct finding_access *x)
{
	return c->led[x->start ? x->start : x->fn];
}
