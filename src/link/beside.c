/* A library in the same database as a program that only tries it: a test, an example, a tool.
 *
 *     queue.c   queue_put, queue_get, queue_flush, queue_size, queue_clear
 *     test.c    main  --calls--> queue_put, queue_get
 *
 * What such a program does says little about the library: the other functions are not run at all, and these are run by one
 * thread. So its units without a main are looked at as a library as well, whose functions anybody may call from any thread.
 *
 * An application has functions that nobody calls, too; to call those from several threads would only make noise. A program
 * only tries a library if its mains leave functions alone that its other units offer, and
 *
 *     those units take locks, and no unit starts a thread: it is not for this program that they do;
 *     or only units with a main start threads, and what is left alone takes a lock itself: others are to call it;
 *     or at most two of three of these functions are reached (a number by hand: of code without locks nothing else is known).
 *
 * Reached is what the code of a main names, and what that names, called or not; what variables hold at the start that are named
 * so; and what startup code or the linker collects: constructors, variables in sections of their own.
 *
 * Where the commands say that some units go into a shared object (-fPIC), and of others nothing, the others do not: such a unit
 * of a program is no library as well.
 *
 * needs   the groups of a plan      gives   the group "library", or more units in it
 * misses  a library of which mains reach more; units that cannot be read again */
#include "link/plan.h"

#include <string.h>

#include "ir/body.h"
#include "ir/store/unit.h"
#include "link/linker.h"

/* A symbol that a unit defines. */
struct link_node {
	uint32_t name;	    /* plan.name; 0: static */
	uint32_t unit;
	uint32_t edge, nedges; /* in beside.edge */
	bool offered;	    /* a function that other units may call */
	bool reached;
	bool locks;	    /* its code names a function that takes a lock */
};

/* What the code or the initial value of a symbol names: a node of its own unit, or a name. */
struct naming_edge {
	uint32_t node, name; /* one of the two; 0: the other */
};

struct link_beside {
	struct plan *p;
	struct arena arena;
	VEC(struct link_node) node; /* 0 is none */
	VEC(struct naming_edge) edge;
	struct map by_name;    /* (name, unit) -> node */
	VEC(uint32_t) todo;
	uint8_t *means;	       /* by unit: enum link_meaning of the functions outside that it names */
};

/* ---- what names what ---- */

struct link_reading {
	struct link_beside *b;
	const struct program *u;
	uint32_t unit;
	uint32_t *node; /* by symbol */
	uint32_t *last; /* by symbol: the node that was the last one to name it */
	uint32_t from;
};

static void name_symbol(struct link_reading *r, struct sym_id sym)
{
	const struct sym *s = &r->u->sym.at[sym.i];
	struct naming_edge e = { .node = r->node[sym.i] };

	if (!sym.i || r->last[sym.i] == r->from)
		return;
	r->last[sym.i] = r->from;
	if (s->kind == SYM_FUNCTION && !s->fn.i && r->b->p->in->means) {
		uint8_t means = r->b->p->in->means(r->b->p->in->context, program_str(r->u, s->name));
		r->b->means[r->unit] |= means;
		r->b->node.at[r->from].locks |= (means & LINK_LOCKS) != 0;
	}
	if (s->linkage != LINK_STATIC && s->name.i) {
		e.node = 0;
		e.name = intern_find(&r->b->p->name, program_str(r->u, s->name), strlen(program_str(r->u, s->name)));
	}
	if (e.node || e.name) {
		*vec_add(&r->b->arena, &r->b->edge) = e;
		r->b->node.at[r->from].nedges++;
	}
}

static void name_ref(struct link_reading *r, struct ref x)
{
	const struct konst *k = program_konst_of(r->u, x);

	if (ref_kind(x) == REF_SYM)
		name_symbol(r, (struct sym_id){ ref_index(x) });
	else if (k && (k->kind == KONST_ADDR || k->kind == KONST_LABEL))
		name_symbol(r, k->sym);
}

static void read_symbol(struct link_reading *r, const struct sym *s, struct body *code)
{
	r->b->node.at[r->from].edge = r->b->edge.n;
	name_symbol(r, s->target);
	for (uint32_t k = 0; k < s->nrelocs; k++)
		name_symbol(r, r->u->reloc.at[s->reloc + k].sym);
	if (!s->fn.i)
		return;
	body_get(r->u->arena, r->u, s->fn, code);
	for (uint32_t i = 0; i < code->inst.n; i++)
		for (uint32_t k = 0; k < code->inst.at[i].nargs; k++)
			name_ref(r, body_arg(code, &code->inst.at[i], k));
}

static bool is_collected(const struct program *u, const struct sym *s)
{
	return s->kind == SYM_VARIABLE && (s->section.i || !strncmp(program_str(u, s->name), "llvm.", 5));
}

static void begin_at(struct link_beside *b, uint32_t node)
{
	if (node && !b->node.at[node].reached) {
		b->node.at[node].reached = true;
		*vec_add(&b->arena, &b->todo) = node;
	}
}

/* Who calls it calls the function that it stands for. */
static bool is_stand_in(const struct program *u, const struct sym *s)
{
	const char *name = program_str(u, s->name);
	size_t len = strlen(name), suffix = strlen(ANNOTATED_SUFFIX);

	return len > suffix && !strcmp(name + len - suffix, ANNOTATED_SUFFIX);
}

static void add_node(struct link_reading *r, uint32_t sym)
{
	struct link_beside *b = r->b;
	const struct sym *s = &r->u->sym.at[sym];
	struct link_node n = { .unit = r->unit };

	if (!(s->flags & SYM_DEFINED) && !s->fn.i)
		return;
	if (s->linkage != LINK_STATIC && s->name.i)
		n.name = intern_find(&b->p->name, program_str(r->u, s->name), strlen(program_str(r->u, s->name)));
	n.offered = s->kind == SYM_FUNCTION && s->fn.i && (s->linkage == LINK_EXTERN || s->linkage == LINK_WEAK) &&
		    !b->p->has_main[r->unit] && !b->p->unit[r->unit].stub && !is_stand_in(r->u, s);
	r->node[sym] = b->node.n;
	*vec_add(&b->arena, &b->node) = n;
	if (n.name)
		map_put(&b->arena, &b->by_name, map_pair(n.name, r->unit), r->node[sym]);
	if (is_collected(r->u, s) || (n.name && n.name == b->p->main && b->p->has_main[r->unit]))
		begin_at(b, r->node[sym]);
}

static void read_unit(struct link_beside *b, uint32_t unit)
{
	struct link_reading r = { .b = b, .unit = unit };
	struct body code = { 0 };
	struct arena a;
	struct program u;
	struct trouble why;

	arena_init(&a, "link beside unit");
	program_init(&u, &a);
	r.u = &u;
	if (unit_load(b->p->unit[unit].path, &u, &why)) {
		r.node = arena_array(&a, u.sym.n, sizeof *r.node);
		r.last = arena_array(&a, u.sym.n, sizeof *r.last);
		for (uint32_t i = 1; i < u.sym.n; i++)
			add_node(&r, i);
		for (uint32_t i = 1; i < u.sym.n; i++)
			if ((r.from = r.node[i]))
				read_symbol(&r, &u.sym.at[i], &code);
		unit_close(&u);
	}
	arena_release(&a);
}

/* ---- who is reached ---- */

static void reach_all(struct link_beside *b)
{
	while (b->todo.n) {
		struct link_node from = b->node.at[b->todo.at[--b->todo.n]];
		for (uint32_t i = from.edge; i < from.edge + from.nedges; i++) {
			struct naming_edge e = b->edge.at[i];
			struct link_span s = e.name ? b->p->givers[e.name] : (struct link_span){ 0 };
			begin_at(b, e.node);
			for (uint32_t k = 0; k < s.n; k++)
				begin_at(b, map_get(&b->by_name, map_pair(e.name, b->p->give.at[s.first + k].unit)));
		}
	}
}

struct tried {
	uint32_t all, reached;
	uint32_t left_locks; /* functions that take a lock and are not reached */
};

/* Of one group, by what each unit offers, and by what functions outside its units with a main name, and the others. */
static bool only_tries(const struct link_beside *b, const struct link_start *s, const struct tried *of)
{
	uint32_t all = 0, reached = 0, left_locks = 0;
	uint8_t mains = 0, others = 0;

	for (uint32_t i = 0; i < s->units.n; i++) {
		uint32_t u = s->units.at[i];
		all += of[u].all;
		reached += of[u].reached;
		left_locks += of[u].left_locks;
		mains |= b->p->has_main[u] ? b->means[u] : 0;
		others |= b->p->has_main[u] ? 0 : b->means[u];
	}
	if (s->unit == NO_UNIT || s->function != b->p->main)
		return false;
	if (reached < all && !(others & LINK_STARTS) && (left_locks || (others & LINK_LOCKS && !(mains & LINK_STARTS))))
		return true;
	return 3 * reached <= 2 * all;
}

void beside_find(struct plan *p)
{
	struct link_beside b = { .p = p };
	struct tried *of = arena_array(&p->arena, p->n, sizeof *of);
	bool *wanted = arena_array(&p->arena, p->n, sizeof *wanted), any = false, shared = false;

	arena_init(&b.arena, "link beside");
	b.means = arena_array(&b.arena, p->n, sizeof *b.means);
	(void)vec_add(&b.arena, &b.node);
	(void)vec_add(&b.arena, &b.edge);
	for (uint32_t u = 0; u < p->n; u++) {
		read_unit(&b, u);
		shared |= p->unit[u].shared;
	}
	reach_all(&b);
	for (uint32_t i = 1; i < b.node.n; i++) {
		of[b.node.at[i].unit].all += b.node.at[i].offered;
		of[b.node.at[i].unit].reached += b.node.at[i].offered && b.node.at[i].reached;
		of[b.node.at[i].unit].left_locks += b.node.at[i].offered && !b.node.at[i].reached && b.node.at[i].locks;
	}
	for (uint32_t g = 0; g < p->start.n; g++)
		for (uint32_t i = 0; i < p->start.at[g].units.n && only_tries(&b, &p->start.at[g], of); i++) {
			uint32_t u = p->start.at[g].units.at[i];
			wanted[u] = !p->has_main[u] && !p->unit[u].stub && (p->unit[u].shared || !shared);
			any |= wanted[u];
		}
	if (any)
		closure_add_library(p, wanted);
	arena_release(&b.arena);
}
