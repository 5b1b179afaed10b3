/* What a path knows: the tests it has passed. A value without a fact may be anything; two paths that become one know what both
 * know. */
#include <string.h>

#include "summary/function/known.h"

static struct tested *fact_at(struct path_state *s, uint32_t term)
{
	for (uint32_t i = 0; i < s->nfacts; i++)
		if (s->fact[i].term == term)
			return &s->fact[i];
	return NULL;
}

uint8_t known_sign(int64_t n)
{
	return n < 0 ? ANSWER_BELOW : n == 0 ? ANSWER_ZERO_BIT : ANSWER_ABOVE;
}

/* What is known of a term: its sign, its number. */
struct tested known_look(const struct work *w, const struct path_state *s, uint32_t term)
{
	struct term k = term_get(&w->terms, term);
	struct tested t = { .term = term, .answers = ANSWER_ANY };

	if (k.kind == TERM_INT || k.kind == TERM_NULL)
		return (struct tested){ .term = term, .answers = known_sign(k.offset), .exact = true, .number = k.offset };
	for (uint32_t i = 0; i < s->nfacts; i++)
		if (s->fact[i].term == term)
			return s->fact[i];
	while (k.kind == TERM_FIELD || (k.kind == TERM_INDEX && !element_is_chosen(w, &k)))
		k = term_get(&w->terms, k.base);
	if (k.kind == TERM_SYM || k.kind == TERM_STACK)
		t.answers = ANSWER_ABOVE; /* never null */
	return t;
}

bool known_excludes(const struct tested *t, int64_t n)
{
	return t->exact ? t->number != n : (t->except && t->number == n) || !(t->answers & known_sign(n));
}

void known_keep(const struct work *w, struct path_state *s, struct tested now)
{
	uint8_t kind = term_get(&w->terms, now.term).kind;
	struct tested *at = fact_at(s, now.term);

	if (kind == TERM_INT || kind == TERM_NULL)
		return;
	if (!at && limit_full(LIMIT_summary_facts, s->nfacts)) { /* the oldest gives way */
		memmove(s->fact, s->fact + 1, (s->nfacts - 1) * sizeof *s->fact);
		s->nfacts--;
	}
	if (!at)
		at = &s->fact[s->nfacts++];
	*at = now;
}

/* False: it cannot be so, the path ends. */
bool known_learn(const struct work *w, struct path_state *s, uint32_t term, uint8_t answers, const int64_t *number)
{
	struct tested now = known_look(w, s, term);

	if (!(now.answers & answers) || (number && known_excludes(&now, *number)))
		return false;
	now.answers &= answers;
	if (number)
		now = (struct tested){ .term = term, .answers = now.answers, .exact = true, .number = *number };
	else if (now.except && !(now.answers & known_sign(now.number)))
		now.except = false, now.number = 0;
	known_keep(w, s, now);
	return true;
}

/* It is another number. One such number is kept, the last. */
bool known_learn_other(const struct work *w, struct path_state *s, uint32_t term, int64_t number)
{
	struct tested now = known_look(w, s, term);

	if (number == 0)
		return known_learn(w, s, term, ANSWER_BELOW | ANSWER_ABOVE, NULL);
	if (now.exact || known_excludes(&now, number))
		return !now.exact || now.number != number;
	now.except = true;
	now.number = number;
	known_keep(w, s, now);
	return true;
}

void known_forget(const struct work *w, struct path_state *s, uint32_t block)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < s->nfacts; i++)
		if (!term_mentions(w, s->fact[i].term, block))
			s->fact[kept++] = s->fact[i];
	s->nfacts = kept;
}

static struct tested join_tested(const struct tested *a, const struct tested *b)
{
	struct tested t = { .term = a->term, .answers = a->answers | b->answers };

	if (a->exact && b->exact && a->number == b->number) {
		t.exact = true;
		t.number = a->number;
	} else if (a->except && known_excludes(b, a->number)) {
		t.except = true;
		t.number = a->number;
	} else if (b->except && known_excludes(a, b->number)) {
		t.except = true;
		t.number = b->number;
	}
	if (t.except && !(t.answers & known_sign(t.number)))
		t.except = false, t.number = 0;
	return t;
}

/* What both know. True: `to` knows less than before. */
bool known_join(struct path_state *to, const struct path_state *from)
{
	uint32_t kept = 0;
	bool changed = false;

	for (uint32_t i = 0; i < to->nfacts; i++) {
		struct tested t;
		const struct tested *other = NULL;
		for (uint32_t k = 0; k < from->nfacts && !other; k++)
			if (from->fact[k].term == to->fact[i].term)
				other = &from->fact[k];
		if (!other) {
			changed = true;
			continue;
		}
		t = join_tested(&to->fact[i], other);
		if (t.answers == ANSWER_ANY && !t.except) {
			changed = true;
			continue;
		}
		changed |= t.answers != to->fact[i].answers || t.exact != to->fact[i].exact || t.except != to->fact[i].except;
		to->fact[kept++] = t;
	}
	to->nfacts = kept;
	changed |= (from->lost & ~to->lost) != 0;
	to->lost |= from->lost;
	return changed;
}

/* ---- what is known of formals ---- */

uint32_t flow_intern(struct work *w, const struct summary_condition *c)
{
	static const struct summary_condition none;

	return memcmp(c, &none, sizeof none) ? intern_bytes(&w->condition, c, sizeof *c) : 0;
}

static void add_condition(struct summary_condition *c, uint32_t param, const struct tested *t)
{
	uint32_t i = 0;

	while (i < CONDITIONS_MOST && c->on[i].param && c->on[i].param != param + 1)
		i++;
	if (param >= UINT16_MAX || (t->answers == ANSWER_ANY && !t->except) || limit_full(LIMIT_summary_conditions, i))
		return;
	c->on[i].param = (uint16_t)(param + 1);
	c->on[i].answers = t->answers;
	c->on[i].number_is = t->exact ? NUMBER_EXACT : t->except ? NUMBER_OTHER : NUMBER_UNKNOWN;
	c->on[i].number = t->number;
}

static struct tested condition_get(const struct summary_condition *c, uint32_t i)
{
	return (struct tested){ .answers = c->on[i].answers, .exact = c->on[i].number_is == NUMBER_EXACT,
				.except = c->on[i].number_is == NUMBER_OTHER, .number = c->on[i].number };
}

/* A formal itself never changes: what is known of it now was so at entry. Of a wider copy of it: whether it is zero. */
static void conditions_of(const struct work *w, const struct path_state *s, struct summary_condition *out)
{
	memset(out, 0, sizeof *out);
	for (uint32_t i = 0; i < s->nfacts; i++) {
		struct term k = term_get(&w->terms, s->fact[i].term);
		struct tested t = s->fact[i];
		if (k.kind == TERM_COMPUTED && !k.a && k.b == computed_by(OP_cast, CAST_zext)) {
			k = term_get(&w->terms, k.base);
			t = (struct tested){ .answers = t.answers == ANSWER_ZERO_BIT ? ANSWER_ZERO_BIT
							: t.answers & ANSWER_ZERO_BIT ? ANSWER_ANY
										      : ANSWER_BELOW | ANSWER_ABOVE };
		}
		if (k.kind == TERM_PARAM && k.a == w->b.fn.i)
			add_condition(out, k.b, &t);
	}
}

uint32_t flow_condition(struct work *w, const struct path_state *s)
{
	struct summary_condition c;

	conditions_of(w, s, &c);
	return flow_intern(w, &c);
}

/* One or the other. */
uint32_t known_join_conditions(struct work *w, uint32_t a, uint32_t b)
{
	struct summary_condition x, y, out;

	if (a == b || !a || !b)
		return a == b ? a : 0;
	memcpy(&x, intern_get(&w->condition, a), sizeof x);
	memcpy(&y, intern_get(&w->condition, b), sizeof y);
	memset(&out, 0, sizeof out);
	for (uint32_t i = 0; i < CONDITIONS_MOST; i++)
		for (uint32_t k = 0; k < CONDITIONS_MOST && x.on[i].param; k++) {
			struct tested s = condition_get(&x, i), t = condition_get(&y, k), both = join_tested(&s, &t);
			if (x.on[i].param == y.on[k].param)
				add_condition(&out, x.on[i].param - 1u, &both);
		}
	return flow_intern(w, &out);
}

bool flow_translate(struct work *w, const struct path_state *s, const struct summary_condition *c, const uint32_t *arg,
		    uint32_t nargs, struct summary_condition *out)
{
	memset(out, 0, sizeof *out);
	for (uint32_t i = 0; i < CONDITIONS_MOST && c->on[i].param; i++) {
		uint32_t param = c->on[i].param - 1u, term = param < nargs ? arg[param] : 0;
		struct tested t = condition_get(c, i), now;
		struct term k;
		if (!term)
			continue;
		now = known_look(w, s, term);
		if (!(now.answers & t.answers) || (t.exact && known_excludes(&now, t.number)) ||
		    (t.except && now.exact && now.number == t.number))
			return false;
		k = term_get(&w->terms, term);
		if (k.kind == TERM_PARAM && k.a == w->b.fn.i)
			add_condition(out, k.b, &t);
	}
	return true;
}
