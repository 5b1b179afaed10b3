/* One pass over all bodies. In a function, calls are put into lists by the path of their first argument; a call is paired with
 * what is behind it in its list, in the order of the code. */
#include "infer/infer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/limit.h"
#include "base/stat.h"
#include "base/zscore.h"
#include "ir/text/path.h"

enum { CALLS_MOST = 256, BEHIND_MOST = 16 }; /* sizes of arrays: the most that limits.def allows */
enum { PAIRED_LEAST = 3, THIN = 32 };

/* ---- names ---- */

static const struct {
	const char *take, *give;
	uint8_t hint;
} words[] = {
	{ "lock", "unlock", 2 }, { "acquire", "release", 2 }, { "down", "up", 2 },	  { "take", "give", 2 },
	{ "enter", "leave", 2 }, { "enter", "exit", 2 },      { "disable", "enable", 2 }, { "wait", "post", 2 },
	{ "grab", "drop", 2 },	 { "seize", "free", 2 },      { "begin", "end", 1 },	  { "start", "stop", 1 },
	{ "get", "put", 1 },	 { "open", "close", 1 },      { "alloc", "free", 1 },	  { "push", "pop", 1 },
};

/* Is b what a is, with `take` replaced by `give`, once? Case does not count: MUTEX_ENTER. */
static bool is_replaced(const char *a, const char *b, const char *take, const char *give)
{
	size_t nt = strlen(take), ng = strlen(give), na = strlen(a), nb = strlen(b);

	if (na + ng != nb + nt)
		return false;
	for (size_t i = 0; i + nt <= na; i++)
		if (!strncasecmp(a + i, take, nt) && !strncmp(a, b, i) && !strncasecmp(b + i, give, ng) &&
		    !strcmp(a + i + nt, b + i + ng))
			return true;
	return false;
}

uint8_t infer_hint(const char *a, const char *b)
{
	uint8_t best = 0;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (words[i].hint > best && is_replaced(a, b, words[i].take, words[i].give))
			best = words[i].hint;
	return best;
}

/* Readers let each other in. "read_seqlock_excl" does not. */
bool infer_is_shared(const char *name)
{
	static const char *const word[] = { "read_lock",   "rdlock",	  "read_enter", "readlock",	  "lock_read",
					    "lock_shared", "shared_lock", "down_read",	"acquire_shared", "acquire_read" };

	for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
		const char *at = strcasestr(name, word[i]);
		if (at && (at == name || at[-1] == '_' || (isupper((unsigned char)*at) && islower((unsigned char)at[-1]))))
			return true;
	}
	return false;
}

/* ---- who knows locks already ---- */

struct infer_survey {
	struct infer *x;
	const struct program *p;
	const struct models *models;
	struct arena scratch, one; /* of the program; of one function */
	uint8_t *knows;		   /* by sym: has a row of locks, or its body calls one that has */
	bool *ignored;		   /* by sym: somebody has said so */
	struct fn_id *body;	   /* by sym: none: outside */
};

static struct sym_id callee_of(const struct infer_survey *s, const struct body *b, uint32_t i)
{
	const struct inst *in = &b->inst.at[i];

	return in->op == OP_call ? sym_behind_alias(s->p, body_callee(s->p, b, in)) : (struct sym_id){ 0 };
}

static const char *name_of(const struct infer_survey *s, struct sym_id sym)
{
	return program_str(s->p, program_sym(s->p, sym)->name);
}

static void find_rows(struct infer_survey *s)
{
	for (uint32_t i = 1; i < s->p->sym.n; i++) {
		const struct sym *y = &s->p->sym.at[i];
		const char *name = program_str(s->p, y->name);
		const struct model_row *root = model_find_in(s->models, MODEL_ROOT, MODEL_SYMBOL, name);
		if (y->kind != SYM_FUNCTION)
			continue;
		s->knows[i] = events_have(events_of(&s->scratch, s->models, name, y->flags & SYM_DEFINED), TRAIT_PAIRED);
		s->ignored[i] = root && root->verb == DECLARED_IGNORE;
	}
	for (uint32_t f = 1; f < s->p->fn.n; f++)
		s->body[s->p->fn.at[f].sym.i] = (struct fn_id){ f };
}

/* Who calls one that knows, or a thin wrapper of such; wrappers that do more do not take or give what they are called with, as a
 * rule. */
static bool find_wrappers(struct infer_survey *s, bool *thin)
{
	uint8_t *direct = arena_array(&s->scratch, s->p->sym.n, sizeof *direct);
	struct body b = { 0 };
	bool more = false;

	for (uint32_t f = 1; f < s->p->fn.n; f++) {
		uint32_t sym = s->p->fn.at[f].sym.i;
		if (s->knows[sym])
			continue;
		body_get(&s->scratch, s->p, (struct fn_id){ f }, &b);
		for (uint32_t i = 0; i < b.inst.n; i++) {
			uint32_t callee = callee_of(s, &b, i).i;
			direct[sym] |= callee && s->knows[callee] && (!s->body[callee].i || thin[callee]);
		}
		thin[sym] = b.inst.n <= THIN;
	}
	for (uint32_t i = 0; i < s->p->sym.n; i++) {
		more |= direct[i] != 0;
		s->knows[i] |= direct[i];
	}
	return more;
}

static void find_layers(struct infer_survey *s)
{
	bool *thin = arena_array(&s->scratch, s->p->sym.n, sizeof *thin);
	uint32_t layer = 0;

	for (uint32_t i = 1; i < s->p->sym.n; i++)
		thin[i] = s->knows[i]; /* what has a row is not looked into */
	while (layer < limit(LIMIT_infer_layers) && find_wrappers(s, thin))
		layer++;
	(void)limit_full(LIMIT_infer_layers, layer);
}

/* ---- pairs ---- */

struct infer_call {
	struct sym_id sym;
	uint32_t thing; /* path of the first argument */
};

static struct infer_pair *pair_of(struct infer *x, uint32_t a, uint32_t b)
{
	uint32_t key[2] = { a, b }, known = x->seen.entry.n, id = intern_bytes(&x->seen, key, sizeof key);

	if (id >= known)
		*vec_add(x->arena, &x->pair) = (struct infer_pair){ .a = a, .b = b };
	return &x->pair.at[id - 1];
}

static uint32_t name_id(struct infer *x, const char *name)
{
	uint32_t id = intern_string(&x->name, name);

	while (x->calls.n <= id)
		*vec_add(x->arena, &x->calls) = 0;
	return id;
}

/* Is its first argument a number, the name of a lock? */
static bool takes_number(const struct infer_survey *s, struct sym_id sym)
{
	struct type_id type = program_sym(s->p, sym)->type;
	const struct type *t = type.i ? program_type(s->p, type_strip(s->p, type)) : NULL;
	uint8_t kind = t && t->kind == TYPE_FUNCTION && t->nfields
			   ? program_type(s->p, type_strip(s->p, s->p->field.at[t->field].type))->kind
			   : 0;

	return kind == TYPE_INT || kind == TYPE_ENUM;
}

static bool same_file(const struct infer_survey *s, struct sym_id a, struct sym_id b)
{
	struct fn_id f = s->body[a.i], g = s->body[b.i];

	return f.i && g.i && s->p->fn.at[f.i].unit.i == s->p->fn.at[g.i].unit.i;
}

static void pair_calls(struct infer_survey *s, const struct infer_call *call, uint32_t n, uint32_t at)
{
	struct infer *x = s->x;
	const char *name = name_of(s, call[at].sym);
	uint32_t a = name_id(x, name), behind = 0, told[BEHIND_MOST];

	x->calls.at[a]++;
	for (uint32_t i = at + 1; i < n && call[i].sym.i != call[at].sym.i && !limit_full(LIMIT_infer_behind, behind); i++) {
		bool again = false;
		struct infer_pair *p;
		if (call[i].thing != call[at].thing)
			continue;
		for (uint32_t k = 0; k < behind; k++)
			again |= told[k] == call[i].sym.i;
		if (again)
			continue;
		told[behind++] = call[i].sym.i;
		p = pair_of(x, a, name_id(x, name_of(s, call[i].sym)));
		p->paired++;
		p->has_argument |= call[at].thing != 0;
		p->number |= call[at].thing && takes_number(s, call[at].sym);
		p->one_file |= same_file(s, call[at].sym, call[i].sym);
	}
}

static bool may_be_asked(const struct infer_survey *s, struct sym_id sym)
{
	return sym.i && !s->knows[sym.i] && !s->ignored[sym.i] && strncmp(name_of(s, sym), "llvm.", 5) != 0;
}

static void look_at(struct infer_survey *s, struct body *b, struct fn_id fn)
{
	struct infer_call call[CALLS_MOST];
	struct intern things;
	uint32_t n = 0;

	arena_init(&s->one, "infer function");
	intern_init(&things, &s->one);
	body_get(&s->scratch, s->p, fn, b);
	for (uint32_t i = 0; i < b->inst.n; i++) {
		struct sym_id sym = callee_of(s, b, i);
		struct ref first = body_arg(b, &b->inst.at[i], 1);
		if (!may_be_asked(s, sym))
			continue;
		if (limit_full(LIMIT_infer_calls, n)) {
			gap(calls);
			break;
		}
		call[n++] = (struct infer_call){ sym, ref_kind(first) == REF_NONE
							  ? 0
							  : intern_string(&things, path_of_address(&s->one, s->p, b, first)) };
	}
	for (uint32_t i = 0; i < n; i++)
		pair_calls(s, call, n, i);
	arena_release(&s->one);
}

void infer_init(struct infer *x, struct arena *a)
{
	*x = (struct infer){ .arena = a };
	intern_init(&x->name, a);
	intern_init(&x->seen, a);
}

void infer_program(struct infer *x, const struct program *p, const struct models *models)
{
	struct infer_survey s = { .x = x, .p = p, .models = models };
	struct body b = { 0 };

	arena_init(&s.scratch, "infer");
	s.knows = arena_array(&s.scratch, p->sym.n, sizeof *s.knows);
	s.ignored = arena_array(&s.scratch, p->sym.n, sizeof *s.ignored);
	s.body = arena_array(&s.scratch, p->sym.n, sizeof *s.body);
	find_rows(&s);
	find_layers(&s);
	for (uint32_t f = 1; f < p->fn.n; f++)
		look_at(&s, &b, (struct fn_id){ f });
	arena_release(&s.scratch);
}

/* ---- proposals ---- */

/* Names first, then z, then one file, then the names themselves. */
static int by_worth(const void *a, const void *b)
{
	const struct infer_pair *x = a, *y = b;

	if (x->hint != y->hint)
		return x->hint > y->hint ? -1 : 1;
	if (x->one_file != y->one_file)
		return x->one_file ? -1 : 1;
	if (x->z < y->z || x->z > y->z)
		return x->z > y->z ? -1 : 1;
	if (x->a != y->a)
		return x->a < y->a ? -1 : 1;
	return x->b < y->b ? -1 : x->b > y->b;
}

static bool is_worth_telling(const struct infer_pair *p)
{
	return p->paired >= PAIRED_LEAST && (p->hint == 2 ? p->z > -1 : p->hint == 1 ? p->z > 0 : p->z > 2 && p->one_file);
}

void infer_finish(struct infer *x)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < x->pair.n; i++) {
		struct infer_pair p = x->pair.at[i];
		p.uses = x->calls.at[p.a];
		p.hint = infer_hint(intern_get(&x->name, p.a), intern_get(&x->name, p.b));
		p.z = zscore(p.paired, p.uses, ZSCORE_CHANCE);
		if (is_worth_telling(&p))
			x->pair.at[n++] = p;
	}
	x->pair.n = n;
	if (n)
		qsort(x->pair.at, n, sizeof *x->pair.at, by_worth);
}

static void print_pair(const struct infer *x, const struct infer_pair *p, FILE *f)
{
	const char *a = intern_get(&x->name, p->a), *b = intern_get(&x->name, p->b), *mark = p->hint == 2 ? "" : "# ";
	const char *on = p->number ? "0" : p->has_argument ? "*0" : "@", *mode = infer_is_shared(a) ? " shared" : "";

	fprintf(f, "# %s and %s: %u of %u calls, z %.2f%s\n", a, b, p->paired, p->uses, p->z, p->one_file ? ", in one file" : "");
	fprintf(f, "%s%-28s acquire  %s%s%s  -  %s\n", mark, a, on, p->has_argument ? "" : a, mode, a);
	fprintf(f, "%s%-28s release  %s%s%s  -  %s\n", mark, b, on, p->has_argument ? "" : a, mode, a);
}

uint32_t infer_print(const struct infer *x, FILE *f)
{
	uint8_t *named = arena_array(x->arena, x->name.entry.n, sizeof *named); /* a function has one meaning */
	uint32_t rows = 0;

	for (uint32_t i = 0; i < x->pair.n; i++) {
		const struct infer_pair *p = &x->pair.at[i];
		if (named[p->a] || named[p->b])
			continue;
		named[p->a] = named[p->b] = 1;
		print_pair(x, p, f);
		rows += p->hint == 2 ? 2 : 0;
	}
	return rows;
}
