/* Each function is looked at once before solving: which are small enough to be instantiated at each call, and which are
 * allocators.
 *
 * Small: at most SMALL instructions with the small functions it calls itself, and not recursive; so instances nest at most SMALL
 * deep and all instances together have at most SMALL times as many instructions as the program has calls.
 *
 * An allocator returns fresh memory and keeps no pointer to it: every value returned leads back, through copies, casts, phis,
 * selects and constant offsets, to the result of an `alloc` or `realloc` row, to that of another allocator, or to null; and
 * neither these values nor what is computed from them is stored, passed to a function of the program, or given away otherwise. */
#include <string.h>

#include "base/diag.h"
#include "points/build.h"

/* ---- allocators ---- */

enum { OWNED = 1, DERIVED = 2 };

static bool mark_value(uint8_t *mark, struct ref r, uint8_t as)
{
	if (ref_kind(r) != REF_VALUE || mark[ref_index(r)] & as)
		return false;
	mark[ref_index(r)] |= as;
	return true;
}

/* Null, undefined, or an integer such as an error number in disguise. */
static bool is_no_pointer(const struct program *p, struct ref r)
{
	uint8_t kind;

	if (ref_kind(r) != REF_KONST)
		return false;
	kind = program_konst(p, (struct konst_id){ ref_index(r) })->kind;
	return kind == KONST_NULL || kind == KONST_UNDEF || kind == KONST_INT;
}

struct owner {
	struct build *b;
	const struct body *body;
	uint8_t *mark; /* by value: OWNED leads to the value returned, DERIVED comes from one that does */
	bool fresh, bad;
};

static bool pass_back(struct owner *o, struct ref r)
{
	if (!is_no_pointer(o->b->p, r) && ref_kind(r) != REF_VALUE)
		o->bad = true;
	return mark_value(o->mark, r, OWNED);
}

static void from_call(struct owner *o, const struct inst *in)
{
	struct sym_id callee = body_callee(o->b->p, o->body, in);
	struct fn_id fn = program_sym(o->b->p, callee)->fn;

	if (callee.i && events_make_result(o->b->r->row[callee.i]))
		o->fresh = true;
	else if (callee.i && fn.i && !o->b->r->row[callee.i])
		*vec_add(o->b->scratch, &o->b->source) = fn;
	else
		o->bad = true;
}

/* One step from an owned value to what it is made of. */
static bool trace(struct owner *o, const struct inst *in)
{
	bool more = false;

	switch (in->op) {
	case OP_copy:
	case OP_cast:
	case OP_field:
		return pass_back(o, body_arg(o->body, in, 0));
	case OP_phi:
		for (uint32_t k = 0; k < in->nargs; k++)
			more |= pass_back(o, body_arg(o->body, in, k));
		return more;
	case OP_select:
		more = pass_back(o, body_arg(o->body, in, 1));
		return pass_back(o, body_arg(o->body, in, 2)) || more;
	case OP_call:
		return false; /* from_call, once all is traced */
	default:
		o->bad = true;
		return false;
	}
}

static bool is_marked(const struct owner *o, struct ref r)
{
	return ref_kind(r) == REF_VALUE && o->mark[ref_index(r)];
}

/* Whether an instruction gives a marked value away. */
static bool gives_away(const struct owner *o, const struct inst *in)
{
	struct sym_id callee;

	switch (in->op) {
	case OP_store:
	case OP_rmw:
		return is_marked(o, body_arg(o->body, in, 1));
	case OP_cmpxchg:
		return is_marked(o, body_arg(o->body, in, 1)) || is_marked(o, body_arg(o->body, in, 2));
	case OP_call:
		callee = body_callee(o->b->p, o->body, in);
		if (callee.i && (o->b->r->row[callee.i] || !program_sym(o->b->p, callee)->fn.i))
			return false;
		break;
	case OP_insert:
	case OP_asm:
	case OP_asm_goto:
	case OP_replace:
	case OP_shuffle:
		break;
	default:
		return false;
	}
	for (uint32_t k = 0; k < in->nargs; k++)
		if (is_marked(o, body_arg(o->body, in, k)))
			return true;
	return false;
}

static bool derives(struct owner *o, uint32_t i)
{
	const struct inst *in = &o->body->inst.at[i];
	uint32_t v = body_value(o->body, i);

	if (in->op != OP_copy && in->op != OP_cast && in->op != OP_field && in->op != OP_index && in->op != OP_phi &&
	    in->op != OP_select)
		return false;
	for (uint32_t k = 0; k < in->nargs && !o->mark[v]; k++)
		if (is_marked(o, body_arg(o->body, in, k)))
			o->mark[v] = DERIVED;
	return o->mark[v] == DERIVED;
}

/* Marks until nothing is new: backwards what is returned, then forwards what comes from it. Phis may need a second walk. */
static void mark_owned(struct owner *o)
{
	const struct body *body = o->body;
	bool more = true;

	for (uint32_t i = 0; i < body->inst.n; i++)
		if (body->inst.at[i].op == OP_ret && body->inst.at[i].nargs)
			(void)pass_back(o, body_arg(body, &body->inst.at[i], 0));
	while (more && !o->bad) {
		more = false;
		for (uint32_t i = body->inst.n; i-- > 0 && !o->bad;)
			if (o->mark[body_value(body, i)] & OWNED)
				more |= trace(o, &body->inst.at[i]);
	}
	for (uint32_t v = 1; v <= body->param.n; v++)
		o->bad |= o->mark[v] != 0;
	for (more = true; more && !o->bad;) {
		more = false;
		for (uint32_t i = 0; i < body->inst.n; i++)
			if (!o->mark[body_value(body, i)])
				more |= derives(o, i);
	}
}

static void find_allocator(struct build *b, const struct body *body, struct fn_info *info, struct arena *scratch)
{
	struct owner o = { b, body, arena_array(scratch, body->param.n + body->inst.n + 1, 1), false, false };

	mark_owned(&o);
	info->source = b->source.n;
	for (uint32_t i = 0; i < body->inst.n && !o.bad; i++) {
		const struct inst *in = &body->inst.at[i];
		if (in->op == OP_call && o.mark[body_value(body, i)] & OWNED)
			from_call(&o, in);
		o.bad |= gives_away(&o, in);
	}
	if (o.bad)
		b->source.n = info->source;
	info->nsources = b->source.n - info->source;
	info->returns = o.bad ? RETURNS_OTHER : info->nsources ? RETURNS_SOURCES : o.fresh ? RETURNS_BLOCK : RETURNS_OTHER;
}

static bool sources_allocate(const struct build *b, const struct fn_info *info)
{
	for (uint32_t k = 0; k < info->nsources; k++)
		if (!b->info[b->source.at[info->source + k].i].allocates)
			return false;
	return true;
}

/* From the least: a wrapper counts once all that it wraps do. Each walk finds one more layer of wrappers. */
static void settle_allocators(struct build *b)
{
	bool more = true;

	for (uint32_t f = 1; f < b->p->fn.n; f++)
		b->info[f].allocates = b->info[f].returns == RETURNS_BLOCK;
	while (more) {
		more = false;
		for (uint32_t f = 1; f < b->p->fn.n; f++) {
			struct fn_info *info = &b->info[f];
			if (info->allocates || info->returns != RETURNS_SOURCES || !sources_allocate(b, info))
				continue;
			info->allocates = more = true;
		}
	}
}

/* ---- callbacks ---- */

/* A pointer to a function as C declares it, or to one that is known only by its name. */
static bool is_function_pointer(const struct program *p, struct type_id id)
{
	const struct type *t = program_type(p, type_strip(p, id));

	return t->kind == TYPE_POINTER && program_type(p, type_strip(p, t->base))->kind == TYPE_FUNCTION;
}

static bool is_function(const struct program *p, struct ref ref)
{
	return ref_kind(ref) == REF_SYM &&
	       program_sym(p, sym_behind_alias(p, (struct sym_id){ ref_index(ref) }))->kind == SYM_FUNCTION;
}

/* What is declared as a pointer to something constant is looked at, not called: dladdr(const void *). */
static bool is_only_read(const struct program *p, struct type_id id)
{
	const struct type *t = program_type(p, type_strip(p, id));
	struct type_id read = t->base, end = type_strip(p, t->base);
	bool constant = false;

	if (t->kind != TYPE_POINTER || program_type(p, end)->kind == TYPE_FUNCTION)
		return false;
	for (; end.i && read.i != end.i && !constant; read = program_type(p, read)->base)
		constant = program_type(p, read)->kind == TYPE_CONST;
	return constant;
}

/* May a function outside, of this type, call its argument k? Functions by name, and what it declares as pointers to functions. */
static bool is_callback(const struct program *p, const struct type *callee, uint32_t k, struct ref given)
{
	struct type_id declared = { 0 };

	if (callee->kind == TYPE_FUNCTION && k < callee->nfields)
		declared = p->field.at[callee->field + k].type;
	if (!declared.i)
		return is_function(p, given);
	return is_function_pointer(p, declared) || (is_function(p, given) && !is_only_read(p, declared));
}

static void note_callbacks(struct build *b, const struct body *body, const struct inst *in)
{
	struct sym_id callee = body_callee(b->p, body, in);
	const struct sym *s = program_sym(b->p, callee);
	const struct type *type = program_type(b->p, type_strip(b->p, s->type));

	if (!callee.i || s->kind != SYM_FUNCTION || s->fn.i || b->r->row[callee.i] ||
	    !strncmp(program_str(b->p, s->name), "llvm.", 5))
		return;
	for (uint32_t k = 0; k + 1 < in->nargs && !limit_full(LIMIT_points_parameters, k); k++)
		if (is_callback(b->p, type, k, body_arg(body, in, k + 1)))
			b->callback[callee.i] |= (uint64_t)1 << k;
}

/* A row an argument. There are few such functions. */
static void assume_rows(struct build *b)
{
	for (uint32_t i = 1; i < b->p->sym.n; i++) {
		const struct model_row **last = &b->r->assumed[i];
		for (uint8_t k = 0; k < MANY_ARGS && b->callback[i] >> k; k++) {
			struct model_row *row;
			if (!(b->callback[i] >> k & 1))
				continue;
			row = event_make_calls(b->arena, k);
			*last = row;
			last = &row->next;
		}
	}
}

/* ---- small functions ---- */

static void list_callees(struct build *b, const struct body *body, struct fn_info *info)
{
	info->callee = b->callee.n;
	for (uint32_t i = 0; i < body->inst.n; i++) {
		struct sym_id callee;
		if (body->inst.at[i].op != OP_call)
			continue;
		note_callbacks(b, body, &body->inst.at[i]);
		callee = body_callee(b->p, body, &body->inst.at[i]);
		if (callee.i && program_sym(b->p, callee)->fn.i && !b->r->row[callee.i])
			*vec_add(b->scratch, &b->callee) = program_sym(b->p, callee)->fn;
	}
	info->ncallees = b->callee.n - info->callee;
}

struct component_walk { /* Tarjan's, without recursion */
	uint32_t *number, *low, *next;
	bool *open;
	VEC(uint32_t) stack, path;
	uint32_t count;
};

static void enter(struct build *b, struct component_walk *w, uint32_t f)
{
	w->number[f] = w->low[f] = ++w->count;
	w->open[f] = true;
	*vec_add(b->scratch, &w->stack) = f;
	*vec_add(b->scratch, &w->path) = f;
}

/* All callees have been settled; `alone`: it is on no cycle. */
static void settle_size(struct build *b, uint32_t f, bool alone)
{
	struct fn_info *info = &b->info[f];
	uint32_t size = program_fn(b->p, (struct fn_id){ f })->ninsts;

	for (uint32_t k = 0; k < info->ncallees && size <= SMALL; k++) {
		uint32_t g = b->callee.at[info->callee + k].i;
		alone &= g != f;
		size += b->info[g].small ? b->info[g].size : 0;
	}
	info->size = size;
	info->small = alone && size <= SMALL;
}

static void leave(struct build *b, struct component_walk *w, uint32_t f)
{
	bool alone = w->stack.at[w->stack.n - 1] == f;

	w->path.n--;
	if (w->path.n) {
		uint32_t up = w->path.at[w->path.n - 1];
		w->low[up] = w->low[f] < w->low[up] ? w->low[f] : w->low[up];
	}
	if (w->low[f] != w->number[f])
		return;
	for (uint32_t g = 0; g != f;) {
		g = w->stack.at[--w->stack.n];
		w->open[g] = false;
		settle_size(b, g, alone);
	}
}

static void walk_from(struct build *b, struct component_walk *w, uint32_t root)
{
	enter(b, w, root);
	while (w->path.n) {
		uint32_t f = w->path.at[w->path.n - 1];
		const struct fn_info *info = &b->info[f];
		if (w->next[f] == info->ncallees) {
			leave(b, w, f);
			continue;
		}
		uint32_t g = b->callee.at[info->callee + w->next[f]++].i;
		if (!w->number[g])
			enter(b, w, g);
		else if (w->open[g] && w->number[g] < w->low[f])
			w->low[f] = w->number[g];
	}
}

static void find_small(struct build *b)
{
	uint32_t n = b->p->fn.n;
	struct component_walk w = { arena_array(b->scratch, n, 4), arena_array(b->scratch, n, 4), arena_array(b->scratch, n, 4),
		                    arena_array(b->scratch, n, 1), { 0 }, { 0 }, 0 };

	for (uint32_t f = 1; f < n; f++)
		if (!w.number[f])
			walk_from(b, &w, f);
}

/* ---- the walk ---- */

#define KEEP(arena, to, from, what)                                                                                              \
	((to)->what.at = (void *)arena_copy((arena), (const char *)(from)->what.at, (from)->what.n * sizeof *(from)->what.at),   \
	 (to)->what.n = (to)->what.cap = (from)->what.n)

/* Locations are not needed here and are the larger part. */
static struct body *keep_body(struct arena *a, const struct body *body)
{
	struct body *kept = arena_new(a, struct body);

	kept->fn = body->fn;
	KEEP(a, kept, body, param);
	KEEP(a, kept, body, block);
	KEEP(a, kept, body, inst);
	KEEP(a, kept, body, arg);
	KEEP(a, kept, body, word);
	return kept;
}

static void survey_function(struct build *b, const struct body *body, struct fn_info *info)
{
	const struct sym *s = program_sym(b->p, program_fn(b->p, body->fn)->sym);
	const struct type *type = program_type(b->p, type_strip(b->p, s->type));
	struct arena scratch;

	info->nparams = body->param.n;
	info->variadic = s->flags & SYM_VARIADIC;
	info->returns_record = type->kind == TYPE_FUNCTION && layout_is_record(b->p, type->base);
	for (uint32_t k = 0; k < body->param.n && !limit_full(LIMIT_points_parameters, k); k++)
		info->records |= (uint64_t)layout_is_record(b->p, body->param.at[k].type) << k;
	list_callees(b, body, info);
	guards_survey(b, body);
	elements_survey(b, body);
	if (body->inst.n <= SMALL)
		info->body = keep_body(b->scratch, body);
	if (type->kind == TYPE_FUNCTION && layout_carries(b->p, type->base) != CARRIES_POINTER)
		return;
	arena_init(&scratch, "points.function");
	find_allocator(b, body, info, &scratch);
	arena_release(&scratch);
}

void survey_run(struct build *b)
{
	struct body body = { 0 };
	struct arena bodies;

	b->info = arena_array(b->scratch, b->p->fn.n, sizeof *b->info);
	b->callback = arena_array(b->scratch, b->p->sym.n, sizeof *b->callback);
	b->r->assumed = arena_array(b->arena, b->p->sym.n, sizeof(*b->r->assumed));
	arena_init(&bodies, "points.bodies");
	for (uint32_t f = 1; f < b->p->fn.n; f++) {
		body_get(&bodies, b->p, (struct fn_id){ f }, &body);
		survey_function(b, &body, &b->info[f]);
	}
	arena_release(&bodies);
	assume_rows(b);
	settle_allocators(b);
	find_small(b);
}
