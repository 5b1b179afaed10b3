/* Names of locations, locks and threads as the source has them:
 *
 *     a variable and what is in it       pool.lock     table[...].n
 *     through a pointer with a name      c->lock
 *     a member of a record, whoever      conn.state
 *
 * For messages only: two different things may have the same name. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/store/groups.h"
#include "ir/text/path.h"
#include "race/build.h"
#include "summary/census/ground.h"
#include "term/value.h"

enum { CREATORS_MOST = 16 };

struct race_text {
	char *at;
	size_t len;
	FILE *f;
};

static void text_begin(struct race_text *t)
{
	*t = (struct race_text){ 0 };
	t->f = open_memstream(&t->at, &t->len);
	if (!t->f)
		die("out of memory");
}

static const char *text_end(struct arena *a, struct race_text *t)
{
	const char *kept;

	if (fclose(t->f) != 0)
		die("out of memory");
	kept = arena_copy(a, t->at, t->len);
	free(t->at);
	return kept;
}

static const char *symbol_name(const struct program *p, struct sym_id sym)
{
	const struct sym *s = program_sym(p, sym);

	return program_str(p, s->source.i ? s->source : s->name);
}

const char *name_function(const struct races *r, struct fn_id fn)
{
	return program_fn_name(r->p, fn);
}

/* ---- records ---- */

/* "conn", of a struct without a tag the name that a typedef gives it; "": none. */
const char *name_record(const struct program *p, struct type_id record)
{
	const struct type *t = program_type(p, record);

	if (t->name.i)
		return program_str(p, t->name);
	for (uint32_t i = 1; i < p->type.n; i++)
		if (p->type.at[i].kind == TYPE_TYPEDEF && p->type.at[i].base.i == record.i && p->type.at[i].name.i)
			return program_str(p, p->type.at[i].name);
	return "";
}

static const char *path_in(struct arena *a, const struct program *p, struct type_id record, int64_t offset)
{
	struct race_text t;

	text_begin(&t);
	ir_print_path(p, record, offset, 0, t.f);
	return text_end(a, &t);
}

const char *name_field(struct arena *a, const struct races *r, const struct use *u)
{
	const struct konst *k = u->member.i ? program_konst(r->p, u->member) : NULL;
	struct type_id record = { 0 };
	const char *name = "";

	if (k) {
		record = type_strip(r->p, k->type);
		name = name_record(r->p, record);
	}
	return name[0] ? arena_format(a, "%s%s", name, path_in(a, r->p, record, (int64_t)k->lo)) : NULL;
}

/* ---- locations ---- */

/* The operand that leads to the memory: of a call the one that a row speaks of, one that is behind a pointer in memory before all
 * others. */
static struct ref operand_of(const struct races *r, const struct body *b, uint32_t inst, uint8_t flags)
{
	struct touch touch[TOUCHES_MOST];
	uint32_t all = b->inst.at[inst].op == OP_call ? touches_of(r->points, b, inst, touch) : 0;
	struct ref found = body_arg(b, &b->inst.at[inst], b->inst.at[inst].op == OP_call ? 1 : 0);
	uint8_t most = 0;

	for (uint32_t k = all; k--;)
		if (!((touch[k].flags ^ flags) & ACCESS_WRITE) && touch[k].place.known && touch[k].place.base.bits &&
		    touch[k].place.loads >= most) {
			most = touch[k].place.loads;
			found = touch[k].place.base;
		}
	return found;
}

static const char *name_by_path(struct arena *a, struct races *r, const struct location *l)
{
	const struct clash *c = &r->clash.at[r->order[l->clash]];
	uint32_t leaf = c->a == l->use ? c->leaf_a : c->b == l->use ? c->leaf_b : walk_reaches(r, l->use, 0);
	const struct body *b;
	uint32_t inst;

	if (!leaf)
		return "memory";
	b = code_of(r, r->contexts->context.at[leaf_context(r, l->use, leaf - 1)].fn);
	inst = leaf_get(r, l->use, leaf - 1)->inst;
	return path_of_address(a, r->p, b, operand_of(r, b, inst, r->use.at[l->use].flags));
}

static const char *name_use(struct arena *a, const struct races *r, const struct use *u, uint32_t term, bool lock)
{
	struct access x = { .at = u->at, .size = u->size, .flags = u->flags, .member = u->member };

	return summary_name(a, r->s, r->term, term, &x, lock);
}

const char *name_variable(struct arena *a, const struct races *r, const struct use *u)
{
	return name_use(a, r, u, u->at, access_is_object(u->flags));
}

/* The function of the library that the best pair calls; NULL: the location is memory of the program. */
const char *name_library(struct races *r, const struct location *l)
{
	const struct term *k = &r->term[anchor_of(r->term, r->use.at[l->use].at).term];
	const struct clash *c = &r->clash.at[r->order[l->clash]];

	if (k->kind != TERM_NAMED)
		return NULL;
	for (int side = 0; side < 2; side++) {
		uint32_t use = side ? c->b : c->a, leaf = side ? c->leaf_b : c->leaf_a;
		const struct body *b = leaf ? code_of(r, r->contexts->context.at[leaf_context(r, use, leaf - 1)].fn) : NULL;
		const struct inst *in = b ? &b->inst.at[leaf_get(r, use, leaf - 1)->inst] : NULL;
		if (in && in->op == OP_call && body_callee(r->p, b, in).i)
			return symbol_name(r->p, body_callee(r->p, b, in));
	}
	return model_string(r->points->models, k->a);
}

const char *name_location(struct arena *a, struct races *r, const struct location *l)
{
	const struct use *u = &r->use.at[l->use];
	bool variable = use_variable(r, u).i;
	const char *name = variable && !l->several ? name_use(a, r, u, u->at, access_is_object(u->flags)) : NULL;

	if (name_library(r, l))
		return model_string(r->points->models, r->term[anchor_of(r->term, u->at).term].a);
	if (!name && !(u->flags & ACCESS_FREE))
		name = name_field(a, r, u);
	if (!name && variable)
		name = name_use(a, r, u, u->at, access_is_object(u->flags));
	return name ? name : name_by_path(a, r, l);
}

/* ---- locks ---- */

bool lock_is_beside(const struct races *r, const struct use *u, uint32_t lock, struct type_id *record, int64_t *offset)
{
	const struct konst *k = u->member.i ? program_konst(r->p, u->member) : NULL;
	uint32_t base = r->term[lock].kind == TERM_FIELD ? r->term[lock].base : lock;
	int64_t at = r->term[lock].kind == TERM_FIELD ? r->term[lock].offset : 0;
	struct hang h = hang_of(r, u->at, base);

	if (!k || !h.found || h.indexed)
		return false;
	*record = type_strip(r->p, k->type);
	*offset = at - h.offset + (int64_t)k->lo;
	return true;
}

/* A member of the record that the location is in: "conn.lock". */
static const char *name_beside(struct arena *a, const struct races *r, const struct use *u, uint32_t lock)
{
	struct type_id record;
	const char *name, *path;
	int64_t offset;

	if (!lock_is_beside(r, u, lock, &record, &offset))
		return NULL;
	name = name_record(r->p, record);
	path = path_in(a, r->p, record, offset);
	return name[0] && path[0] ? arena_format(a, "%s%s", name, path) : NULL;
}

/* What the name of a lock hangs on. */
struct lock_asked {
	uint32_t at, size, flags, member; /* of the use: the lock may be beside it */
	uint32_t term;
};

static const char *make_lock_name(struct arena *a, const struct races *r, const struct use *u, uint32_t term)
{
	const struct term *root = &r->term[term];
	const char *name = NULL;

	while (term_is_step(root->kind))
		root = &r->term[root->base];
	if (root->kind != TERM_SYM && root->kind != TERM_NAMED)
		name = name_beside(a, r, u, term);
	if (!name)
		name = name_use(a, r, u, term, true);
	return name;
}

/* Remembered: code is read for it, and the places of a location ask for the same locks. */
const char *name_lock(struct arena *a, struct races *r, const struct use *u, uint32_t term)
{
	struct lock_asked key = { u->at, u->size, u->flags, u->member.i, term };
	uint32_t id = keys_id(r->arena, &r->lock, &key);

	while (r->lock_name.n <= id)
		*vec_add(r->arena, &r->lock_name) = NULL;
	if (!r->lock_name.at[id]) {
		const char *name = make_lock_name(r->arena, r, u, term);
		r->lock_name.at[id] = name;
	}
	return arena_string(a, r->lock_name.at[id]);
}

struct held_of_use {
	struct races *r;
	const struct use *u;
};

static const char *name_of_held(void *with, struct arena *a, const struct held *h)
{
	const struct held_of_use *x = with;

	return name_lock(a, x->r, x->u, h->term);
}

const char *name_locks(struct arena *a, struct races *r, const struct use *u)
{
	uint32_t n;
	const struct held *g = use_locks(r, u, &n);

	return held_text(a, g, n, &(struct held_names){ name_of_held, &(struct held_of_use){ r, u } });
}

const char *name_context_lock(struct arena *a, const struct races *r, uint32_t term)
{
	struct race_text t;

	text_begin(&t);
	term_print(&r->contexts->terms, r->p, r->points->models, term, t.f);
	return text_end(a, &t);
}

/* ---- threads and calls ---- */

static void print_thread(const struct races *r, uint32_t thread, FILE *f)
{
	const struct thread *t = &r->threads->thread.at[thread];
	const struct root *root = &r->contexts->root.at[t->root];
	const struct edge *e = t->edge ? &r->contexts->edge.at[t->edge] : NULL;
	const struct model_row *row = e ? r->points->site.at[e->site].row : NULL;
	const char *name = symbol_name(r->p, root->fn);

	if (row && !event_is(row, EVENT_TASK))
		fprintf(f, "%s(%s)", model_string(r->points->models, row->name), name);
	else if (root->kind == ROOT_EXPORT)
		fputs("any thread", f);
	else if (root->kind == ROOT_SINGLE)
		fputs("start-up", f);
	else if (root->kind == ROOT_MAIN || root->kind == ROOT_ENTERED)
		fputs(name, f);
	else
		fprintf(f, "%s(%s)", root->kind == ROOT_INTERRUPT ? "interrupt" : model_kind_name(root->model), name);
}

const char *race_thread(struct arena *a, const struct races *r, uint32_t thread)
{
	struct race_text t;

	text_begin(&t);
	print_thread(r, thread, t.f);
	return text_end(a, &t);
}

const char *name_thread(struct arena *a, const struct races *r, uint32_t thread)
{
	uint32_t up[CREATORS_MOST], n = 0;
	struct race_text t;

	for (; thread && n < CREATORS_MOST; thread = r->threads->thread.at[thread].creator)
		up[n++] = thread;
	text_begin(&t);
	while (n--) {
		print_thread(r, up[n], t.f);
		fputs(n ? " > " : "", t.f);
	}
	return text_end(a, &t);
}

/* What is known of the ways into the contexts of all threads is a table of threads by contexts: beyond so many bytes it is begun
 * anew. */
enum { WAYS_MOST = 64 << 20 };

struct ways {
	uint32_t *from; /* by context: the one that led to it first */
	VEC(uint32_t) todo;
};

static void add_way(const struct races *r, struct ways *w, uint32_t to, uint32_t from)
{
	if (w->from[to])
		return;
	w->from[to] = from;
	*vec_add(r->arena, &w->todo) = to;
}

/* Is nobody else running whenever this call is made, and in all that it leads to? */
static bool is_call_alone(const struct races *r, uint32_t thread, uint32_t context, const struct edge *e)
{
	return threads_quiet(r->threads, e->to) && threads_alone(r->threads, (struct spot){ thread, context, e->inst });
}

/* By breadth, from all contexts that have been reached; calls that are made alone are left out, or not. */
static void follow_calls(const struct races *r, uint32_t thread, struct ways *w, bool alone)
{
	const struct contexts *c = r->contexts;

	for (uint32_t next = 0; next < w->todo.n; next++) {
		uint32_t at = w->todo.at[next];
		const struct context *x = &c->context.at[at];
		for (uint32_t i = x->edge; i < x->edge + x->nedges; i++) {
			const struct edge *e = &c->edge.at[i];
			bool call = e->kind == SITE_CALL || site_runs_inside(e->kind);
			if (call && e->to && !w->from[e->to] && (alone || !is_call_alone(r, thread, at, e)))
				add_way(r, w, e->to, at);
		}
	}
}

/* Exported, and called by some other function of the program, too: it may be there for that one only. Whoever is said to be
 * called from outside is not. */
static void find_inner(struct races *r)
{
	const struct points *points = r->points;

	r->inner = arena_array(r->arena, r->p->fn.n, sizeof *r->inner);
	for (uint32_t i = 1; i < points->site.n; i++) {
		const struct site *s = &points->site.at[i];
		for (uint32_t t = s->target; t < s->target + s->ntargets && (s->kind == SITE_CALL || site_runs_inside(s->kind));
		     t++) {
			struct sym_id sym = points->target.at[t];
			struct fn_id fn = program_sym(r->p, sym)->fn;
			r->inner[fn.i] |= fn.i != s->caller.i && !points->annotated[sym.i].verb;
		}
	}
}

static bool is_inner(struct races *r, uint32_t thread, struct fn_id fn)
{
	if (r->contexts->root.at[r->threads->thread.at[thread].root].kind != ROOT_EXPORT)
		return false;
	if (!r->inner)
		find_inner(r);
	return r->inner[fn.i];
}

static int by_context(const void *a, const void *b)
{
	const struct led_to *x = a, *y = b;

	return x->context < y->context ? -1 : x->context > y->context;
}

/* The contexts that were reached, sorted. */
static struct way_list keep_ways(struct races *r, const struct ways *w)
{
	struct way_list out = { .n = w->todo.n };
	struct led_to *at = arena_array(&r->way_arena, (size_t)out.n + 1, sizeof *at);

	for (uint32_t i = 0; i < out.n; i++)
		at[i] = (struct led_to){ w->todo.at[i], w->from[w->todo.at[i]] };
	if (out.n)
		qsort(at, out.n, sizeof *at, by_context);
	out.at = at;
	return out;
}

/* From the starts of a thread: the call that led to each context first, of those that others may run beside, if there are any;
 * from functions that only outsiders call, if those lead there. The table is that of all threads: forget_ways. */
static struct ways find_ways(struct races *r, uint32_t thread)
{
	uint32_t n;
	const uint32_t *start = threads_starts(r->threads, thread, &n);
	struct ways w;

	if (!r->way_from)
		r->way_from = arena_array(r->arena, r->contexts->context.n, sizeof *r->way_from);
	w = (struct ways){ .from = r->way_from };
	w.todo.at = r->way_todo.at;
	w.todo.cap = r->way_todo.cap;
	for (int inner = 0; inner < 2; inner++) {
		for (uint32_t i = 0; i < n; i++)
			if (is_inner(r, thread, r->contexts->context.at[start[i]].fn) == inner)
				add_way(r, &w, start[i], start[i]);
		follow_calls(r, thread, &w, false);
		follow_calls(r, thread, &w, true);
	}
	r->way_todo.at = w.todo.at;
	r->way_todo.cap = w.todo.cap;
	return w;
}

static void forget_ways(struct ways *w)
{
	for (uint32_t i = 0; i < w->todo.n; i++)
		w->from[w->todo.at[i]] = 0;
}

/* The same, kept. Good until the next call. */
static const struct way_list *ways_into(struct races *r, uint32_t thread)
{
	struct ways w;

	if (r->ways[thread].at)
		return &r->ways[thread];
	if (r->way_arena.held > WAYS_MOST) {
		arena_release(&r->way_arena);
		memset(r->ways, 0, r->threads->thread.n * sizeof *r->ways);
	}
	w = find_ways(r, thread);
	r->ways[thread] = keep_ways(r, &w);
	forget_ways(&w);
	return &r->ways[thread];
}

static uint32_t way_from(const struct way_list *ways, uint32_t context)
{
	struct led_to key = { .context = context };
	const struct led_to *found = ways->n ? bsearch(&key, ways->at, ways->n, sizeof key, by_context) : NULL;

	return found ? found->from : 0;
}

uint32_t name_way(struct races *r, uint32_t use, uint32_t leaf, uint32_t up[CHAIN_MOST])
{
	const struct way_list *ways = ways_into(r, r->use.at[use].thread);
	uint32_t n = 0, node = leaf_get(r, use, leaf)->node, context = 0, from;

	for (; node && n < CHAIN_MOST; node = leaf_node(r, use, node)->parent)
		up[n++] = context = leaf_node(r, use, node)->context;
	for (from = way_from(ways, context); context && n < CHAIN_MOST && from && from != context; from = way_from(ways, context))
		up[n++] = context = from;
	return n;
}

/* The way to a place as far as its walk goes. */
static uint8_t note_way(struct races *r, uint32_t use, uint32_t leaf, uint32_t *top)
{
	uint32_t n = 0;

	for (uint32_t node = leaf_get(r, use, leaf)->node; node && n < CHAIN_MOST; node = leaf_node(r, use, node)->parent, n++)
		*top = leaf_node(r, use, node)->context;
	return (uint8_t)n;
}

void clash_note_places(struct races *r, struct clash *c)
{
	struct code_place a, b;

	if (!c->leaf_a || !c->leaf_b || !walk_reaches(r, c->a, c->leaf_a - 1) || !walk_reaches(r, c->b, c->leaf_b - 1))
		return;
	a = leaf_place(r, c->a, c->leaf_a - 1);
	b = leaf_place(r, c->b, c->leaf_b - 1);
	c->place_a = intern_bytes(&r->place, &a, sizeof a);
	c->place_b = intern_bytes(&r->place, &b, sizeof b);
	c->way_a = note_way(r, c->a, c->leaf_a - 1, &c->top_a);
	c->way_b = note_way(r, c->b, c->leaf_b - 1, &c->top_b);
}

/* The rest of the way: from the start of the thread to where the walk began. Does it begin with a function that the program calls
 * itself? */
static uint8_t add_rest(struct races *r, uint32_t thread, const struct ways *w, struct led_to top, uint8_t *inner)
{
	uint32_t n = top.from;

	for (; n < CHAIN_MOST && w->from[top.context] && w->from[top.context] != top.context; n++)
		top.context = w->from[top.context];
	*inner += top.context && is_inner(r, thread, r->contexts->context.at[top.context].fn);
	return (uint8_t)n;
}

/* By thread, so that the ways into its contexts are looked for once. */
void clashes_note_ways(struct races *r)
{
	struct groups g;
	uint32_t *first, *side;
	struct arena scratch;

	arena_init(&scratch, "race ways");
	groups_begin(&g, r->threads->thread.n);
	for (uint32_t i = 1; i < r->clash.n; i++)
		if (r->clash.at[i].place_a && r->clash.at[i].place_b) {
			groups_add(&g, r->use.at[r->clash.at[i].a].thread, 2 * i);
			groups_add(&g, r->use.at[r->clash.at[i].b].thread, 2 * i + 1);
		}
	groups_end(&g, &scratch, &first, &side);
	for (uint32_t t = 0; t < r->threads->thread.n; t++) {
		struct ways w;
		if (first[t] == first[t + 1])
			continue;
		w = find_ways(r, t);
		for (uint32_t k = first[t]; k < first[t + 1]; k++) {
			struct clash *c = &r->clash.at[side[k] / 2];
			if (side[k] % 2)
				c->way_b = add_rest(r, t, &w, (struct led_to){ c->top_b, c->way_b }, &c->inner);
			else
				c->way_a = add_rest(r, t, &w, (struct led_to){ c->top_a, c->way_a }, &c->inner);
		}
		forget_ways(&w);
	}
	arena_release(&scratch);
}

/* The functions from the start of the thread to the access. */
const char *name_chain(struct arena *a, struct races *r, uint32_t use, uint32_t leaf)
{
	uint32_t up[CHAIN_MOST], n = name_way(r, use, leaf, up);
	struct race_text t;

	text_begin(&t);
	fputs(n == CHAIN_MOST ? "... > " : "", t.f);
	while (n--)
		fprintf(t.f, "%s%s", name_function(r, r->contexts->context.at[up[n]].fn), n ? " > " : "");
	return text_end(a, &t);
}
