/* Guards of variables and members, from all uses that threads make of them.
 *
 * Uses are grouped by what can be annotated: a variable, a member of a record, or what one of these points to. The guard of a
 * group is a lock that every use holds, unless the use cannot meet another one: every pair that it is in was ruled out (it is
 * excused: before the threads are started, of memory that nobody else has). Names of locks are compared: a member beside the one
 * that is used has the same name in every instance, and race has asked before whether it is the same instance. */
#include "annotate/learn.h"

#include <stdlib.h>
#include <string.h>

enum kind_state { KIND_CLEARED = 1, KIND_RACES = 2 };

/* ---- which uses are cleared ---- */

static bool is_cleared(const struct clash *c)
{
	switch (c->verdict.prune) {
	case PRUNE_LOCK:
	case PRUNE_APART:
	case PRUNE_OWNED:
	case PRUNE_STRUCTURE:
	case PRUNE_NAMES:
	case PRUNE_ELEMENT:
	case PRUNE_TYPE:
	case PRUNE_PATH:
	case PRUNE_UNREACHED:
		return true;
	default:
		return false;
	}
}

static void find_states(struct learning *l)
{
	struct races *r = l->r;

	l->state = arena_array(&l->scratch, r->kind.n, sizeof *l->state);
	for (uint32_t i = 1; i < r->clash.n; i++) {
		const struct clash *c = &r->clash.at[i];
		uint8_t state = is_cleared(c) ? KIND_CLEARED : KIND_RACES;
		l->state[r->use.at[c->a].kind] |= state;
		l->state[r->use.at[c->b].kind] |= state;
	}
}

bool learning_excuses(const struct learning *l, uint32_t kind)
{
	return l->state[kind] == KIND_CLEARED || (!l->state[kind] && l->r->kind.at[kind].idle >= IDLE_FRESH);
}

/* ---- groups ---- */

static bool holder_key(struct learning *l, const struct use *u, struct group_key *key)
{
	struct pointer_holder at;

	if (!use_holder(l->r, u, &at))
		return false;
	key->pointee = 1;
	key->record = at.record.i;
	key->offset = at.offset;
	key->sym = at.variable.i;
	return true;
}

/* Of a variable that is a record, the member. */
static void member_key(const struct races *r, const struct use *u, struct group_key *key)
{
	struct type_id type = type_strip(r->p, program_sym(r->p, (struct sym_id){ key->sym })->type);
	uint8_t kind = program_type(r->p, type)->kind;

	if (kind != TYPE_STRUCT && kind != TYPE_UNION)
		return;
	for (const struct term *k = &r->term[u->at]; k->kind == TERM_FIELD; k = &r->term[k->base])
		key->offset += k->offset;
	key->record = type.i;
	key->sym = 0;
}

static bool group_key(struct learning *l, const struct use *u, struct group_key *key)
{
	struct races *r = l->r;

	*key = (struct group_key){ 0 };
	if (u->own || !u->nfrom || access_is_object(u->flags) || (u->flags & ACCESS_FREE))
		return false;
	if (u->member.i) {
		const struct konst *k = program_konst(r->p, u->member);
		const struct type *t = program_type(r->p, type_strip(r->p, k->type));
		if (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) {
			key->record = type_strip(r->p, k->type).i;
			key->offset = (int64_t)k->lo;
			return true;
		}
	}
	key->sym = use_variable(r, u).i;
	if (key->sym && l->members)
		member_key(r, u, key);
	return key->sym || key->record || holder_key(l, u, key);
}

static void gather(struct learning *l)
{
	struct group_key key;

	for (uint32_t i = 1; i < l->r->kind.n; i++) {
		uint32_t known = l->keys.entry.n, id;
		if (!group_key(l, &l->r->kind.at[i].use, &key))
			continue;
		id = intern_bytes(&l->keys, &key, sizeof key);
		if (id >= known)
			*vec_add(&l->scratch, &l->group) = (struct guard_group){ .key = key };
		*vec_add(&l->scratch, &l->group.at[id - 1].kind) = i;
	}
}

/* ---- names of locks ---- */

const char *learning_path(struct arena *a, const struct program *p, struct type_id record, int64_t offset)
{
	char *text;
	size_t len;
	FILE *f = open_memstream(&text, &len);
	const char *kept;

	if (!f)
		die("out of memory");
	ir_print_path(p, record, offset, 0, f);
	fclose(f);
	kept = arena_copy(a, text, len);
	free(text);
	return kept;
}

static bool is_identifier(const char *s)
{
	size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");

	return n && !s[n];
}

static const char *name_in_record(struct learning *l, struct type_id record, int64_t offset)
{
	const char *path = learning_path(&l->scratch, l->r->p, record, offset);

	if (path[0] == '.' && is_identifier(path + 1))
		return arena_format(&l->scratch, "&%s", path + 1);
	l->seen[strchr(path, '[') ? LEFT_ARRAY : LEFT_NESTED] = true;
	return NULL;
}

/* "&lock": a member of the record that the location is in, or what such a member points to. NULL: it is not. */
static const char *name_of_beside(struct learning *l, const struct use *u, uint32_t lock)
{
	struct races *r = l->r;
	struct type_id record;
	int64_t offset;

	if (term_is_load(r->term[lock].kind))
		lock = r->term[lock].base;
	return lock_is_beside(r, u, lock, &record, &offset) ? name_in_record(l, record, offset) : NULL;
}

/* "pool.lock": a variable that other functions can name, or a member of it. */
static const char *name_of_global(struct learning *l, const struct use *u, const struct held *g)
{
	struct races *r = l->r;
	const struct term *k = &r->term[g->term];
	const struct sym *s;
	int64_t offset = 0;

	for (; k->kind == TERM_FIELD; k = &r->term[k->base])
		offset += k->offset;
	if (k->kind == TERM_INDEX)
		l->seen[LEFT_ARRAY] = true;
	if (k->kind != TERM_SYM)
		return NULL;
	s = program_sym(r->p, (struct sym_id){ k->a });
	if (s->source.i && s->source.i != s->name.i) { /* of a function */
		l->seen[LEFT_UNNAMED] = true;
		return NULL;
	}
	if (l->record && type_strip(r->p, s->type).i == l->record) /* in the variable that the member, or the pointer, is in */
		return name_in_record(l, (struct type_id){ l->record }, offset);
	return name_lock(&l->scratch, r, u, g->term);
}

uint32_t learning_lock(struct learning *l, const struct use *u, const struct held *g)
{
	const char *name = name_of_beside(l, u, g->term); /* before others: it holds for every instance */

	if (!name)
		name = name_of_global(l, u, g);
	return name && !strpbrk(name, " []*(") ? intern_string(&l->lock, name) : 0;
}

static bool holds_lock(struct learning *l, uint32_t kind, uint32_t lock, bool *alone)
{
	const struct use *u = &l->r->kind.at[kind].use;
	uint32_t n;
	const struct held *g = use_locks(l->r, u, &n);

	for (uint32_t i = 0; i < n; i++)
		if (learning_lock(l, u, &g[i]) == lock) {
			*alone = !held_is_shared(&g[i]);
			return true;
		}
	return false;
}

/* ---- one group ---- */

struct guard_choice {
	uint32_t lock, missing, places, all, writes;
	uint32_t held; /* uses that hold it and are not excused */
	uint32_t last; /* the use that was counted last */
};

static bool is_better(const struct guard_choice *a, const struct guard_choice *b)
{
	if (!a->missing != !b->missing)
		return !a->missing;
	return a->places > b->places;
}

/* By lock: how much of the group holds it. Gives how many uses are not excused. */
static uint32_t tally_locks(struct learning *l, const struct guard_group *g, struct guard_choice **by_lock, uint32_t *n)
{
	VEC(struct guard_choice) tally = { 0 };
	struct map row = { 0 };
	uint32_t strict = 0;

	for (uint32_t i = 0; i < g->kind.n; i++) {
		const struct use *u = &l->r->kind.at[g->kind.at[i]].use;
		bool excused = learning_excuses(l, g->kind.at[i]);
		uint32_t nheld;
		const struct held *held = use_locks(l->r, u, &nheld);
		strict += !excused;
		for (uint32_t k = 0; k < nheld; k++) {
			uint32_t lock = learning_lock(l, u, &held[k]), *at = lock ? map_at(&l->scratch, &row, lock) : NULL;
			struct guard_choice *c;
			if (!at)
				continue;
			if (!*at) {
				*vec_add(&l->scratch, &tally) = (struct guard_choice){ .lock = lock };
				*at = tally.n;
			}
			c = &tally.at[*at - 1];
			c->writes += !held_is_shared(&held[k]) && (u->flags & ACCESS_WRITE);
			if (c->last == i + 1)
				continue;
			c->last = i + 1;
			c->places += u->nfrom;
			c->held += !excused;
		}
	}
	*by_lock = tally.at;
	*n = tally.n;
	return strict;
}

/* The lock that most of it holds, and if there is one, all of it. */
static struct guard_choice best_lock(struct learning *l, const struct guard_group *g)
{
	struct guard_choice best = { 0 }, *c;
	uint32_t n, strict = tally_locks(l, g, &c, &n), all = 0;

	for (uint32_t i = 0; i < g->kind.n; i++)
		all += l->r->kind.at[g->kind.at[i]].use.nfrom;
	for (uint32_t i = 0; i < n; i++) {
		c[i].missing = strict - c[i].held;
		c[i].all = all;
		if (c[i].writes && (!best.lock || is_better(&c[i], &best)))
			best = c[i];
	}
	return best;
}

static void add_holders(struct learning *l, const struct guard_group *g, uint32_t lock, struct lesson *x)
{
	struct intern seen;

	intern_init(&seen, &l->scratch);
	for (uint32_t i = 0; i < g->kind.n; i++) {
		const struct use *u = &l->r->kind.at[g->kind.at[i]].use;
		bool alone;
		if (!holds_lock(l, g->kind.at[i], lock, &alone))
			continue;
		for (uint32_t f = u->first; f < u->first + u->nfrom; f++) {
			const char *name = program_fn_name(l->r->p, place_by_sources(l->r, f).fn);
			uint32_t known = seen.entry.n;
			if (intern_string(&seen, name) >= known)
				*vec_add(l->out, &x->holders) = arena_string(l->out, name);
		}
	}
}

/* The instructions that an access stands for, through the accesses of callees that it comes from; each is added once. */
static void add_places(struct learning *l, uint32_t from, struct intern *to)
{
	struct races *r = l->r;
	struct intern seen;
	uint32_t first[2] = { r->contexts->context.at[r->from.at[from].context].fn.i, r->from.at[from].access };

	intern_init(&seen, &l->scratch);
	(void)intern_bytes(&seen, first, sizeof first);
	for (uint32_t at = 1; at < seen.entry.n && !limit_full(LIMIT_race_sources, at); at++) {
		uint32_t key[2];
		const struct summary *s;
		const struct access *x;
		memcpy(key, intern_get(&seen, at), sizeof key);
		s = r->s->of[key[0]];
		x = &s->access[key[1]];
		for (uint32_t i = x->source; i < x->source + x->nsources; i++) {
			uint32_t own[2] = { key[0], s->source[i].inst }, below[2] = { s->source[i].callee.i, s->source[i].access };
			(void)(below[0] ? intern_bytes(&seen, below, sizeof below) : intern_bytes(to, own, sizeof own));
		}
	}
}

/* Each instruction once, whoever runs it; one that holds the lock in one use and not in another does not hold it. */
static void count_places(struct learning *l, const struct guard_group *g, uint32_t lock, struct lesson *x)
{
	struct intern all, missing;

	intern_init(&all, &l->scratch);
	intern_init(&missing, &l->scratch);
	for (uint32_t i = 0; i < g->kind.n; i++) {
		const struct use *u = &l->r->kind.at[g->kind.at[i]].use;
		bool alone, held = holds_lock(l, g->kind.at[i], lock, &alone);
		for (uint32_t f = u->first; f < u->first + u->nfrom; f++) {
			add_places(l, f, &all);
			if (!held)
				add_places(l, f, &missing);
		}
	}
	x->places = all.entry.n - 1;
	x->holding = all.entry.n - missing.entry.n;
}

/* Where what is annotated is declared. */
static bool name_subject(struct learning *l, const struct group_key *key, struct lesson *x)
{
	const struct program *p = l->r->p;

	if (key->record) {
		const struct type *t = program_type(p, (struct type_id){ key->record });
		const char *path = learning_path(&l->scratch, p, (struct type_id){ key->record }, key->offset);
		if (path[0] != '.' || !t->file.i)
			return false;
		x->name = arena_copy(l->out, path + 1, strcspn(path + 1, ".["));
		x->record = arena_string(l->out, t->name.i ? program_str(p, t->name) : "");
		x->file = arena_string(l->out, program_str(p, t->file));
		x->line = t->line;
	} else {
		const struct sym *s = program_sym(p, (struct sym_id){ key->sym });
		if (s->flags & SYM_UNNAMED || !s->file.i)
			return false;
		x->name = arena_string(l->out, program_str(p, s->source.i ? s->source : s->name));
		x->local_static = s->source.i && s->source.i != s->name.i;
		x->file = arena_string(l->out, program_str(p, s->file));
		x->line = s->line;
	}
	return true;
}

static void learn_group(struct learning *l, const struct guard_group *g)
{
	enum { PLACES_LEAST = 2 };
	struct lesson x = { .pointee = g->key.pointee };
	struct guard_choice best;

	l->record = g->key.record;
	memset(l->seen, 0, sizeof l->seen);
	best = best_lock(l, g);
	for (int i = 0; i < LEFT_REASONS && !best.lock; i++)
		l->to->left[i] += l->seen[i];
	if (!best.lock || best.places < PLACES_LEAST || (best.missing && best.places * 2 <= best.all) ||
	    !name_subject(l, &g->key, &x))
		return;
	x.lock = arena_string(l->out, intern_get(&l->lock, best.lock));
	x.agreed = !best.missing;
	x.holding = best.places;
	x.places = best.all;
	if (x.lock[0] == '&' && !x.record)
		return;
	if (l->members)
		count_places(l, g, best.lock, &x);
	add_holders(l, g, best.lock, &x);
	*vec_add(l->out, &l->to->lesson) = x;
}

/* ---- functions ---- */

static bool is_entered_locked(const struct contexts *c, uint32_t fn)
{
	for (uint32_t i = c->first_by_fn[fn]; i < c->first_by_fn[fn + 1]; i++)
		if (!c->context.at[c->by_fn[i]].held)
			return false;
	return c->first_by_fn[fn] < c->first_by_fn[fn + 1];
}

static void learn_function(struct learning *l, uint32_t fn)
{
	const struct program *p = l->r->p;
	const struct summary *s = l->r->s->of[fn];
	struct lesson_function x = { .held = is_entered_locked(l->r->contexts, fn) };
	const struct sym *sym = program_sym(p, program_fn(p, (struct fn_id){ fn })->sym);

	if (s) {
		x.takes = x.gives = s->nbacks > 0;
		for (uint32_t i = 0; i < s->nbacks; i++) {
			x.takes &= s->relative[s->back[i].lockset].nplus > 0;
			x.gives &= s->relative[s->back[i].lockset].nminus > 0;
		}
	}
	x.name = arena_string(l->out, program_fn_name(p, (struct fn_id){ fn }));
	x.file = arena_string(l->out, sym->file.i ? program_str(p, sym->file) : "");
	*vec_add(l->out, &l->to->function) = x;
}

void learning_begin(struct learning *l)
{
	arena_init(&l->scratch, "annotate");
	intern_init(&l->keys, &l->scratch);
	intern_init(&l->lock, &l->scratch);
	find_states(l);
	gather(l);
}

static void learn_guards(struct learning *l)
{
	learning_begin(l);
	for (uint32_t i = 0; i < l->group.n; i++)
		learn_group(l, &l->group.at[i]);
}

void annotate_learn(struct arena *out, struct races *r, struct lessons *to)
{
	struct learning l = { .out = out, .r = r, .to = to };

	learn_guards(&l);
	for (uint32_t i = 1; i < r->p->fn.n; i++)
		learn_function(&l, i);
	arena_release(&l.scratch);
}

/* ---- for who looks at one name ---- */

static void tell_guard(struct arena *a, const struct lesson *x, lesson_each *tell, void *context)
{
	bool beside = x->lock[0] == '&', named = x->record && x->record[0];
	const char *lock = beside && named ? arena_format(a, "%s.%s", x->record, x->lock + 1) : x->lock + beside;

	tell(context, named ? arena_format(a, "%s.%s%s", x->record, x->name, x->pointee ? ", what it points to" : "") : x->name,
	     arena_format(a, "%u of %u accesses hold %s", x->holding, x->places, lock));
}

/* Who takes which lock, by the operations that contexts keep. */
static void tell_takers(struct arena *a, const struct contexts *c, lesson_each *tell, void *context)
{
	struct intern told;

	intern_init(&told, a);
	for (uint32_t i = 1; i < c->event.n; i++) {
		const struct event *e = &c->event.at[i];
		uint32_t n, known = told.entry.n;
		const uint32_t *term = set_get(&c->terms, e->on, &n);
		const char *lock, *function;
		if (!event_is(e->row, EVENT_ACQUIRE) || n != 1)
			continue;
		lock = contexts_lock_text(a, c, term[0]);
		function = program_fn_name(c->points->p, c->context.at[e->context].fn);
		if (intern_string(&told, arena_format(a, "%s %s", lock, function)) >= known)
			tell(context, lock, function);
	}
}

void annotate_tell(struct races *r, lesson_each *guard, lesson_each *taken, void *context)
{
	struct lessons lessons = { 0 };
	struct learning l = { .r = r, .to = &lessons, .members = true };
	struct arena a;

	arena_init(&a, "guards");
	l.out = &a;
	learn_guards(&l);
	for (uint32_t i = 0; i < lessons.lesson.n; i++)
		tell_guard(&a, &lessons.lesson.at[i], guard, context);
	tell_takers(&a, r->contexts, taken, context);
	arena_release(&l.scratch);
	arena_release(&a);
}
