/* Locks, conditions and the like as memory: who makes or ends one, while another thread uses it.
 *
 *     pthread_create(&t, NULL, worker, NULL);                     worker: pthread_mutex_lock(&m)
 *     pthread_mutex_init(&m, NULL);                               a race: it may be locked before it is made
 *
 * Such accesses (access_is_object) disturb each other if one of them makes or ends the object, and are disturbed by free; what is
 * stored through some pointer that may lead anywhere is not compared with them.
 *
 * Who makes or ends an object should have it alone, and most often does: by an order that the program keeps and no phase knows
 * of. So both sides must name one and the same object, or be in the only block of their class, or one of them in a loop that goes
 * through all elements of the array that the other one is in; and a library's callers are trusted to make its objects first and
 * to end them last. Who signals with a lock held is over when the one who was waiting gets that lock, and may then end what was
 * signalled; a thread that does nothing under that lock has not waited. Who ends an object in a block and then frees the block
 * does one thing: where the free is a race with the same use, that is told instead.
 *
 * misses  objects that are one of several; what a thread ends before it waits under that lock; libraries whose functions make or
 *         end an object while others use it; records that are copied or cleared with a lock in them; frees beyond race-frees of
 *         a class */
#include "code/loop.h"
#include "race/build.h"

bool uses_conflict(const struct use *a, const struct use *b)
{
	bool x = access_is_object(a->flags), y = access_is_object(b->flags);

	if (x && y)
		return (a->flags | b->flags) & ACCESS_WRITE;
	if (x || y)
		return (x ? b : a)->flags & ACCESS_FREE && !((x ? a : b)->flags & ACCESS_WRITE);
	return !(a->flags & b->flags & ACCESS_ATOMIC);
}

void objects_find(struct races *r)
{
	for (uint32_t k = 1; k < r->kind.n; k++) {
		uint8_t flags = r->kind.at[k].use.flags;
		bool taken = access_is_object(flags) && !(flags & (ACCESS_WRITE | ACCESS_LAST));
		if (taken || r->kind.at[k].use.held)
			*vec_add(r->arena, &r->taking) = k;
	}
}

static bool is_done_by(const struct races *r, const struct kind *k, uint32_t thread)
{
	for (uint32_t i = 0; i < k->nmembers; i++)
		if (r->member.at[k->member + i] == thread)
			return true;
	return false;
}

/* Names of two objects that are not one and the same: a name that leads through a pointer may be any. */
static bool names_differ(const struct races *r, uint32_t a, uint32_t b)
{
	return a != b && anchor_is_object(&r->term[anchor_of(r->term, a).term]) &&
	       anchor_is_object(&r->term[anchor_of(r->term, b).term]);
}

/* Is it a use of one of the locks, or done under one? */
static bool is_under(const struct races *r, const struct use *u, const struct held *g, uint32_t n)
{
	uint32_t nheld;
	const struct held *held = use_locks(r, u, &nheld);

	for (uint32_t i = 0; i < n; i++) {
		if (access_is_object(u->flags) && !names_differ(r, u->at, g[i].term))
			return true;
		for (uint32_t k = 0; k < nheld; k++)
			if (!names_differ(r, held[k].term, g[i].term))
				return true;
	}
	return false;
}

/* Does the thread take a lock that the other one holds there, and so may have waited for it to be done? */
static bool may_await(const struct races *r, uint32_t thread, const struct use *u)
{
	uint32_t n;
	const struct held *g = use_locks(r, u, &n);

	for (uint32_t i = 0; n && i < r->taking.n; i++) {
		const struct kind *k = &r->kind.at[r->taking.at[i]];
		if (is_done_by(r, k, thread) && is_under(r, &k->use, g, n))
			return true;
	}
	return false;
}

/* Is the block made for one record, the one that the member is of, and so no array of them? */
static bool is_made_for(struct races *r, const struct object *o, struct konst_id member)
{
	const struct body *b = member.i ? code_of(r, o->fn) : NULL;
	const struct inst *in = b && o->inst < b->inst.n ? &b->inst.at[o->inst] : NULL;
	uint64_t bytes = 1;

	if (!in || in->op != OP_call || in->nargs < 2)
		return false;
	for (uint32_t k = 1; k < in->nargs; k++) {
		const struct konst *arg = program_konst_of(r->p, body_arg(b, in, k));
		if (!arg || arg->kind != KONST_INT || arg->lo > UINT32_MAX || bytes > UINT32_MAX)
			return false;
		bytes *= arg->lo;
	}
	return bytes * 8 == program_type(r->p, type_strip(r->p, program_konst(r->p, member)->type))->size;
}

/* Is there only one block that both can mean, which is made once, and is it no array? All that may be in a class is in its
 * list. */
static bool are_in_one_block(struct races *r, const struct use *a, const struct use *b)
{
	struct cell x = a->ncells == 1 ? r->cell.at[a->cell] : (struct cell){ 0 };
	struct cell y = b->ncells == 1 ? r->cell.at[b->cell] : (struct cell){ 0 };
	uint32_t n = 0;
	const uint32_t *object = x.class ? points_objects(r->points, x.class, &n) : NULL;
	const struct object *o = n == 1 ? &r->points->object.at[object[0]] : NULL;

	if (anchor_of(r->term, a->at).indexed || anchor_of(r->term, b->at).indexed || ((a->flags | b->flags) & ACCESS_MAY))
		return false;
	if (!o || x.class != y.class || x.offset != y.offset || o->kind != OBJECT_HEAP || o->inst & POINTS_PARAM ||
	    points_fold(r->points, x.class) ||
	    r->points->first_instance[o->fn.i] + 1 != r->points->first_instance[o->fn.i + 1])
		return false;
	return is_made_for(r, o, a->member) && is_made_for(r, o, b->member) &&
	       threads_names_one(r->threads, &(struct term){ .kind = TERM_HEAP, .a = o->fn.i, .b = o->inst });
}

/* An element of a variable that is an array, or a member of one. */
struct object_element {
	uint32_t array, index; /* terms; array 0: it is none */
	int64_t scale, behind;
};

static struct object_element element_at(const struct races *r, uint32_t at)
{
	const struct term *k = &r->term[at];
	struct object_element e = { 0 };

	for (; k->kind == TERM_FIELD; k = &r->term[k->base])
		e.behind += k->offset;
	if (k->kind == TERM_INDEX && r->term[k->base].kind == TERM_SYM) {
		e.array = k->base;
		e.index = k->a;
		e.scale = k->offset;
	}
	return e;
}

/* Does nothing happen in the loop but that objects are made or ended? */
static bool only_makes(const struct races *r, const struct body *b, const struct count_loop *l)
{
	for (uint32_t k = 0; k < b->block.n; k++)
		for (uint32_t i = b->block.at[k].inst; l->inside[k] && i < b->block.at[k].inst + b->block.at[k].ninsts; i++) {
			struct sym_id callee = b->inst.at[i].op == OP_call ? body_callee(r->p, b, &b->inst.at[i]) : (struct sym_id){ 0 };
			const struct model_row *row = callee.i ? r->points->row[callee.i] : NULL;
			if (b->inst.at[i].op == OP_call && !events_find(row, EVENT_INIT) && !events_find(row, EVENT_DESTROY))
				return false;
		}
	return true;
}

/* Does a loop go through all elements of the array? `alone`, if asked for: and does nothing else. */
static bool goes_through_all(struct races *r, const struct object_element *e, bool *alone)
{
	const struct term *k = e->index ? index_number(r, e->index) : NULL;
	const struct body *b = k && k->kind == TERM_RESULT && k->a && !(k->b & (RESULT_INNER | POINTS_PARAM)) ?
				       code_of(r, (struct fn_id){ k->a }) :
				       NULL;
	const struct type *t = program_type(r->p, type_strip(r->p, program_sym(r->p, (struct sym_id){ r->term[e->array].a })->type));
	struct arena scratch;
	struct count_loop l;
	struct cfg cfg;
	int64_t first, end;
	bool all;

	if (!b || k->b >= b->inst.n || b->inst.at[k->b].op != OP_phi || t->kind != TYPE_ARRAY)
		return false;
	arena_init(&scratch, "race.object");
	cfg_build(&scratch, b, &cfg);
	all = loop_find(&scratch, r->p, b, &cfg, block_of_inst(b, k->b), ref_make(REF_VALUE, body_value(b, k->b)), &l) && !l.bottom &&
	      program_constant(r->p, l.first, &first) && program_constant(r->p, l.bound, &end) && !first && l.step == 1 &&
	      (l.compare == COMPARE_slt || l.compare == COMPARE_ult || l.compare == COMPARE_ne) && end == (int64_t)t->count &&
	      end * e->scale == (int64_t)(t->size / 8);
	if (all && alone)
		*alone = only_makes(r, b, &l);
	arena_release(&scratch);
	return all;
}

/* Whoever makes or ends all of an array, and nothing else meanwhile, meets whatever element is used; so does he, whatever he does
 * meanwhile, who meets somebody that uses all of them. */
static bool are_in_one_array(struct races *r, const struct use *a, const struct use *b)
{
	const struct use *w = a->flags & ACCESS_WRITE ? a : b, *u = w == a ? b : a;
	struct object_element x = element_at(r, w->at), y = element_at(r, u->at);
	bool alone = false;

	return x.array && x.array == y.array && x.scale == y.scale && x.behind == y.behind && goes_through_all(r, &x, &alone) &&
	       (alone || goes_through_all(r, &y, NULL));
}

bool object_is_trusted(struct races *r, const struct clash *c, const struct use *a, const struct use *b)
{
	const struct use *x = access_is_object(a->flags) ? a : b;
	const struct use *w = a->flags & ACCESS_WRITE ? a : b;

	if (!access_is_object(x->flags))
		return false;
	if (w->thread && a->flags & b->flags & ACCESS_LAST && (a->flags ^ b->flags) & ACCESS_WRITE &&
	    may_await(r, w->thread, w == a ? b : a))
		return true;
	if ((c->alias != ALIAS_MUST || r->term[anchor_of(r->term, x->at).term].kind == TERM_RESULT) && !are_in_one_block(r, a, b) &&
	    !are_in_one_array(r, a, b))
		return true;
	return w->thread && r->contexts->root.at[r->threads->thread.at[w->thread].root].kind == ROOT_EXPORT;
}

static bool have_one_class(const struct races *r, const struct use *a, const struct use *b)
{
	for (uint32_t i = 0; i < a->ncells; i++)
		for (uint32_t k = 0; k < b->ncells; k++)
			if (r->cell.at[a->cell + i].class && r->cell.at[a->cell + i].class == r->cell.at[b->cell + k].class)
				return true;
	return false;
}

/* The use of this kind by the thread; UINT32_MAX: the thread does no such thing. */
static uint32_t use_by(struct races *r, uint32_t kind, uint32_t thread)
{
	for (uint32_t i = 0; i < r->kind.at[kind].nmembers; i++)
		if (r->member.at[r->kind.at[kind].member + i] == thread)
			return use_in(r, kind, i);
	return UINT32_MAX;
}

static void find_frees(struct races *r)
{
	if (r->frees_found)
		return;
	r->frees_found = true;
	for (uint32_t k = 1; k < r->kind.n; k++)
		if (r->kind.at[k].use.flags & ACCESS_FREE)
			*vec_add(r->arena, &r->freeing) = k;
}

bool object_is_freed(struct races *r, uint32_t ends, uint32_t uses)
{
	uint32_t seen = 0;

	if (!access_is_object(r->use.at[ends].flags) || !access_is_object(r->use.at[uses].flags))
		return false;
	find_frees(r);
	for (uint32_t i = 0; i < r->freeing.n; i++) {
		struct clash c = { .rule = RULE_RACE };
		uint32_t kind = r->freeing.at[i];
		if (!have_one_class(r, &r->kind.at[kind].use, &r->use.at[ends]))
			continue;
		if (limit_full(LIMIT_race_frees, seen++))
			break;
		c.a = use_by(r, kind, r->use.at[ends].thread);
		c.b = uses;
		if (c.a == UINT32_MAX || uses_share_lock(r, &r->use.at[c.a], &r->use.at[c.b]))
			continue;
		c.alias = (uint8_t)uses_alias(r, &r->use.at[c.a], &r->use.at[c.b]);
		if (c.alias == ALIAS_MUST)
			prune_clash(r, &c);
		if (c.alias == ALIAS_MUST && c.verdict.prune == PRUNE_NOT)
			return true;
	}
	return false;
}
