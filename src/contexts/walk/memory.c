/* What is stored where. A tracked cell is named by a term without LOAD and INDEX: a variable, a stack slot, a heap block, the
 * object behind a parameter, and an offset. It is listed in the facts only as long as what it holds is known by name; a cell that
 * is not listed holds anything, unless nobody ever stores to it. A store to one named place replaces (a strong update); a store
 * that may go to several adds. Cells under other names that may be the same place get the value added, by their cell in points.
 *
 * A heap block's name stands for the newest block that it was given to. When the name is given again while it is still in use, it
 * stands for many, and its cells are no longer tracked. */
#include "contexts/walk/explore.h"

#include <string.h>

/* ---- can two be one? ---- */

static bool cells_may_meet(const struct explorer *e, struct span a, struct span b)
{
	for (uint32_t i = a.first; i < a.first + a.n; i++)
		for (uint32_t j = b.first; j < b.first + b.n; j++)
			if (e->cells.at[i].class == e->cells.at[j].class && e->cells.at[i].offset == e->cells.at[j].offset)
				return true;
	return !a.n || !b.n;
}

bool term_in(struct explorer *e, uint32_t term, const struct hashed *h)
{
	struct span s = term_cells(e, term);

	for (uint32_t i = s.first; i < s.first + s.n; i++)
		if (hashed_has(h, e->cells.at[i]))
			return true;
	return !s.n;
}

bool term_in_either(struct explorer *e, uint32_t term, const struct hashed *h, const struct hashed *k)
{
	struct span s = term_cells(e, term);

	for (uint32_t i = s.first; i < s.first + s.n; i++)
		if (hashed_has(h, e->cells.at[i]) || hashed_has(k, e->cells.at[i]))
			return true;
	return !s.n;
}

bool kind_is_object(uint8_t kind)
{
	return kind == TERM_SYM || kind == TERM_STACK || kind == TERM_HEAP || kind == TERM_NAMED || kind == TERM_THREAD;
}

static bool elements_meet(struct explorer *e, uint32_t set, uint32_t term)
{
	uint32_t n;
	const uint32_t *at = set_get(e->terms, set, &n);

	for (uint32_t i = 0; i < n; i++)
		if (terms_may_meet(e, at[i], term))
			return true;
	return false;
}

/* One of the two is TERM_ONE_OF, whose elements never are. */
static bool one_of_meets(struct explorer *e, uint32_t a, uint32_t b)
{
	struct term ka = term_get(e->terms, a), kb = term_get(e->terms, b);
	uint32_t n;
	const uint32_t *at = set_get(e->terms, ka.kind == TERM_ONE_OF ? ka.a : kb.a, &n);
	bool meets = false;

	for (uint32_t i = 0; i < n && !meets; i++)
		meets = ka.kind == TERM_ONE_OF && kb.kind == TERM_ONE_OF
				? elements_meet(e, kb.a, at[i])
				: terms_may_meet(e, at[i], ka.kind == TERM_ONE_OF ? b : a);
	return meets;
}

/* Can the two addresses be one? */
bool terms_may_meet(struct explorer *e, uint32_t a, uint32_t b)
{
	struct terms *t = e->terms;
	uint32_t ra = term_root(t, a), rb = term_root(t, b);
	struct term ka = term_get(t, ra), kb = term_get(t, rb);

	if (a == b)
		return true;
	if (ka.kind == TERM_ONE_OF || kb.kind == TERM_ONE_OF)
		return one_of_meets(e, a, b);
	if (ka.kind == TERM_INT || kb.kind == TERM_INT)
		return false;
	if (term_get(t, a).kind == TERM_NULL || term_get(t, b).kind == TERM_NULL)
		return false;
	if (term_is_fixed(t, a) && term_is_fixed(t, b) && ((kind_is_object(ka.kind) && kind_is_object(kb.kind)) || ra == rb))
		return false; /* different objects, or different offsets in one */
	if (ka.kind == TERM_NAMED || kb.kind == TERM_NAMED)
		return false;
	return cells_may_meet(e, term_cells(e, a), term_cells(e, b));
}

/* ---- reading ---- */

bool memory_is_cell(struct explorer *e, uint32_t term)
{
	uint8_t kind = term_get(e->terms, term_root(e->terms, term)).kind;

	return term_is_fixed(e->terms, term) && kind != TERM_THREAD && kind != TERM_NAMED && kind != TERM_OUTER;
}

static uint32_t many_mark(struct explorer *e, uint32_t root)
{
	return term_make(e->terms, &(struct term){ .kind = TERM_MARK, .base = root });
}

static bool is_many(struct where *w, uint32_t term)
{
	uint32_t root = term_root(w->e->terms, term);

	return term_get(w->e->terms, root).kind == TERM_HEAP && pairs_get(&w->st->cell, many_mark(w->e, root));
}

uint32_t memory_class_term(struct explorer *e, struct cell c)
{
	return term_make(e->terms, &(struct term){ .kind = TERM_CLASS, .a = c.class, .offset = c.offset });
}

static uint32_t reloc_value(struct explorer *e, const struct reloc *r)
{
	struct term sym = { .kind = TERM_SYM, .a = sym_behind_alias(e->points->p, r->sym).i };

	if (r->kind != RELOC_ADDRESS)
		return e->terms->top;
	return set_of(e->terms, term_field(e->terms, term_make(e->terms, &sym), r->addend));
}

/* As wide as a pointer: zeros, or behind what is written out? */
static bool is_zero(const struct program *p, const struct sym *s, uint64_t offset)
{
	struct bytes data = program_bytes(p, s->data);

	for (uint64_t i = offset; i < offset + 8 && i < data.len; i++)
		if (data.at[i])
			return false;
	return true;
}

/* What a variable holds `offset` bytes in when the program starts: an address, or zero. */
uint32_t memory_initial(struct explorer *e, uint32_t sym, int64_t offset)
{
	const struct program *p = e->points->p;
	const struct sym *s = program_sym(p, (struct sym_id){ sym });
	uint32_t lo = s->reloc, hi = s->reloc + s->nrelocs;

	if (!(s->flags & SYM_DEFINED) || s->kind != SYM_VARIABLE || offset < 0)
		return 0;
	while (lo < hi) {
		uint32_t mid = (lo + hi) / 2;
		if (p->reloc.at[mid].offset < (uint64_t)offset)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo < s->reloc + s->nrelocs && p->reloc.at[lo].offset == (uint64_t)offset)
		return reloc_value(e, &p->reloc.at[lo]);
	return is_zero(p, s, (uint64_t)offset) ? e->terms->null : 0;
}

static uint32_t loaded(struct explorer *e, uint32_t term)
{
	return set_of(e->terms, term_step(e->terms, TERM_LOAD, term));
}

/* Is the memory never written, or by nobody? What shares its bytes with other members may be written through these. */
static bool is_constant(struct explorer *e, const struct term *root, int64_t offset, struct span cells)
{
	const struct sym *s = root->kind == TERM_SYM ? program_sym(e->points->p, (struct sym_id){ root->a }) : NULL;

	if (!s || !(s->flags & SYM_DEFINED))
		return false;
	if (s->flags & SYM_CONSTANT)
		return true;
	if (type_is_union_at(e->points->p, s->type, offset))
		return false;
	for (uint32_t i = cells.first; i < cells.first + cells.n; i++)
		if (map_get(&e->s->stored, cell_key(e->cells.at[i])))
			return false;
	return e->points->main && cells.n;
}

uint32_t memory_absent(struct where *w, uint32_t term)
{
	struct explorer *e = w->e;
	struct term k = term_get(e->terms, term), root = term_get(e->terms, term_root(e->terms, term));
	uint32_t value = 0;

	if (is_constant(e, &root, k.kind == TERM_FIELD ? k.offset : 0, term_cells(e, term)))
		value = memory_initial(e, root.a, k.kind == TERM_FIELD ? k.offset : 0);
	return value ? value : loaded(e, term);
}

/* An element of a table that nobody writes: all of its pointers at that offset of an element. */
static uint32_t read_table(struct where *w, uint32_t term)
{
	struct explorer *e = w->e;
	const struct program *p = e->points->p;
	struct term k = term_get(e->terms, term), step = k.kind == TERM_FIELD ? term_get(e->terms, k.base) : k;
	struct term root = term_get(e->terms, step.base ? step.base : term);
	int64_t offset = k.kind == TERM_FIELD ? k.offset : 0, base = 0;
	uint32_t value = 0;
	const struct sym *s;
	struct type_id element;
	uint64_t stride;

	if (root.kind == TERM_FIELD) {
		base = root.offset;
		root = term_get(e->terms, root.base);
	}
	if (step.kind != TERM_INDEX || root.kind != TERM_SYM || !is_constant(e, &root, base + offset, term_cells(e, term)))
		return 0;
	s = program_sym(p, (struct sym_id){ root.a });
	element = type_strip(p, base ? type_at(p, s->type, base) : s->type);
	if (!element.i || (program_type(p, element)->kind == TYPE_ARRAY && base))
		return 0;
	if (program_type(p, element)->kind == TYPE_ARRAY)
		element = type_strip(p, program_type(p, element)->base);
	stride = program_type(p, element)->size / 8;
	for (uint32_t i = s->reloc; stride && i < s->reloc + s->nrelocs; i++)
		if (p->reloc.at[i].offset >= (uint64_t)base &&
		    (p->reloc.at[i].offset - (uint64_t)base) % stride == (uint64_t)offset % stride)
			value = set_union(e->terms, value, reloc_value(e, &p->reloc.at[i]));
	for (uint64_t at = (uint64_t)base + (uint64_t)offset % (stride ? stride : 1); !value && stride && at < s->data.len;
	     at += stride)
		if (!is_zero(p, s, at))
			return 0;
	return value ? set_union(e->terms, value, e->terms->null) : e->terms->null;
}

bool root_is_local(struct explorer *e, const struct term *root)
{
	return root->kind == TERM_SYM && program_sym(e->points->p, (struct sym_id){ root->a })->flags & SYM_THREAD_LOCAL;
}

uint32_t memory_read_term(struct where *w, uint32_t term)
{
	struct explorer *e = w->e;
	uint32_t value;
	bool listed;

	if (term_get(e->terms, term).kind == TERM_TOP)
		return e->terms->top;
	if (term_get(e->terms, term).kind == TERM_NULL || term_get(e->terms, term).kind == TERM_INT)
		return 0; /* nobody gets past this */
	value = read_table(w, term);
	if (value)
		return value;
	if (!memory_is_cell(e, term) || is_many(w, term))
		return loaded(e, term);
	value = pairs_get(&w->st->cell, term);
	listed = value;
	if (!listed)
		value = memory_absent(w, term);
	if (value != loaded(e, term) && !memory_is_private(w, term)) { /* whatever is stored there: by others, too */
		struct found f = log_read(e, log_asker(e, w->group, w->slice->fn), term);
		value = set_union(e->terms, value, listed ? f.now : f.ever);
	}
	return value;
}

uint32_t memory_read(struct where *w, uint32_t set)
{
	uint32_t n, value = 0;
	const uint32_t *term = set_get(w->e->terms, set, &n);

	for (uint32_t i = 0; i < n; i++)
		value = set_union(w->e->terms, value, memory_read_term(w, term[i]));
	return value ? value : w->e->terms->top;
}

/* ---- writing ---- */

static void set_cell(struct where *w, uint32_t cell, uint32_t value)
{
	uint32_t i = pairs_find(&w->st->cell, cell);
	bool listed = i < w->st->cell.n && w->st->cell.at[i].key == cell;

	if (set_is_kept(w->e->terms, value) && (listed || !limit_full(LIMIT_contexts_stored, w->st->cell.n))) {
		pairs_set(w->e->scratch, &w->st->cell, cell, value);
	} else if (listed) {
		memmove(w->st->cell.at + i, w->st->cell.at + i + 1, (w->st->cell.n - i - 1) * sizeof *w->st->cell.at);
		w->st->cell.n--;
	}
}

/* What a cell that is not listed holds is not known, and stays so. */
static void add_to(struct where *w, uint32_t cell, uint32_t value)
{
	uint32_t old = pairs_get(&w->st->cell, cell);

	if (old)
		set_cell(w, cell, set_union(w->e->terms, old, value));
}

/* May the store of this step go to that cell? By what its address is in points, where the facts do not know it. */
bool memory_step_meets(struct where *w, uint32_t cell)
{
	struct span at = term_cells(w->e, cell);

	for (uint32_t i = 0; i < w->ncells; i++)
		for (uint32_t j = at.first; j < at.first + at.n; j++)
			if (w->cell[i].class == w->e->cells.at[j].class && w->cell[i].offset == w->e->cells.at[j].offset)
				return true;
	return !at.n && w->ncells;
}

/* Cells under other names that may be the same place. */
static void add_to_others(struct where *w, uint32_t term, uint32_t value)
{
	struct terms *t = w->e->terms;
	bool known = term_cells(w->e, term).n;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < w->st->cell.n; i++) {
		struct pair cell = w->st->cell.at[i];
		if (cell.key != term && term_get(t, cell.key).kind != TERM_MARK && terms_may_meet(w->e, cell.key, term) &&
		    (known || memory_step_meets(w, cell.key)))
			cell.set = set_union(t, cell.set, value);
		if (term_get(t, cell.key).kind == TERM_MARK || set_is_kept(t, cell.set))
			w->st->cell.at[kept++] = cell;
	}
	w->st->cell.n = kept;
}

/* What is stored into a block that nobody else has yet, no other thread finds changed. */
static void log_term(struct where *w, uint32_t term, uint32_t value)
{
	struct term root = term_get(w->e->terms, term_root(w->e->terms, term));

	if (w->quiet || !w->e->threads || memory_is_private(w, term))
		return;
	if (kind_is_object(root.kind) && memory_is_cell(w->e, term))
		log_store(w, term, value);
	for (uint32_t i = 0; !(kind_is_object(root.kind) && memory_is_cell(w->e, term)) && i < w->ncells; i++)
		log_store(w, memory_class_term(w->e, w->cell[i]), value);
}

void memory_store_term(struct where *w, uint32_t term, uint32_t value, bool weak)
{
	struct explorer *e = w->e;

	if (term_get(e->terms, term).kind == TERM_NULL)
		return;
	log_term(w, term, value);
	memory_publish_in(w, term_root(e->terms, term), value);
	if (memory_is_cell(e, term) && !is_many(w, term) && weak)
		add_to(w, term, value);
	else if (memory_is_cell(e, term) && !is_many(w, term))
		set_cell(w, term, value);
	if (value != e->terms->null)
		add_to_others(w, term, value);
}

void memory_store(struct where *w, uint32_t set, uint32_t value, bool weak)
{
	uint32_t n, copy[SET_MOST];
	const uint32_t *term = set_get(w->e->terms, set, &n);

	if (!n || !value)
		return;
	memcpy(copy, term, n * sizeof *copy);
	for (uint32_t i = 0; i < n; i++)
		memory_store_term(w, copy[i], value, weak || n > 1);
}

/* Does a value lead into the block? */
static bool in_use_by(const struct terms *t, const pairs *p, uint32_t root)
{
	for (uint32_t i = 0; i < p->n; i++) {
		uint32_t n;
		const uint32_t *term = set_get(t, p->at[i].set, &n);
		for (uint32_t j = 0; j < n; j++)
			if (term_root(t, term[j]) == root)
				return true;
	}
	return false;
}

/* ... of a cell outside the block itself? */
static bool in_cells(const struct terms *t, const pairs *p, uint32_t root)
{
	for (uint32_t i = 0; i < p->n; i++) {
		struct pair one = p->at[i];
		const pairs alone = { &one, 1, 1 };
		if (term_get(t, one.key).kind != TERM_MARK && term_root(t, one.key) != root && in_use_by(t, &alone, root))
			return true;
	}
	return false;
}

static bool has_cells(const struct terms *t, const pairs *p, uint32_t root)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (term_root(t, p->at[i].key) == root)
			return true;
	return false;
}

void memory_fresh(struct where *w, uint32_t term)
{
	struct explorer *e = w->e;
	uint32_t kept = 0;

	if (!has_cells(e->terms, &w->st->cell, term) && !in_use_by(e->terms, &w->st->cell, term) &&
	    !in_use_by(e->terms, &w->st->reg, term))
		return;
	for (uint32_t i = 0; i < w->st->cell.n; i++)
		if (term_root(e->terms, w->st->cell.at[i].key) != term && w->st->cell.at[i].key != published_mark(e, term))
			w->st->cell.at[kept++] = w->st->cell.at[i];
	w->st->cell.n = kept;
	pairs_set(e->scratch, &w->st->cell, many_mark(e, term), set_of(e->terms, term));
}

static bool is_held(const struct where *w, uint32_t root)
{
	uint32_t n;
	const struct held *lock = contexts_locks(w->e->out, w->st->held, &n);

	for (uint32_t i = 0; i < n; i++)
		if (term_root(w->e->terms, lock[i].term) == root)
			return true;
	return false;
}

/* Cells of own blocks that no register and no other cell leads to: nobody can ask for them by this name any more. */
void memory_sweep(struct where *w)
{
	struct terms *t = w->e->terms;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < w->st->cell.n; i++) {
		uint32_t key = w->st->cell.at[i].key, root = term_root(t, key);
		if (term_get(t, key).kind == TERM_MARK)
			root = term_get(t, key).base;
		if (!heap_is_own(t, root, w->slice->fn.i) || in_use_by(t, &w->st->reg, root) || in_cells(t, &w->st->cell, root) ||
		    is_held(w, root))
			w->st->cell.at[kept++] = w->st->cell.at[i];
	}
	w->st->cell.n = kept;
}

/* ---- nodes ---- */

uint32_t param_value(struct explorer *e, const struct context *c, uint32_t k)
{
	uint32_t set = k < e->s->fn[c->fn.i].nparams && c->param ? e->out->param.at[c->param + k] : 0;

	return set ? set : set_of(e->terms, term_make(e->terms, &(struct term){ .kind = TERM_PARAM, .a = c->fn.i, .b = k }));
}

enum { NODE_MOST = 32 }; /* the most that limits.def allows */

static uint32_t root_value(struct where *w, const struct term *k)
{
	struct explorer *e = w->e;
	uint32_t set;

	if (k->kind == TERM_PARAM)
		return param_value(e, &e->out->context.at[w->context], k->b);
	if (k->kind != TERM_RESULT)
		return set_of(e->terms, term_make(e->terms, k));
	set = pairs_get(&w->st->reg, k->b);
	return set ? set : e->terms->top;
}

static uint32_t step_set(struct where *w, const struct term *n, uint32_t set)
{
	uint32_t count, out[SET_MOST];
	const uint32_t *term = set_get(w->e->terms, set, &count);

	if (n->kind == TERM_LOAD)
		return memory_read(w, set);
	for (uint32_t i = 0; i < count; i++) {
		out[i] = n->kind == TERM_FIELD ? term_field(w->e->terms, term[i], n->offset)
					       : term_step(w->e->terms, TERM_INDEX, term[i]);
		if (term_get(w->e->terms, term[i]).kind == TERM_NULL || term_get(w->e->terms, term[i]).kind == TERM_INT)
			out[i] = term[i];
	}
	return set_make(w->e->terms, out, count);
}

uint32_t node_value(struct where *w, uint32_t node)
{
	const struct terms *t = &w->e->s->terms;
	const struct term *chain[NODE_MOST + 1], *n = &term_row(t, node)->term;
	uint32_t depth = 0, set = w->e->s->set[node];
	bool settled = true;

	if (set)
		return set;
	for (; term_is_step(n->kind) && depth <= NODE_MOST; n = &term_row(t, n->base)->term) {
		settled &= n->kind != TERM_LOAD;
		chain[depth++] = n;
	}
	set = root_value(w, n);
	while (depth--)
		set = step_set(w, chain[depth], set);
	if (settled && n->kind != TERM_PARAM && n->kind != TERM_RESULT)
		w->e->s->set[node] = set;
	return set;
}

uint32_t operand_value(struct where *w, struct operand o)
{
	return o.node ? node_value(w, o.node) : 0;
}

uint32_t operand_loaded(struct where *w, struct operand o)
{
	if (!o.node)
		return 0;
	return o.value ? node_value(w, o.node) : memory_read(w, node_value(w, o.node));
}

bool memory_is_many(struct where *w, uint32_t term)
{
	return is_many(w, term);
}
