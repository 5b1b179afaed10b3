/* What other threads may store: every store to a tracked cell, with who did it, from the round before. */
#include "contexts/walk/explore.h"

#include <string.h>

void log_init(struct log *l, struct arena *arena)
{
	*l = (struct log){ 0 };
	(void)vec_add(arena, &l->entry);
	(void)vec_add(arena, &l->next);
}

/* Can others get at the cell, as far as is known? */
static bool is_open(const struct explorer *e, uint32_t cell)
{
	uint32_t root = term_root(e->terms, cell);

	return term_get(e->terms, root).kind != TERM_STACK || slot_is_published(e, root);
}

static uint32_t entry_of(struct explorer *e, struct log *l, const struct logged *what)
{
	const struct logged key = { .cell = what->cell, .root = what->root, .fn = what->fn, .inst = what->inst };
	uint32_t *first, id = keys_id(e->out->arena, &l->key, &key);

	if (id < l->entry.n)
		return id;
	*vec_add(e->out->arena, &l->entry) = key;
	first = map_at(e->out->arena, &l->by_cell, key.cell);
	*vec_add(e->out->arena, &l->next) = *first;
	*first = id + 1;
	return id;
}

/* Does the name mean the same thing to whoever reads it? */
static bool is_common(const struct terms *t, uint32_t term)
{
	struct term k = term_object(t, term);

	return k.kind == TERM_SYM || k.kind == TERM_STACK || k.kind == TERM_HEAP || k.kind == TERM_THREAD ||
	       k.kind == TERM_NULL || k.kind == TERM_INT;
}

/* What a log says of a cell: sets of names that all threads share. Any other value is whatever is stored there, which has one
 * name for each reader; a name that leads through other cells would only grow from round to round. */
static uint32_t set_stored_at(struct terms *t, uint32_t cell, uint32_t set)
{
	uint32_t n;
	const uint32_t *term = set_get(t, set, &n);

	for (uint32_t i = 0; i < n; i++)
		if (!is_common(t, term[i]))
			return set_of(t, term_step(t, TERM_LOAD, cell));
	return set;
}

void log_store(struct where *w, uint32_t cell, uint32_t set)
{
	struct explorer *e = w->e;
	struct logged what = { .cell = cell, .root = w->group ? w->group : GROUP_ANY, .fn = w->slice->fn.i, .inst = w->inst };
	uint32_t i = entry_of(e, e->now, &what), more = set_stored_at(e->terms, cell, set_seal(e->terms, set));

	e->now->entry.at[i].set = set_stored_at(e->terms, cell, set_union(e->terms, e->now->entry.at[i].set, more));
}

/* The reader is one thread and so is the writer, and they are the same one? */
static bool is_own(struct explorer *e, uint32_t group, uint32_t root)
{
	return group && group != GROUP_ANY && group == root && !map_get(e->many, root);
}

static struct reader reader_of(const struct explorer *e, uint32_t group)
{
	const struct root *root = group && group != GROUP_ANY ? &e->out->root.at[group] : NULL;

	return root ? (struct reader){ root->fn, root->runs } : (struct reader){ 0 };
}

uint32_t log_asker(struct explorer *e, uint32_t group, struct fn_id fn)
{
	struct asker who = { group, UINT32_MAX };
	uint32_t *at;

	if (!e->interference || !group || group == GROUP_ANY)
		return intern_bytes(&e->askers, &who, sizeof who);
	at = map_at(e->scratch, &e->asker_at, map_pair(group, fn.i));
	if (!*at) {
		who.during = e->interference->during(e->interference->with, reader_of(e, group), fn);
		*at = intern_bytes(&e->askers, &who, sizeof who) + 1;
	}
	return *at - 1;
}

static enum finds finds(struct explorer *e, const struct asker *who, const struct logged *l)
{
	const struct interference *with = e->interference;

	if (is_own(e, who->group, l->root))
		return FINDS_NEVER;
	return with ? with->finds(with->with, reader_of(e, who->group), who->during, (struct fn_id){ l->fn }, l->inst)
		    : FINDS_ANY_TIME;
}

static struct found collect(struct explorer *e, const struct asker *who, uint32_t cell)
{
	struct found f = { 0, 0 };

	for (uint32_t i = map_get(&e->before->by_cell, cell); i && f.now != e->terms->top; i = e->before->next.at[i - 1]) {
		const struct logged *l = &e->before->entry.at[i - 1];
		enum finds when = l->set == f.now ? FINDS_NEVER : finds(e, who, l); /* what is there already adds nothing */
		if (when != FINDS_NEVER)
			f.ever = set_union(e->terms, f.ever, l->set);
		if (when == FINDS_ANY_TIME)
			f.now = set_union(e->terms, f.now, l->set);
	}
	return f;
}

/* Many cells are in one class: its stores are looked through once for each asker. */
static void add_collected(struct explorer *e, uint32_t asker, uint32_t cell, struct found *f)
{
	uint32_t *at = map_at(e->scratch, &e->collected_at, map_pair(asker, cell));
	struct found here;

	if (!*at) {
		struct asker who;
		memcpy(&who, intern_get(&e->askers, asker), sizeof who);
		*vec_add(e->scratch, &e->collected) = collect(e, &who, cell);
		*at = e->collected.n;
	}
	here = e->collected.at[*at - 1];
	f->now = set_union(e->terms, f->now, here.now);
	f->ever = set_union(e->terms, f->ever, here.ever);
}

static struct found read_all(struct explorer *e, uint32_t asker, uint32_t cell)
{
	struct span at = term_cells(e, cell);
	struct found f = { 0, 0 };

	if (!is_open(e, cell))
		return f;
	add_collected(e, asker, cell, &f);
	for (uint32_t i = at.first; i < at.first + at.n && f.now != e->terms->top; i++) {
		struct term class = { .kind = TERM_CLASS, .a = e->cells.at[i].class, .offset = e->cells.at[i].offset };
		add_collected(e, asker, term_make(e->terms, &class), &f);
	}
	return (struct found){ set_stored_at(e->terms, cell, f.now), set_stored_at(e->terms, cell, f.ever) };
}

/* The log of the rounds before does not change in this one: each reader asks once for a cell. */
struct found log_read(struct explorer *e, uint32_t asker, uint32_t cell)
{
	uint64_t key = map_pair(asker, cell);
	uint32_t known = map_get(&e->asked, key);

	if (!e->threads)
		return (struct found){ 0, 0 };
	if (!known) {
		*vec_add(e->scratch, &e->asking) =
			(struct asking){ .asker = asker, .cell = cell, .found = read_all(e, asker, cell) };
		known = e->asking.n;
		map_put(e->scratch, &e->asked, key, known);
	}
	if (!is_open(e, cell))
		slot_used(e, term_root(e->terms, cell), known);
	return e->asking.at[known - 1].found;
}

bool log_ask_again(struct explorer *e, uint32_t asking)
{
	struct asking *a = &e->asking.at[asking];
	struct found f = a->found;

	if (a->again)
		return a->differs;
	a->found = read_all(e, a->asker, a->cell);
	a->again = true;
	a->differs = f.now != a->found.now || f.ever != a->found.ever;
	return a->differs;
}

bool log_differs(struct explorer *e)
{
	e->collected_at = (struct map){ 0 };
	e->collected.n = 0;
	for (uint32_t i = 0; i < e->asking.n; i++) {
		struct asking a = e->asking.at[i];
		struct found f = read_all(e, a.asker, a.cell);
		if (f.now != a.found.now || f.ever != a.found.ever)
			return true;
	}
	return false;
}

/* Slots may have been published since their entries were made. */
static void find_classes(struct explorer *e, struct log *l)
{
	for (uint32_t i = 1; i < l->entry.n; i++) {
		struct span cells = term_cells(e, l->entry.at[i].cell);
		if (!is_open(e, l->entry.at[i].cell))
			continue;
		for (uint32_t k = cells.first; k < cells.first + cells.n; k++)
			hashed_add(&l->classes, e->cells.at[k]);
		if (!cells.n)
			memset(&l->classes, 0xff, sizeof l->classes);
	}
}

void log_add(struct explorer *e, struct log *to, const struct log *from, bool widen)
{
	struct terms *t = e->terms;

	for (uint32_t i = 1; i < from->entry.n; i++) {
		uint32_t id = entry_of(e, to, &from->entry.at[i]), cell = to->entry.at[id].cell, old = to->entry.at[id].set;
		uint32_t set = set_stored_at(t, cell, set_union(t, old, from->entry.at[i].set));
		if (set != old)
			to->entry.at[id].set = widen ? set_stored_at(t, cell, t->top) : set;
	}
	find_classes(e, to);
}
