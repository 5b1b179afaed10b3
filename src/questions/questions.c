/* The calls are found by name in all bodies; each is answered for every context of the function around it, and the answers are
 * joined: `must` and `no` have to hold in all of them, functions called add up, and the weakest owner counts. */
#include "questions/questions.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ir/text/path.h"
#include "ir/text/print.h"

enum questions_question { Q_NONE, Q_ALIAS, Q_CALLS, Q_PARALLEL, Q_HELD, Q_WHOSE, Q_CONTEXTS, QUESTIONS };

static const char *const name_of[QUESTIONS] = { "",	     "snag_alias", "snag_calls",   "snag_parallel",
						"snag_held", "snag_whose", "snag_contexts" };
static const uint8_t nargs_of[QUESTIONS] = { 0, 2, 1, 2, 1, 1, 0 };

struct questions_line {
	const char *file; /* in the scratch arena, as all strings */
	uint32_t line, column;
	const char *text;
};

struct questions_asking {
	struct arena scratch;
	const struct program *p;
	const struct points *points;
	const struct contexts *contexts;
	const struct threads *threads;
	const struct sharing *sharing;
	const char *cwd;
	uint8_t *question; /* by sym_id: enum questions_question */
	VEC(struct questions_line) line;
	struct body body; /* the function that asks */
	uint32_t inst;	  /* the call that asks */
};

/* ---- contexts and arguments ---- */

static const uint32_t *contexts_of(const struct questions_asking *a, struct fn_id fn, uint32_t *n)
{
	const struct contexts *c = a->contexts;

	*n = c->first_by_fn[fn.i + 1] - c->first_by_fn[fn.i];
	return c->by_fn + c->first_by_fn[fn.i];
}

/* Argument k of the question; the callee is operand 0. */
static struct ref argument(const struct questions_asking *a, uint32_t k)
{
	return body_arg(&a->body, &a->body.inst.at[a->inst], k + 1);
}

/* The symbol that a reference names: f, &f, or an alias of it. None: a computed value. */
static struct sym_id symbol(const struct questions_asking *a, struct ref r)
{
	struct sym_id sym = { 0 };

	if (ref_kind(r) == REF_SYM)
		sym = (struct sym_id){ ref_index(r) };
	else if (ref_kind(r) == REF_KONST && program_konst(a->p, (struct konst_id){ ref_index(r) })->kind == KONST_ADDR)
		sym = program_konst(a->p, (struct konst_id){ ref_index(r) })->sym;
	return sym.i ? sym_behind_alias(a->p, sym) : sym;
}

/* Answers of three words: the first context decides, any other that differs makes it a may. */
static enum alias merge(bool first, enum alias all, enum alias one)
{
	return first || all == one ? one : ALIAS_MAY;
}

static const char *alias_word(enum alias w)
{
	return w == ALIAS_MUST ? "must" : w == ALIAS_MAY ? "may" : "no";
}

/* ---- alias, held ---- */

static const char *answer_alias(const struct questions_asking *a, const uint32_t *context, uint32_t n)
{
	enum alias all = ALIAS_NO;

	for (uint32_t i = 0; i < n; i++)
		all = merge(i == 0, all, contexts_alias(a->contexts, context[i], a->inst, argument(a, 0), argument(a, 1)));
	return alias_word(all);
}

static const char *answer_held(const struct questions_asking *a, const uint32_t *context, uint32_t n)
{
	enum alias all = ALIAS_NO;

	for (uint32_t i = 0; i < n; i++)
		all = merge(i == 0, all, contexts_holds(a->contexts, context[i], a->inst, argument(a, 0)));
	return alias_word(all);
}

/* ---- parallel, whose ---- */

static const char *answer_parallel(struct questions_asking *a)
{
	struct fn_id fn[2];
	enum apart apart;
	uint32_t n;

	for (uint32_t k = 0; k < 2; k++) {
		struct sym_id sym = symbol(a, argument(a, k));
		fn[k] = sym.i ? program_sym(a->p, sym)->fn : (struct fn_id){ 0 };
		if (!fn[k].i)
			return "not a function of this program";
		contexts_of(a, fn[k], &n);
		if (!n)
			return "unreached";
	}
	apart = threads_functions_apart(a->threads, fn[0], fn[1]);
	return apart == APART_NOT ? "yes" : arena_format(&a->scratch, "no: %s", apart_word(apart));
}

static const char *answer_whose(const struct questions_asking *a, const uint32_t *context, uint32_t n)
{
	enum whose weakest = WHOSE_WORDS;
	uint32_t nthreads;

	for (uint32_t i = 0; i < n; i++) {
		const uint32_t *thread = threads_of_context(a->threads, context[i], &nthreads);
		for (uint32_t k = 0; k < nthreads; k++) {
			enum whose w = sharing_of(a->sharing, (struct spot){ thread[k], context[i], a->inst }, argument(a, 0));
			weakest = w < weakest ? w : weakest;
		}
	}
	return weakest == WHOSE_WORDS ? "unreached" : whose_word(weakest);
}

/* ---- calls ---- */

struct called {
	VEC(struct sym_id) sym; /* as found, some of them twice */
	enum site_method method;
	bool found;
};

static void add_called(struct questions_asking *a, struct called *c, struct sym_id sym, enum site_method method)
{
	*vec_add(&a->scratch, &c->sym) = sym;
	c->method = method > c->method ? method : c->method;
	c->found = true;
}

/* The call that a question right before it is about: the next one of its block that runs a function through a pointer, or the one
 * that the question names, unless another question comes first. Calls that compute arguments are passed over. 0: none. */
static uint32_t next_site(const struct questions_asking *a)
{
	const struct body *b = &a->body;
	struct sym_id named = symbol(a, argument(a, 0));
	uint32_t n;

	for (uint32_t i = a->inst + 1; i < b->inst.n && !op_is_terminator(b->inst.at[i].op); i++) {
		struct sym_id callee = b->inst.at[i].op == OP_call ? body_callee(a->p, b, &b->inst.at[i]) : (struct sym_id){ 0 };
		const struct site *site = points_sites(a->points, b->fn, i, &n);
		if (callee.i && a->question[callee.i])
			return 0;
		if (n && (site->row || !callee.i || callee.i == named.i))
			return i;
	}
	return 0;
}

static void called_at(struct questions_asking *a, struct called *c, uint32_t context, uint32_t inst)
{
	const struct context *x = &a->contexts->context.at[context];

	for (uint32_t i = x->edge; i < x->edge + x->nedges; i++) {
		const struct edge *e = &a->contexts->edge.at[i];
		if (e->inst == inst && e->to)
			add_called(a, c, program_fn(a->p, a->contexts->context.at[e->to].fn)->sym, e->method);
	}
}

static bool is_outside(const struct questions_asking *a, struct sym_id sym)
{
	return program_sym(a->p, sym)->kind == SYM_FUNCTION && !program_sym(a->p, sym)->fn.i;
}

/* Functions outside the program have no context: those that the pointer holds, or else those that the site knows of. */
static void called_outside(struct questions_asking *a, struct called *c, uint32_t context, uint32_t inst)
{
	const struct terms *t = &a->contexts->terms;
	struct ref callee = body_arg(&a->body, &a->body.inst.at[inst], 0);
	uint32_t n, nsites;
	const struct site *site = points_sites(a->points, a->body.fn, inst, &nsites);
	const uint32_t *term;
	bool known = true;

	if (!nsites || site->row || body_callee(a->p, &a->body, &a->body.inst.at[inst]).i)
		return;
	term = set_get(t, contexts_value(a->contexts, context, NULL, callee), &n);
	for (uint32_t i = 0; i < n; i++)
		known &= term_get(t, term[i]).kind == TERM_SYM || term_get(t, term[i]).kind == TERM_NULL;
	for (uint32_t i = 0; known && i < n; i++)
		if (term_get(t, term[i]).kind == TERM_SYM && is_outside(a, (struct sym_id){ term_get(t, term[i]).a }))
			add_called(a, c, (struct sym_id){ term_get(t, term[i]).a }, METHOD_CONTEXT);
	for (uint32_t i = 0; (!known || !n) && i < site->ntargets; i++)
		if (is_outside(a, a->points->target.at[site->target + i]))
			add_called(a, c, a->points->target.at[site->target + i], site->method);
}

static void called_by_class(struct questions_asking *a, struct called *c)
{
	struct cell cell[16]; /* the most that limits.def allows */
	uint32_t ncells = points_cells(a->points, a->body.fn, argument(a, 0), cell, limit(LIMIT_questions_cells)), n;

	for (uint32_t i = 0; i < ncells && !limit_full(LIMIT_questions_cells, i); i++) {
		const uint32_t *object = points_objects(a->points, cell[i].class, &n);
		for (uint32_t k = 0; k < n; k++)
			if (a->points->object.at[object[k]].kind == OBJECT_FUNCTION)
				add_called(a, c, a->points->object.at[object[k]].sym, METHOD_POINTS);
	}
}

/* Nothing is called: what the pointer holds, by its terms, or else by its class. */
static void called_by_value(struct questions_asking *a, struct called *c, uint32_t context)
{
	const struct terms *t = &a->contexts->terms;
	uint32_t n;
	const uint32_t *term = set_get(t, contexts_value(a->contexts, context, NULL, argument(a, 0)), &n);
	enum site_method method = symbol(a, argument(a, 0)).i ? METHOD_DIRECT : METHOD_CONTEXT;

	for (uint32_t i = 0; i < n; i++)
		if (term_get(t, term[i]).kind != TERM_SYM && term_get(t, term[i]).kind != TERM_NULL) {
			called_by_class(a, c);
			return;
		}
	for (uint32_t i = 0; i < n; i++)
		if (term_get(t, term[i]).kind == TERM_SYM)
			add_called(a, c, (struct sym_id){ term_get(t, term[i]).a }, method);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* "a b by context". */
static const char *called_text(struct questions_asking *a, const struct called *c)
{
	static const char *const method[METHODS] = { "none", "direct", "context", "field", "type", "points" };
	const char **name = arena_array(&a->scratch, c->sym.n + 1, sizeof *name), *text = "";

	if (!c->found)
		return "by none";
	for (uint32_t i = 0; i < c->sym.n; i++)
		name[i] = program_str(a->p, program_sym(a->p, c->sym.at[i])->name);
	qsort(name, c->sym.n, sizeof *name, by_text);
	for (uint32_t i = 0; i < c->sym.n; i++)
		if (!i || strcmp(name[i - 1], name[i]))
			text = arena_format(&a->scratch, "%s%s ", text, name[i]);
	return arena_format(&a->scratch, "%sby %s", text, method[c->method]);
}

static const char *answer_calls(struct questions_asking *a, const uint32_t *context, uint32_t n)
{
	struct called c = { 0 };
	uint32_t site = next_site(a);

	for (uint32_t i = 0; i < n; i++)
		if (site) {
			called_at(a, &c, context[i], site);
			called_outside(a, &c, context[i], site);
		} else {
			called_by_value(a, &c, context[i]);
		}
	return called_text(a, &c);
}

/* ---- all of them ---- */

static const char *answer(struct questions_asking *a, enum questions_question q)
{
	uint32_t n;
	const uint32_t *context = contexts_of(a, a->body.fn, &n);

	if (q == Q_PARALLEL)
		return answer_parallel(a);
	if (!n)
		return "unreached";
	switch (q) {
	case Q_ALIAS:
		return answer_alias(a, context, n);
	case Q_CALLS:
		return answer_calls(a, context, n);
	case Q_HELD:
		return answer_held(a, context, n);
	case Q_WHOSE:
		return answer_whose(a, context, n);
	case Q_CONTEXTS:
		return arena_format(&a->scratch, "%" PRIu32, n);
	default:
		BUG("question %d has no answer", (int)q);
	}
}

/* "snag_held(pool.lock)": the things at the addresses that were given. */
static const char *question_text(struct questions_asking *a, enum questions_question q)
{
	const char *text = arena_format(&a->scratch, "%s(", name_of[q]);

	for (uint32_t k = 0; k < nargs_of[q]; k++)
		text = arena_format(&a->scratch, "%s%s%s", text, k ? ", " : "",
				    path_of_address(&a->scratch, a->p, &a->body, argument(a, k)));
	return arena_format(&a->scratch, "%s)", text);
}

/* As a report shows it: from the directory of the run. */
static const char *short_name(const struct questions_asking *a, const char *file)
{
	size_t n = strlen(a->cwd);

	return !strncmp(file, a->cwd, n) && file[n] == '/' ? file + n + 1 : file;
}

static void ask(struct questions_asking *a, enum questions_question q)
{
	const struct inst *in = &a->body.inst.at[a->inst];
	const struct loc *loc = &a->body.loc.at[in->loc];
	const char *file = short_name(a, arena_string(&a->scratch, loc->file.i ? program_str(a->p, loc->file) : ""));
	const char *text;

	if (in->nargs != nargs_of[q] + 1u)
		text = arena_format(&a->scratch, "%s = asked with other arguments than tests/snag_ask.h declares", name_of[q]);
	else
		text = arena_format(&a->scratch, "%s = %s", question_text(a, q), answer(a, q));
	*vec_add(&a->scratch, &a->line) = (struct questions_line){ file, loc->line, loc->column, text };
}

static void ask_body(struct questions_asking *a, struct fn_id fn)
{
	body_get(&a->scratch, a->p, fn, &a->body);
	for (a->inst = 0; a->inst < a->body.inst.n; a->inst++) {
		const struct inst *in = &a->body.inst.at[a->inst];
		struct sym_id callee = in->op == OP_call ? body_callee(a->p, &a->body, in) : (struct sym_id){ 0 };
		if (callee.i && a->question[callee.i])
			ask(a, a->question[callee.i]);
	}
}

/* Which symbols are questions; a program may have several of one name only where they are static, and those are its own. */
static bool find_questions(struct questions_asking *a)
{
	bool any = false;

	a->question = arena_array(&a->scratch, a->p->sym.n + 1, sizeof *a->question);
	for (uint32_t i = 1; i < a->p->sym.n; i++) {
		const struct sym *s = &a->p->sym.at[i];
		for (uint8_t q = 1; q < QUESTIONS && s->kind == SYM_FUNCTION && !(s->flags & SYM_DEFINED); q++)
			if (!strcmp(program_str(a->p, s->name), name_of[q]))
				a->question[i] = q, any = true;
	}
	return any;
}

static int by_place(const void *x, const void *y)
{
	const struct questions_line *a = x, *b = y;
	int order = strcmp(a->file, b->file);

	if (!order)
		order = (a->line > b->line) - (a->line < b->line);
	if (!order)
		order = (a->column > b->column) - (a->column < b->column);
	return order ? order : strcmp(a->text, b->text);
}

static void print(struct questions_asking *a, FILE *out)
{
	if (a->line.n)
		qsort(a->line.at, a->line.n, sizeof *a->line.at, by_place);
	for (uint32_t i = 0; i < a->line.n; i++) {
		const struct questions_line *l = &a->line.at[i];
		print_text(out, l->file, strlen(l->file));
		fprintf(out, ":%" PRIu32 ": ", l->line);
		print_text(out, l->text, strlen(l->text));
		fputc('\n', out);
	}
}

void questions_dump(const struct sharing *sharing, const struct threads *threads, FILE *out)
{
	const struct contexts *contexts = threads->contexts;
	struct questions_asking a = {
		.p = contexts->points->p, .points = contexts->points, .contexts = contexts, .threads = threads, .sharing = sharing
	};

	arena_init(&a.scratch, "questions");
	a.cwd = path_cwd(&a.scratch);
	if (find_questions(&a))
		for (uint32_t i = 1; i < a.p->fn.n; i++)
			ask_body(&a, (struct fn_id){ i });
	print(&a, out);
	arena_release(&a.scratch);
}
