/* What can be wrong with rows that are spelled right: a trylock that never fails, a family that is never released, a lock that is
 * its own unlock. Such tables exist in the wild and nobody noticed, because a wrong row only makes findings wrong. */
#include "private.h"

#include <stdlib.h>
#include <string.h>

#define BAD(m, r, ...) ((void)model_complain((m), (m)->table.at[(r)->table].file, (r)->line, __VA_ARGS__))

bool model_place_equal(const struct model_place *a, const struct model_place *b)
{
	return a->base == b->base && a->arg == b->arg && a->deref == b->deref && a->rest == b->rest && a->key == b->key &&
	       a->name == b->name;
}

static uint32_t last_arg(const struct model_place *p)
{
	uint32_t n = p->base == MODEL_ARGUMENT ? p->arg + 1u : 0;

	return p->key > n ? p->key : n;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static uint32_t length_args(const struct model_length *l)
{
	return l->kind == MODEL_LEN_ARG ? l->a + 1u : l->kind == MODEL_LEN_PRODUCT ? larger(l->a, l->b) + 1u : 0;
}

static uint32_t condition_args(const struct model_condition *c)
{
	return c->test != MODEL_ALWAYS && c->base == MODEL_ARGUMENT ? c->arg + 1u : 0;
}

uint32_t model_highest_arg(const struct model_row *r)
{
	uint32_t n = last_arg(&r->on);

	for (uint32_t i = 0; i < model_place_words; i++)
		n = larger(n, last_arg(model_place_at(r, i)));
	n = larger(n, larger(last_arg(&r->order_arg), last_arg(&r->fail_order_arg)));
	n = larger(n, larger(condition_args(&r->when), condition_args(&r->recursive_if)));
	n = larger(n, r->unless.arg);
	n = larger(n, larger(condition_args(&r->checked_if), condition_args(&r->fair_if)));
	return larger(n, larger(length_args(&r->len), length_args(&r->size)));
}

static bool has_attribute(const struct model_row *r, const char *word)
{
	if (!strcmp(word, "kind"))
		return r->kind != MODEL_NO_KIND;
	for (uint32_t i = 0; i < model_place_words; i++)
		if (!strcmp(model_place_word[i].spelling, word))
			return model_place_at(r, i)->base != MODEL_NOWHERE;
	return false;
}

static void check_required(struct models *m, const struct model_row *r)
{
	const char *must = model_word[r->verb].must;
	char word[32];

	for (size_t n; *must; must += n, must += *must == ' ') {
		n = strcspn(must, " ");
		snprintf(word, sizeof word, "%.*s", (int)n, must);
		if (!has_attribute(r, word))
			BAD(m, r, "'%s' needs %s=", model_word[r->verb].spelling, word);
	}
}

static bool is_power_of_two(uint32_t x)
{
	return x && !(x & (x - 1));
}

static void check_flags(struct models *m, const struct model_row *r)
{
	enum { OPERATIONS = MODEL_LOAD | MODEL_STORE | MODEL_RMW | MODEL_CMPXCHG | MODEL_FENCE };

	if ((r->flags & MODEL_SHARED) && (r->flags & MODEL_EXCLUSIVE))
		BAD(m, r, "shared and exclusive contradict each other");
	if ((r->flags & MODEL_TRY) && r->when.test == MODEL_ALWAYS)
		BAD(m, r, "'try' needs a condition in the column when: which value returned means success?");
	if ((r->flags & MODEL_TRY) && (r->flags & MODEL_TIMED))
		BAD(m, r, "try and timed contradict each other: a try does not wait");
	if (r->verb == MODEL_ATOMIC && !is_power_of_two(r->flags & OPERATIONS))
		BAD(m, r, "'atomic' needs one of load, store, rmw, cmpxchg, fence");
	if (r->verb == MODEL_ATOMIC && !(r->flags & MODEL_FENCE) && !r->on.base)
		BAD(m, r, "'atomic' needs the place of the value, such as *0");
	if ((r->verb == MODEL_DISABLE || r->verb == MODEL_ENABLE) &&
	    !(r->flags & (MODEL_IRQ | MODEL_BH | MODEL_PREEMPT | MODEL_PAGEFAULT | MODEL_SIGNALS)))
		BAD(m, r, "'%s' needs irq, bh, preempt, pagefault or signals", model_word[r->verb].spelling);
	if (r->verb == MODEL_ENQUEUE && !r->fn.base && !r->task.base)
		BAD(m, r, "'enqueue' needs fn= or task=");
	if (r->verb == MODEL_JOIN && !r->on.base && !(r->flags & MODEL_ALL))
		BAD(m, r, "'join' needs a thread or task to join, or all");
}

/* What an atomic operation computes and what it returns must fit each other. */
static void check_atomic(struct models *m, const struct model_row *r)
{
	bool rmw = r->flags & MODEL_RMW, cmpxchg = r->flags & MODEL_CMPXCHG;
	bool fixed = r->op == MODEL_OP_SET || r->op == MODEL_OP_CLEAR;
	bool one = r->op == MODEL_OP_INC || r->op == MODEL_OP_DEC || fixed;
	const char *gives = model_gives_word[r->gives];

	if (r->op && !rmw && !(fixed && r->flags & MODEL_STORE))
		BAD(m, r, "op= is what an rmw computes, or set or clear of a store: this row is none");
	else if (one && r->value.base)
		BAD(m, r, "op=%s has no operand: remove value=, or say add or sub", model_operation_word[r->op]);
	else if (r->op && !one && !r->value.base)
		BAD(m, r, "op=%s needs its operand: value=", model_operation_word[r->op]);
	if ((r->flags & MODEL_BIT) && r->op && r->op != MODEL_OP_OR && r->op != MODEL_OP_ANDNOT && r->op != MODEL_OP_XOR)
		BAD(m, r, "a bit is set with op=or, cleared with op=andnot, changed with op=xor, not with op=%s",
		    model_operation_word[r->op]);
	if (r->unless.test != MODEL_ALWAYS && (!r->op || !rmw))
		BAD(m, r, "unless= needs an rmw with op=: what is not done otherwise?");
	if (r->gives > MODEL_GIVES_OLD && !(r->op && rmw) && !cmpxchg)
		BAD(m, r, "gives=%s contradicts this row, which computes nothing: only an rmw with op= or a cmpxchg does", gives);
	else if (r->gives == MODEL_GIVES_OLD && r->flags & (MODEL_STORE | MODEL_FENCE))
		BAD(m, r, "gives=old contradicts %s, which reads nothing", r->flags & MODEL_STORE ? "store" : "fence");
	else if (r->gives == MODEL_GIVES_DONE && !cmpxchg && r->unless.test == MODEL_ALWAYS)
		BAD(m, r, "gives=done contradicts an operation that is always done: it needs unless=, or a cmpxchg");
	if (cmpxchg && r->gives > MODEL_GIVES_NOTHING && (!r->expected.base || !r->value.base))
		BAD(m, r, "a cmpxchg with gives= needs expected= and value=");
	if ((r->flags & MODEL_LAST) && ((r->gives && r->gives != MODEL_GIVES_ZERO) ||
					(r->op && r->op != MODEL_OP_DEC && r->op != MODEL_OP_SUB)))
		BAD(m, r, "'last' is a count that falls to 0: op=dec or op=sub, gives=zero");
	if ((r->flags & MODEL_MORE) && r->gives && r->gives != MODEL_GIVES_DONE)
		BAD(m, r, "'more' contradicts gives=%s: its result is 0 if nothing was done, gives=done", gives);
}

/* A condition must be decidable when the effect happens: the result is too late for a call that does not return. */
static void check_column_when(struct models *m, const struct model_row *r)
{
	if (r->when.test == MODEL_ALWAYS)
		return;
	if (!model_word[r->verb].when)
		BAD(m, r, "'%s' does not depend on a value: the column when must be -", model_word[r->verb].spelling);
	else if (r->when.base == MODEL_RESULT && (r->verb == MODEL_NORETURN || r->verb == MODEL_BLOCK))
		BAD(m, r, "'%s' comes before the return: only arguments (a0==1) can decide it", model_word[r->verb].spelling);
	else if (r->when.what == MODEL_NUMBER && r->when.test >= MODEL_ANY_BIT && r->when.value == 0)
		BAD(m, r, "a test of no bits is always the same: give a mask");
}

static void check_subject(struct models *m, const struct model_row *r)
{
	if (r->verb != MODEL_ENTRY && (r->subject == MODEL_FIELD) != (r->verb == MODEL_TASK))
		BAD(m, r, "%s",
		    r->verb == MODEL_TASK ? "'task' is about a field: write struct tag.field in front"
					  : "a field can only have the verbs 'task' and 'entry'");
	if (r->verb == MODEL_ENTRY && (r->on.base == MODEL_NAMED ? r->flags & MODEL_ALONE : r->on.base != MODEL_ARGUMENT))
		BAD(m, r, "an entry is under something that has a name (@pnp) or about what an argument points to (*0), alone or not");
	if (r->subject != MODEL_FIELD && (r->arg.base == MODEL_THIS || r->on.base == MODEL_THIS || r->fn.base == MODEL_THIS))
		BAD(m, r, "'this' is the struct of a field row: a call has none");
}

void model_check_row(struct models *m, const struct model_row *r)
{
	const struct model_word *verb = &model_word[r->verb];

	if (verb->declaration)
		return;
	check_subject(m, r);
	if (verb->on == MUST && !r->on.base)
		BAD(m, r, "'%s' needs a place first in the column on, such as *0", verb->spelling);
	else if (verb->on == NO && r->on.base)
		BAD(m, r, "'%s' acts on no place: use its attributes (%s)", verb->spelling, verb->may);
	check_required(m, r);
	check_flags(m, r);
	if (r->verb == MODEL_ATOMIC)
		check_atomic(m, r);
	check_column_when(m, r);
	if (r->arity && model_highest_arg(r) > r->arity - 1u)
		BAD(m, r, "argument %u of a function with args=%u: the first one is 0", model_highest_arg(r) - 1, r->arity - 1u);
}

static bool condition_equal(const struct model_condition *a, const struct model_condition *b)
{
	return a->test == b->test && a->base == b->base && a->arg == b->arg && a->what == b->what && a->name == b->name &&
	       a->value == b->value;
}

/* Two rows that say the same, or say it twice with different attributes. */
static bool duplicate(const struct model_row *a, const struct model_row *b)
{
	if (model_word[a->verb].declaration)
		return true;
	return a->verb == b->verb && model_place_equal(&a->on, &b->on) && model_place_equal(&a->fn, &b->fn) &&
	       model_place_equal(&a->task, &b->task) && condition_equal(&a->when, &b->when) &&
	       ((a->verb != MODEL_DISABLE && a->verb != MODEL_ENABLE) || (a->flags & b->flags));
}

static bool opposite(const struct model_row *a, enum model_verb x, const struct model_row *b, enum model_verb y)
{
	return (a->verb == x && b->verb == y) || (a->verb == y && b->verb == x);
}

static bool contradiction(const struct model_row *a, const struct model_row *b)
{
	bool never_both = a->when.test == MODEL_ALWAYS && b->when.test == MODEL_ALWAYS;

	if (a->verb == MODEL_NONE || b->verb == MODEL_NONE)
		return true;
	if (opposite(a, MODEL_DISABLE, b, MODEL_ENABLE))
		return never_both && (a->flags & b->flags);
	if (opposite(a, MODEL_ACQUIRE, b, MODEL_RELEASE) || opposite(a, MODEL_INIT, b, MODEL_DESTROY) ||
	    opposite(a, MODEL_ALLOC, b, MODEL_FREE))
		return never_both && model_place_equal(&a->on, &b->on);
	return false;
}

/* `b` is the later row of the two. */
static void check_pair(struct models *m, const struct model_row *a, const struct model_row *b)
{
	const char *name = model_string(m, b->name), *file = m->table.at[a->table].file;

	if (duplicate(a, b))
		BAD(m, b, "'%s' is already there at %s:%u: remove one of them", name, file, a->line);
	else if (contradiction(a, b))
		BAD(m, b, "'%s' is said to %s here and to %s at %s:%u, always and on the same thing", name,
		    model_word[b->verb].spelling, model_word[a->verb].spelling, file, a->line);
}

/* The rows that hold: those of a name stand together. Their number is limited, since each is compared with each. */
static void check_names(struct models *m)
{
	uint32_t nth = 0;

	for (uint32_t i = 0; i < m->row.n; i++) {
		const struct model_row *b = &m->row.at[i];

		nth = i && m->row.at[i - 1].next == b ? nth + 1 : 0;
		if (nth == MODEL_MAX_ROWS)
			BAD(m, b, "'%s' has more than %d rows: that is no primitive", model_string(m, b->name), MODEL_MAX_ROWS);
		for (uint32_t k = 1; k <= nth && nth < MODEL_MAX_ROWS; k++)
			check_pair(m, b - k, b);
	}
}

/* The first row of each family with each of the verbs that must come in pairs. */
struct family {
	const struct model_row *acquire, *release, *disable, *enable, *wait;
};

static void note_family(struct family *f, const struct model_row *r)
{
	const struct model_row **first = r->verb == MODEL_ACQUIRE		  ? &f->acquire
					 : r->verb == MODEL_RELEASE		  ? &f->release
					 : r->verb == MODEL_DISABLE		  ? &f->disable
					 : r->verb == MODEL_ENABLE		  ? &f->enable
					 : r->verb == MODEL_WAIT && !r->with.base ? &f->wait
										  : NULL;

	if (first && (!*first || r->table < (*first)->table || (r->table == (*first)->table && r->line < (*first)->line)))
		*first = r;
}

static void check_family(struct models *m, const struct family *f, const char *name)
{
	if (f->acquire && !f->release)
		BAD(m, f->acquire, "family '%s' has an acquire but no release: add the function that releases it", name);
	if (f->release && !f->acquire)
		BAD(m, f->release, "family '%s' has a release but no acquire: add the function that acquires it", name);
	if (f->disable && !f->enable)
		BAD(m, f->disable, "family '%s' has a disable but no enable: add the function that enables again", name);
	if (f->enable && !f->disable)
		BAD(m, f->enable, "family '%s' has an enable but no disable: add the function that disables", name);
	if (f->wait && f->acquire)
		BAD(m, f->wait, "a wait in the lock family '%s' without its lock: add 'with *1', or use a family of its own",
		    name);
}

static void check_families(struct models *m)
{
	struct arena scratch;
	struct family *family;

	arena_init(&scratch, "model check");
	family = arena_array(&scratch, m->names.entry.n, sizeof *family);
	for (uint32_t i = 0; i < m->row.n; i++)
		if (m->row.at[i].family)
			note_family(&family[m->row.at[i].family], &m->row.at[i]);
	for (uint32_t i = 1; i < m->names.entry.n; i++)
		check_family(m, &family[i], model_string(m, i));
	arena_release(&scratch);
}

void model_check_rows(struct models *m)
{
	check_names(m);
	check_families(m);
}

bool models_check_arity(const struct models *m, const char *name, uint32_t n_params, bool vararg, struct trouble *t)
{
	for (const struct model_row *r = model_find(m, name); r; r = r->next)
		if (!vararg && !r->glob && model_highest_arg(r) > n_params)
			return trouble(t,
				       "%s:%u: the row of '%s' speaks of argument %u (from 0), but the program declares %u of "
				       "them: correct the row",
				       m->table.at[r->table].file, r->line, name, model_highest_arg(r) - 1, n_params);
	return true;
}

void models_check(const struct models *m)
{
	for (uint32_t i = 0; i < m->row.n; i++) {
		const struct model_row *r = &m->row.at[i], *found;
		CHECK(r->verb > MODEL_NO_VERB && r->verb < MODEL_VERBS, "row %u has a verb", i);
		CHECK(!r->next || (r->next == r + 1 && r->next->name == r->name), "rows of one name stand together");
		if (r->glob || (i && m->row.at[i - 1].next == r))
			continue;
		found = model_find_in(m, model_space_of((enum model_verb)r->verb), (enum model_subject)r->subject,
				      model_string(m, r->name));
		CHECK(found == r, "the row of '%s' is found", model_string(m, r->name));
	}
}
