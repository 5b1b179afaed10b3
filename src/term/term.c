/* Terms and sets of them, interned. A term points to its base by id, so a chain is as cheap as its last step. */
#include "term/term.h"

#include <string.h>

void terms_init(struct terms *t, struct arena *arena)
{
	struct term top = { .kind = TERM_TOP }, null = { .kind = TERM_NULL };

	t->arena = arena;
	t->longest = LIMIT_contexts_steps;
	t->term = (struct keys){ 0 };
	intern_init(&t->set, arena);
	memset(&t->row, 0, sizeof t->row); /* what it had lay in another arena */
	memset(&t->nature, 0, sizeof t->nature);
	*vec_add(arena, &t->row) = (struct term_row){ 0 };
	t->top = set_of(t, term_make(t, &top));
	t->null = set_of(t, term_make(t, &null));
}

static void add_row(struct terms *t, uint32_t id, const struct term *term)
{
	bool step = term_is_step(term->kind);
	const struct term_row base = *term_row(t, step ? term->base : 0);
	struct term_row row = { .term = *term, .root = step ? base.root : id, .steps = (uint8_t)(step ? base.steps + 1 : 0) };
	uint8_t kind = term->kind == TERM_FIELD ? base.term.kind : term->kind;

	row.fixed = !term_is_step(kind) && kind != TERM_TOP && kind != TERM_NULL && kind != TERM_INT && kind != TERM_ONE_OF &&
		    kind != TERM_ALL;
	*vec_add(t->arena, &t->row) = row;
}

static uint32_t intern_term(struct terms *t, const struct term *term)
{
	struct term clean;
	uint32_t id;

	memset(&clean, 0, sizeof clean); /* padding is part of the key */
	clean.kind = term->kind;
	clean.base = term->base;
	clean.a = term->a;
	clean.b = term->b;
	clean.offset = term->offset;
	id = keys_id(t->arena, &t->term, &clean);
	if (id == t->row.n)
		add_row(t, id, &clean);
	return id;
}

uint32_t term_make(struct terms *t, const struct term *term)
{
	struct term base = term_get(t, term->base), made = *term, top = { .kind = TERM_TOP };

	if (term_is_step(term->kind) && (base.kind == TERM_TOP || base.kind == TERM_NULL || base.kind == TERM_INT))
		return intern_term(t, &top);
	if (term->kind == TERM_FIELD && base.kind == TERM_FIELD) {
		made.base = base.base;
		made.offset += base.offset;
	}
	if (made.kind == TERM_FIELD && !made.offset)
		return made.base;
	if (made.kind == TERM_INDEX && base.kind == TERM_INDEX)
		return made.base;
	if (term_is_step(made.kind) && limit_over(t->longest, term_row(t, made.base)->steps + 1u))
		return intern_term(t, &top);
	return intern_term(t, &made);
}

struct term term_object(const struct terms *t, uint32_t term)
{
	struct term k = term_get(t, term);

	while (k.kind == TERM_FIELD || k.kind == TERM_INDEX)
		k = term_get(t, k.base);
	return k;
}

uint32_t term_loads(const struct terms *t, uint32_t term)
{
	uint32_t loads = 0;

	for (struct term k = term_get(t, term); term_is_step(k.kind); k = term_get(t, k.base))
		loads += term_is_load(k.kind);
	return loads;
}

uint32_t term_number(struct terms *t, int64_t n)
{
	return intern_term(t, &(struct term){ .kind = TERM_INT, .offset = n });
}

uint32_t term_field(struct terms *t, uint32_t term, int64_t offset)
{
	struct term field = { .kind = TERM_FIELD, .base = term, .offset = offset };

	return term_make(t, &field);
}

uint32_t term_step(struct terms *t, enum term_kind kind, uint32_t base)
{
	struct term step = { .kind = (uint8_t)kind, .base = base };
	uint32_t made = kind == TERM_INDEX ? 0 : term_row(t, base)->loaded;

	if (made)
		return made;
	made = term_make(t, &step);
	if (kind != TERM_INDEX)
		t->row.at[base].loaded = made;
	return made;
}

uint32_t term_maker(const struct terms *t, const struct term *k)
{
	return k->base ? term_get(t, k->base).a : k->a;
}

uint32_t term_seal(struct terms *t, uint32_t term)
{
	struct term k = term_get(t, term), seal = { .kind = TERM_SITE, .base = k.base };

	if (k.kind != TERM_THREAD || !term_maker(t, &k))
		return term;
	k.base = intern_term(t, &seal);
	return intern_term(t, &k);
}

uint32_t term_rebase(struct terms *t, uint32_t term, uint32_t root)
{
	struct term chain[TERM_MOST_STEPS + 1];
	uint32_t n = 0;

	for (struct term k = term_get(t, term); term_is_step(k.kind) && n <= TERM_MOST_STEPS; k = term_get(t, k.base))
		chain[n++] = k;
	while (n--) {
		chain[n].base = root;
		root = term_make(t, &chain[n]);
	}
	return root;
}

/* ---- sets ---- */

/* They are few. */
static void sort_terms(uint32_t *term, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++) {
		uint32_t at = i, moving = term[i];
		for (; at && term[at - 1] > moving; at--)
			term[at] = term[at - 1];
		term[at] = moving;
	}
}

uint32_t set_make(struct terms *t, uint32_t *term, uint32_t n)
{
	uint32_t kept = 0;

	sort_terms(term, n);
	for (uint32_t i = 0; i < n; i++) {
		if (term_get(t, term[i]).kind == TERM_TOP)
			return t->top;
		if (n > 1 && term_get(t, term[i]).kind == TERM_NULL)
			continue; /* null, or something: whoever goes through it finds something */
		if (!kept || term[kept - 1] != term[i])
			term[kept++] = term[i];
	}
	if (!kept && n)
		return t->null;
	if (!kept)
		return 0;
	if (kept == 1)
		return set_of(t, term[0]);
	return limit_over(LIMIT_contexts_set, kept) ? t->top : intern_bytes(&t->set, term, kept * sizeof *term);
}

uint32_t set_seal(struct terms *t, uint32_t set)
{
	uint32_t n, sealed[SET_MOST];
	const uint32_t *term = set_get(t, set, &n);

	for (uint32_t i = 0; i < n; i++)
		sealed[i] = term[i];
	for (uint32_t i = 0; i < n; i++)
		sealed[i] = term_seal(t, sealed[i]);
	return set_make(t, sealed, n);
}

uint32_t set_of(struct terms *t, uint32_t term)
{
	uint32_t single = term_row(t, term)->single;

	if (!single && term)
		t->row.at[term].single = single = intern_bytes(&t->set, &term, sizeof term);
	return single;
}

const uint32_t *set_get(const struct terms *t, uint32_t set, uint32_t *n)
{
	*n = set ? intern_length(&t->set, set) / sizeof(uint32_t) : 0;
	return set ? (const uint32_t *)(const void *)intern_get(&t->set, set) : NULL;
}

uint32_t set_union(struct terms *t, uint32_t a, uint32_t b)
{
	uint32_t both[2 * SET_MOST], na, nb;
	const uint32_t *x = set_get(t, a, &na), *y = set_get(t, b, &nb);

	if (!a || !b || a == b)
		return a ? a : b;
	for (uint32_t i = 0; nb == 1 && i < na; i++)
		if (x[i] == y[0])
			return a;
	for (uint32_t i = 0; na == 1 && i < nb; i++)
		if (y[i] == x[0])
			return b;
	memcpy(both, x, na * sizeof *both);
	memcpy(both + na, y, nb * sizeof *both);
	return set_make(t, both, na + nb);
}

uint32_t set_only(const struct terms *t, uint32_t set)
{
	uint32_t n;
	const uint32_t *at = set_get(t, set, &n);

	return n == 1 ? at[0] : 0;
}

bool set_is_top(const struct terms *t, uint32_t set)
{
	return set == t->top;
}

/* Only what can be named is worth remembering. */
static bool has_names(const struct terms *t, uint32_t set)
{
	uint32_t n;
	const uint32_t *term = set_get(t, set, &n);

	for (uint32_t i = 0; i < n; i++) {
		struct term k = term_object(t, term[i]);
		if (k.kind != TERM_SYM && k.kind != TERM_STACK && k.kind != TERM_HEAP && k.kind != TERM_THREAD)
			return false;
	}
	return n > 0;
}

bool set_is_number(struct terms *t, uint32_t set)
{
	struct term k = term_get(t, set_only(t, set));

	return term_is_number(&k);
}

/* Asked of every listed cell at every store; a set does not change. */
enum { NATURE_KNOWN = 1, NATURE_NAMED = 2, NATURE_KEPT = 4 };

static uint8_t nature_of(struct terms *t, uint32_t set)
{
	while (t->nature.n <= set)
		*vec_add(t->arena, &t->nature) = 0;
	if (!t->nature.at[set]) {
		bool named = has_names(t, set), kept = named || term_get(t, set_only(t, set)).kind == TERM_INT;
		t->nature.at[set] = (uint8_t)(NATURE_KNOWN | (named ? NATURE_NAMED : 0) | (kept ? NATURE_KEPT : 0));
	}
	return t->nature.at[set];
}

bool set_is_named(struct terms *t, uint32_t set)
{
	return nature_of(t, set) & NATURE_NAMED;
}

bool set_is_kept(struct terms *t, uint32_t set)
{
	return nature_of(t, set) & NATURE_KEPT;
}

bool set_is_variables(struct terms *t, uint32_t set)
{
	uint32_t n;
	const uint32_t *term = set_get(t, set, &n);

	for (uint32_t i = 0; i < n; i++) {
		uint8_t kind = term_is_fixed(t, term[i]) ? term_get(t, term_root(t, term[i])).kind : 0;
		if (kind != TERM_SYM && kind != TERM_STACK)
			return false;
	}
	return n > 0;
}

/* ---- printing ---- */

static struct type_id type_of_root(const struct program *p, const struct term *root)
{
	return root->kind == TERM_SYM ? program_sym(p, (struct sym_id){ root->a })->type : (struct type_id){ 0 };
}

static void print_root(const struct program *p, const struct models *models, const struct term *k, FILE *f)
{
	const struct sym *s;

	switch (k->kind) {
	case TERM_TOP:
		fputs("?", f);
		return;
	case TERM_NULL:
		fputs("null", f);
		return;
	case TERM_SYM:
		s = program_sym(p, (struct sym_id){ k->a });
		fputs(program_str(p, s->source.i ? s->source : s->name), f);
		return;
	case TERM_INT:
		fprintf(f, "%lld", (long long)k->offset);
		return;
	case TERM_NAMED:
		fprintf(f, "@%s", model_string(models, k->a));
		return;
	case TERM_CLASS:
		fprintf(f, "class(%u%+lld)", k->a, (long long)k->offset);
		return;
	default:
		fprintf(f, "%s(%s:%u)",
			k->kind == TERM_STACK    ? "stack"
			: k->kind == TERM_HEAP   ? "heap"
			: k->kind == TERM_PARAM  ? "param"
			: k->kind == TERM_OUTER  ? "outer"
			: k->kind == TERM_RESULT ? "result"
			: k->kind == TERM_THREAD ? "thread"
						 : "site",
			program_fn_name(p, (struct fn_id){ k->a }), k->b);
	}
}

/* The thing at the address: FIELD is a member, LOAD goes one pointer further. Types are known only behind a symbol. */
void term_print(const struct terms *t, const struct program *p, const struct models *models, uint32_t term, FILE *f)
{
	struct term chain[TERM_MOST_STEPS + 1], root = term_get(t, term);
	uint32_t n = 0;
	struct type_id type;

	for (; term_is_step(root.kind) && n <= TERM_MOST_STEPS; root = term_get(t, root.base))
		chain[n++] = root;
	if (root.kind == TERM_ONE_OF) {
		fputs("one of ", f);
		set_print(t, p, models, root.a, f); /* whose elements are no such terms */
		return;
	}
	print_root(p, models, &root, f);
	type = type_of_root(p, &root);
	while (n--) {
		if (chain[n].kind == TERM_INDEX)
			fputs("[...]", f);
		else if (term_is_load(chain[n].kind))
			fputs("->", f);
		else if (type.i)
			ir_print_path(p, type, chain[n].offset, 0, f);
		else
			fprintf(f, "%+lld", (long long)chain[n].offset);
		if (chain[n].kind == TERM_INDEX && type.i) {
			const struct type *array = program_type(p, type_strip(p, type));
			type = array->kind == TYPE_ARRAY ? array->base : (struct type_id){ 0 };
		} else {
			type = (struct type_id){ 0 };
		}
	}
	if ((root.kind == TERM_HEAP || root.kind == TERM_THREAD) && root.base) {
		struct term site = term_get(t, root.base);
		if (!site.a)
			site = term_get(t, site.base); /* sealed */
		if (site.a)
			fprintf(f, "<%s:%u>", program_fn_name(p, (struct fn_id){ site.a }), site.b);
	}
}

void set_print(const struct terms *t, const struct program *p, const struct models *models, uint32_t set, FILE *f)
{
	uint32_t n;
	const uint32_t *at = set_get(t, set, &n);

	fputc('{', f);
	for (uint32_t i = 0; i < n; i++) {
		fputs(i ? ", " : " ", f);
		term_print(t, p, models, at[i], f);
	}
	fputs(n ? " }" : "}", f);
}
