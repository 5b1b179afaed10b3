/* What a path knows: the tests it has passed. A value without a fact may be anything; two paths that become one know what both
 * know. */
#include <string.h>

#include "summary/function/known.h"

struct fact known_look(const struct work *w, const struct path_state *s, uint32_t term)
{
	struct term k = term_get(&w->terms, term);
	uint32_t at = fact_list_find(s->fact, s->nfacts, term);

	if (k.kind == TERM_INT || k.kind == TERM_NULL)
		return fact_exact(term, k.offset);
	if (at < s->nfacts)
		return s->fact[at];
	while (k.kind == TERM_FIELD || (k.kind == TERM_INDEX && !element_is_chosen(w, &k)))
		k = term_get(&w->terms, k.base);
	/* never null */
	return k.kind == TERM_SYM || k.kind == TERM_STACK ? (struct fact){ .of = term, .low = 1, .high = INT64_MAX } : fact_any(term);
}

void known_keep(const struct work *w, struct path_state *s, struct fact now)
{
	uint8_t kind = term_get(&w->terms, now.of).kind;
	uint32_t at = fact_list_find(s->fact, s->nfacts, now.of);

	if (kind == TERM_INT || kind == TERM_NULL)
		return;
	if (at == s->nfacts && limit_full(LIMIT_summary_facts, s->nfacts)) { /* the oldest gives way */
		fact_list_forget(s->fact, &s->nfacts, s->fact[0].of);
		at--;
	}
	s->nfacts += at == s->nfacts;
	s->fact[at] = now;
}

bool known_assume(const struct work *w, struct path_state *s, uint32_t term, uint8_t compare, int64_t k)
{
	struct fact now = known_look(w, s, term);

	if (!fact_assume(&now, compare, k))
		return false;
	known_keep(w, s, now);
	return true;
}

bool known_assume_signs(const struct work *w, struct path_state *s, uint32_t term, uint8_t signs)
{
	struct fact now = known_look(w, s, term);

	if (!fact_assume_signs(&now, signs))
		return false;
	known_keep(w, s, now);
	return true;
}

void known_forget(const struct work *w, struct path_state *s, uint32_t block)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < s->nfacts; i++)
		if (!term_mentions(w, s->fact[i].of, block))
			s->fact[kept++] = s->fact[i];
	s->nfacts = kept;
}

/* What both know. True: `to` knows less than before. */
bool known_join(struct path_state *to, const struct path_state *from)
{
	uint32_t kept = 0;
	bool changed = false;

	for (uint32_t i = 0; i < to->nfacts; i++) {
		struct fact f = to->fact[i];
		uint32_t at = fact_list_find(from->fact, from->nfacts, f.of);
		changed |= at == from->nfacts || fact_join(&f, &from->fact[at], FACT_SIGNS);
		if (at < from->nfacts && !fact_says_nothing(&f))
			to->fact[kept++] = f;
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

static void add_condition(struct summary_condition *c, uint32_t param, const struct fact *f)
{
	uint32_t i = 0;

	while (i < CONDITIONS_MOST && c->on[i].of && c->on[i].of != param + 1)
		i++;
	if (fact_says_nothing(f) || limit_full(LIMIT_summary_conditions, i))
		return;
	c->on[i] = *f;
	c->on[i].of = param + 1;
}

/* A formal itself never changes: what is known of it now was so at entry. Of a wider copy of it: whether it is zero. */
static void conditions_of(const struct work *w, const struct path_state *s, struct summary_condition *out)
{
	memset(out, 0, sizeof *out);
	for (uint32_t i = 0; i < s->nfacts; i++) {
		struct fact f = s->fact[i];
		struct term k = term_get(&w->terms, f.of);
		if (k.kind == TERM_COMPUTED && !k.a && k.b == computed_by(OP_cast, CAST_zext)) {
			k = term_get(&w->terms, k.base);
			f = fact_excludes(&f, 0) ? fact_not_null(0) : fact_signs(&f) == SIGN_ZERO ? fact_exact(0, 0) : fact_any(0);
		}
		if (k.kind == TERM_PARAM && k.a == w->b.fn.i)
			add_condition(out, k.b, &f);
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
	for (uint32_t i = 0; i < CONDITIONS_MOST && x.on[i].of; i++) {
		uint32_t k = fact_list_find(y.on, CONDITIONS_MOST, x.on[i].of);
		if (k == CONDITIONS_MOST)
			continue;
		(void)fact_join(&x.on[i], &y.on[k], FACT_SIGNS);
		add_condition(&out, x.on[i].of - 1, &x.on[i]);
	}
	return flow_intern(w, &out);
}

/* Behind a call, on the way back that is taken under this condition: what is known of the arguments since. */
bool flow_learn(struct work *w, struct path_state *s, const struct summary_condition *c, const uint32_t *arg, uint32_t nargs)
{
	for (uint32_t i = 0; i < CONDITIONS_MOST && c->on[i].of; i++) {
		uint32_t param = c->on[i].of - 1, term = param < nargs ? arg[param] : 0;
		struct fact now = term ? known_look(w, s, term) : fact_any(0);
		if (term && !fact_and(&now, &c->on[i]))
			return false;
		now.of = term;
		if (term && !fact_says_nothing(&now))
			known_keep(w, s, now);
	}
	return true;
}

bool flow_translate(struct work *w, const struct path_state *s, const struct summary_condition *c, const uint32_t *arg,
		    uint32_t nargs, struct summary_condition *out)
{
	memset(out, 0, sizeof *out);
	for (uint32_t i = 0; i < CONDITIONS_MOST && c->on[i].of; i++) {
		uint32_t param = c->on[i].of - 1, term = param < nargs ? arg[param] : 0;
		struct fact now;
		struct term k;
		if (!term)
			continue;
		now = known_look(w, s, term);
		if (!fact_meets(&now, &c->on[i]))
			return false;
		k = term_get(&w->terms, term);
		if (k.kind == TERM_PARAM && k.a == w->b.fn.i)
			add_condition(out, k.b, &c->on[i]);
	}
	return true;
}
