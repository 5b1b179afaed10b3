#include "prove/search/sequential.h"

#include <string.h>

#include "prove/execute/atomic.h"
#include "prove/execute/library.h"

static void find_families(struct seq_program *s)
{
	const struct models *models = s->points->models;

	for (uint32_t i = 0; i < models->row.n; i++) {
		const struct model_row *r = &models->row.at[i];
		uint32_t is = event_is(r, EVENT_BARRIER) ? FAMILY_BARRIER : event_is(r, EVENT_ACQUIRE) ? FAMILY_ACQUIRES : 0;
		if (event_is(r, EVENT_INIT) && (event_says(&r->attr) || r->recursive_if.test))
			is = FAMILY_KINDS;
		if (event_is(r, EVENT_WAIT) && event_says(&r->with))
			is = FAMILY_WAITS_WITH_LOCK;
		if (event_is(r, EVENT_ACQUIRE) && r->flags & MODEL_SHARED)
			is |= FAMILY_SHARES;
		if (is)
			*map_at(s->arena, &s->family, r->family) |= is;
	}
}

struct seq_program *seq_begin(struct arena *a, const struct points *points, const struct program *primitives,
			      const struct goal *goal)
{
	struct seq_program *s = arena_new(a, struct seq_program);

	*s = (struct seq_program){ .arena = a, .points = points, .p = points->p, .primitives = primitives, .goal = goal };
	s->fn = arena_array(a, s->p->fn.n, sizeof *s->fn);
	s->primitive = arena_array(a, primitives->fn.n, sizeof *s->primitive);
	s->meaning = arena_array(a, s->p->sym.n, sizeof *s->meaning);
	s->library = arena_array(a, s->p->sym.n, sizeof *s->library);
	find_families(s);
	s->visible = seq_find_visible(a, points);
	s->fn_distance = seq_distances(a, points, goal);
	return s;
}

/* ---- calls ---- */

static const char *const fails[] = { "__assert_fail", "__assert_perror_fail", "__assert",	 "__assert_rtn",
				     "__assert2",     "reach_error",	      "__VERIFIER_error" };
static const char *const ends[] = { "exit",	  "_exit",	   "_Exit", "abort",	      "quick_exit", "err",
				    "errx",	  "verr",	   "verrx", "__builtin_trap", "llvm.trap",  "__stack_chk_fail",
				    "__chk_fail", "__fortify_fail" };

static bool is_in(const char *name, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(name, list[i]))
			return true;
	return false;
}

static bool is_meant(const struct model_row *r)
{
	return event_has(r, TRAIT_EXECUTED) || (event_is(r, EVENT_HANDLER) && r->kind == MODEL_KIND_SIGNAL);
}

const struct model_row *seq_row(const struct seq_program *s, struct sym_id sym)
{
	for (const struct model_row *r = s->points->row[sym.i]; r;
	     r = model_skip(r->next, program_sym(s->p, sym)->flags & SYM_DEFINED))
		if (is_meant(r))
			return r;
	return NULL;
}

static enum seq_meaning find_meaning(struct seq_program *s, struct sym_id id)
{
	const struct sym *sym = program_sym(s->p, id);
	const char *name = program_str(s->p, sym->name);

	if (is_in(name, fails, sizeof fails / sizeof *fails))
		return SEQ_FAIL;
	if (!strcmp(name, "__VERIFIER_assume"))
		return SEQ_ASSUME;
	if (seq_row(s, id))
		return SEQ_ROWS;
	if (atomic_row(s, id))
		return SEQ_ATOMIC;
	if (sym->fn.i)
		return SEQ_BODY;
	if (is_in(name, ends, sizeof ends / sizeof *ends))
		return SEQ_ENDS;
	s->library[id.i] = library_find(name);
	return s->library[id.i] ? SEQ_LIBRARY : SEQ_OUTSIDE;
}

enum seq_meaning seq_meaning(struct seq_program *s, struct sym_id id)
{
	id = sym_behind_alias(s->p, id);
	if (!s->meaning[id.i])
		s->meaning[id.i] = (uint8_t)find_meaning(s, id);
	return s->meaning[id.i];
}

/* ---- functions ---- */

static bool is_place(const struct schedule_place *x, struct fn_id fn, uint32_t inst)
{
	return x->fn.i == fn.i && x->inst == inst;
}

bool seq_is_goal(const struct seq_program *s, struct fn_id fn, uint32_t inst)
{
	for (uint32_t i = 0; i < s->goal->npairs; i++)
		if (is_place(&s->goal->pair[i].a, fn, inst) || is_place(&s->goal->pair[i].b, fn, inst))
			return true;
	for (uint32_t i = 0; i < s->goal->nplaces; i++)
		if (is_place(&s->goal->place[i], fn, inst))
			return true;
	return false;
}

uint32_t seq_side(const struct seq_program *s, struct fn_id fn, uint32_t inst)
{
	uint32_t side = 0;

	for (uint32_t i = 0; i < s->goal->npairs; i++)
		side |= (is_place(&s->goal->pair[i].a, fn, inst) ? 1 : 0) | (is_place(&s->goal->pair[i].b, fn, inst) ? 2 : 0);
	return side;
}

/* Whether others may run in front of it. */
static bool is_visible(struct seq_program *s, const struct body *b, uint32_t i)
{
	const struct inst *in = &b->inst.at[i];
	struct sym_id callee;

	switch (in->op) {
	case OP_call:
		callee = body_callee(s->p, b, in);
		if (!callee.i)
			return false; /* of what is called, if it is visible, the executor takes care */
		switch (seq_meaning(s, callee)) {
		case SEQ_ROWS:
		case SEQ_ATOMIC:
		case SEQ_ASSUME:
		case SEQ_FAIL:
			return true;
		case SEQ_LIBRARY:
			return library_touches(s->library[callee.i]) && seq_may_matter(s->visible, s->points, b, i);
		default:
			return false;
		}
	case OP_load:
	case OP_store:
	case OP_rmw:
	case OP_cmpxchg:
	case OP_memcpy:
	case OP_memset:
		return seq_may_matter(s->visible, s->points, b, i);
	default:
		return false;
	}
}

static bool is_zero(const struct program *p, struct ref r)
{
	const struct konst *k = program_konst_of(p, r);

	return k && (k->kind == KONST_NULL || (k->kind == KONST_INT && !k->lo && !k->hi));
}

static void mark_used(const struct seq_program *s, struct seq_fn *f)
{
	const struct body *b = &f->body;

	f->used = arena_array(s->arena, body_value(b, b->inst.n), sizeof *f->used);
	for (uint32_t i = 0; i < b->arg.n; i++)
		if (ref_kind(b->arg.at[i]) == REF_VALUE)
			f->used[ref_index(b->arg.at[i])] = USED_SIGN;
	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		for (uint32_t k = 0; k < in->nargs; k++) {
			struct ref r = body_arg(b, in, k);
			bool sign = in->op == OP_compare && in->nargs == 2 && is_zero(f->p, body_arg(b, in, !k));
			if (ref_kind(r) == REF_VALUE && !sign)
				f->used[ref_index(r)] = USED;
		}
	}
}

/* Blocks from which a goal can be reached: those that hold one or call what gets to one, and, backwards, those that lead to
 * such. */
static void find_distances(struct seq_program *s, struct seq_fn *f, struct fn_id fn)
{
	const struct body *b = &f->body;
	uint32_t nsites = s->points->first_site[fn.i + 1], *next = arena_array(s->arena, b->block.n, sizeof *next);
	bool changed = true;

	f->distance = arena_array(s->arena, b->block.n, sizeof *f->distance);
	memset(f->distance, 0xff, b->block.n * sizeof *f->distance);
	for (uint32_t i = 0; i < b->inst.n; i++)
		if (seq_is_goal(s, fn, i))
			f->distance[f->block[i]] = 0;
	for (uint32_t k = s->points->first_site[fn.i]; k < nsites; k++) {
		const struct site *site = &s->points->site.at[k];
		uint32_t *d = &f->distance[f->block[site->inst]];
		for (uint32_t j = 0; j < site->ntargets; j++) {
			struct fn_id to = program_sym(s->p, s->points->target.at[site->target + j])->fn;
			uint32_t far = to.i ? s->fn_distance[to.i] : UINT32_MAX;
			if (far < UINT32_MAX / 2 && far * 8 + 8 < *d)
				*d = far * 8 + 8;
		}
	}
	for (uint32_t round = 0; changed && round < b->block.n; round++) {
		changed = false;
		for (uint32_t k = b->block.n; k-- > 0;) {
			uint32_t n;
			const uint32_t *to = body_successors(b, k, &n);
			for (uint32_t j = 0; j < n; j++)
				if (f->distance[to[j]] < UINT32_MAX - 1 && f->distance[to[j]] + 1 < f->distance[k]) {
					f->distance[k] = f->distance[to[j]] + 1;
					changed = true;
				}
		}
	}
}

static void translate(struct seq_program *s, struct seq_fn *f, struct fn_id fn)
{
	const struct body *b = &f->body;
	uint32_t n = 0;

	f->op = arena_array(s->arena, b->inst.n * (size_t)3, sizeof *f->op);
	f->first = arena_array(s->arena, b->inst.n, sizeof *f->first);
	f->block = arena_array(s->arena, b->inst.n, sizeof *f->block);
	for (uint32_t k = 0; k < b->block.n; k++)
		for (uint32_t i = 0; i < b->block.at[k].ninsts; i++)
			f->block[b->block.at[k].inst + i] = k;
	for (uint32_t i = 0; i < b->inst.n; i++) {
		bool goal = !f->primitive && seq_is_goal(s, fn, i);
		f->first[i] = n;
		if (!f->primitive && (goal || is_visible(s, b, i)))
			f->op[n++] = (struct seq_op){ SEQ_SCHEDULE, i };
		if (goal && s->goal->kind == GOAL_RACE)
			f->op[n++] = (struct seq_op){ SEQ_CHECK, i };
		f->op[n++] = (struct seq_op){ SEQ_DO, i };
	}
	f->nops = n;
	mark_used(s, f);
	if (!f->primitive)
		find_distances(s, f, fn);
}

static struct seq_fn *make(struct seq_program *s, const struct program *p, struct fn_id fn)
{
	struct seq_fn *f = arena_new(s->arena, struct seq_fn);

	f->p = p;
	f->primitive = p == s->primitives;
	body_get(s->arena, p, fn, &f->body);
	translate(s, f, fn);
	return f;
}

struct seq_fn *seq_function(struct seq_program *s, struct fn_id fn)
{
	if (!s->fn[fn.i])
		s->fn[fn.i] = make(s, s->p, fn);
	return s->fn[fn.i];
}

struct seq_fn *seq_primitive(struct seq_program *s, const char *name)
{
	const struct program *p = s->primitives;

	for (uint32_t i = 1; i < p->fn.n; i++) {
		if (strcmp(program_fn_name(p, (struct fn_id){ i }), name) != 0)
			continue;
		if (!s->primitive[i])
			s->primitive[i] = make(s, p, (struct fn_id){ i });
		return s->primitive[i];
	}
	BUG("there is no body %s", name);
}

void seq_check(const struct seq_program *s)
{
	for (uint32_t k = 1; k < s->p->fn.n; k++) {
		const struct seq_fn *f = s->fn[k];
		for (uint32_t i = 0; f && i < f->body.inst.n; i++) {
			uint32_t at = f->first[i], end = i + 1 < f->body.inst.n ? f->first[i + 1] : f->nops;
			CHECK(at < end && f->op[end - 1].kind == SEQ_DO,
			      "every instruction is executed, and last of its operations");
			CHECK(f->block[i] < f->body.block.n, "every instruction is in a block");
		}
	}
}
