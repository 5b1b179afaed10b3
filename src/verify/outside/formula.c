#include "verify/outside/formula.h"

#include <string.h>

#include "base/store/hash.h"
#include "ir/body.h"
#include "prove/data/effort.h"

/* of Z3, for one question; how long the search may take, which works this many times less */
enum { STEPS = 400000, WAITING = 3, MOST_BITS = 64, MOST_INPUTS = 256 };

struct verify_terms *formulas_init(struct arena *a, double seconds)
{
	struct verify_terms *t = arena_new(a, struct verify_terms);

	arena_init(&t->arena, "terms");
	smt_init(&t->smt, STEPS);
	(void)smt_context(&t->smt);
	t->smt.deadline = effort_now() + seconds * WAITING;
	(void)vec_add(&t->arena, &t->term);
	(void)vec_add(&t->arena, &t->link);
	(void)vec_add(&t->arena, &t->answer);
	return t;
}

void formulas_release(struct verify_terms *t)
{
	smt_release(&t->smt);
	arena_release(&t->arena);
}

/* ---- terms ---- */

/* The inputs of both, sorted. NULL: too many. */
static const uint32_t *inputs_of(struct verify_terms *t, const struct verify_term *a, const struct verify_term *b, uint32_t *n)
{
	uint32_t most = (a ? a->ninputs : 0) + (b ? b->ninputs : 0), i = 0, k = 0;
	uint32_t *out = arena_array(&t->arena, most + 1, sizeof *out);

	*n = 0;
	while ((a && i < a->ninputs) || (b && k < b->ninputs)) {
		uint32_t x = a && i < a->ninputs ? a->input[i] : UINT32_MAX, y = b && k < b->ninputs ? b->input[k] : UINT32_MAX;
		out[(*n)++] = x < y ? x : y;
		i += x <= y;
		k += y <= x;
	}
	return *n > MOST_INPUTS ? NULL : out;
}

/* The term with this value, which is made of these; the same one each time. */
static uint32_t make(struct verify_terms *t, struct verify_term made)
{
	uint64_t key[4] = { (uint64_t)made.kind << 8 | made.sub | (uint64_t)made.bits << 32,
			    (uint64_t)made.of[0] << 32 | made.of[1], made.kind == TERM_NUMBER ? made.v.lo : 0, 0 };
	const struct verify_term *a = made.kind == TERM_NUMBER ? NULL : &t->term.at[made.of[0]];
	const struct verify_term *b = made.kind == TERM_NUMBER || made.kind == TERM_EXTRACT ? NULL : &t->term.at[made.of[1]];
	uint32_t *known = map_at(&t->arena, &t->same, hash_much(key, sizeof key, 0));

	if (*known && t->term.at[*known].kind == made.kind && t->term.at[*known].sub == made.sub &&
	    t->term.at[*known].bits == made.bits && t->term.at[*known].of[0] == made.of[0] &&
	    t->term.at[*known].of[1] == made.of[1] && (made.kind != TERM_NUMBER || t->term.at[*known].v.lo == made.v.lo))
		return *known;
	made.input = inputs_of(t, a, b, &made.ninputs);
	if (!made.input)
		return 0;
	made.loose = (a && a->loose) || (b && b->loose);
	*known = t->term.n;
	*vec_add(&t->arena, &t->term) = made;
	return t->term.n - 1;
}

/* What is a number after all is that number. */
static uint32_t make_of(struct verify_terms *t, uint8_t kind, uint8_t sub, uint32_t a, uint32_t b, struct value v)
{
	if (!v.bits || v.bits > MOST_BITS)
		return 0;
	if (value_known(v))
		return formula_number(t, v.bits, v.lo);
	return make(t, (struct verify_term){ .kind = kind, .sub = sub, .bits = v.bits, .of = { a, b }, .v = v });
}

uint32_t formula_symbol(struct verify_terms *t, uint32_t bits, bool loose)
{
	uint32_t id = t->term.n, *self;

	if (!bits || bits > MOST_BITS)
		return 0;
	self = arena_array(&t->arena, 1, sizeof *self);
	*self = id;
	*vec_add(&t->arena, &t->term) = (struct verify_term){
		.kind = TERM_SYMBOL, .loose = loose, .bits = bits, .v = value_symbol(&t->smt, bits), .input = self, .ninputs = 1
	};
	return id;
}

static bool is_made_of(const struct verify_term *t, uint32_t symbol)
{
	for (uint32_t i = 0; i < t->ninputs; i++)
		if (t->input[i] == symbol)
			return true;
	return false;
}

static bool is_used(const struct verify_terms *t, const struct verify_state *s, uint32_t symbol)
{
	for (uint32_t i = 0; i < s->named.n; i++)
		if (is_made_of(&t->term.at[s->named.at[i].term], symbol))
			return true;
	for (uint32_t i = 0; i < s->condition.n; i++)
		if (is_made_of(&t->term.at[s->condition.at[i]], symbol))
			return true;
	for (uint32_t i = 0; i < s->location.n; i++)
		for (uint32_t k = 0; k < s->location.at[i].store.n; k++)
			if (is_made_of(&t->term.at[s->location.at[i].store.at[k].term], symbol))
				return true;
	return false;
}

uint32_t formula_open(struct verify_terms *t, const struct verify_state *s, uint64_t place, uint32_t bits)
{
	for (uint32_t n = 0;; n++) {
		uint64_t key[2] = { place, (uint64_t)bits << 32 | n };
		uint32_t *known = map_at(&t->arena, &t->open, hash_much(key, sizeof key, 1));
		if (!*known)
			return *known = formula_symbol(t, bits, true);
		if (!is_used(t, s, *known))
			return *known;
	}
}

uint32_t formula_number(struct verify_terms *t, uint32_t bits, uint64_t number)
{
	if (!bits || bits > MOST_BITS)
		return 0;
	return make(t, (struct verify_term){ .kind = TERM_NUMBER, .bits = bits, .v = value_of_number(bits, number) });
}

uint32_t formula_binary(struct verify_terms *t, uint8_t sub, uint32_t a, uint32_t b)
{
	bool bad = false, shifts = sub == BINARY_shl || sub == BINARY_lshr || sub == BINARY_ashr;
	struct value v;

	if (!a || !b || t->term.at[a].bits != t->term.at[b].bits)
		return 0;
	if (shifts && (t->term.at[b].kind != TERM_NUMBER || t->term.at[b].v.lo >= t->term.at[b].bits))
		return 0;
	v = value_binary(&t->smt, sub, t->term.at[a].v, t->term.at[b].v, &bad);
	return bad ? 0 : make_of(t, TERM_BINARY, sub, a, b, v);
}

uint32_t formula_compare(struct verify_terms *t, uint8_t sub, uint32_t a, uint32_t b)
{
	if (!a || !b || t->term.at[a].bits != t->term.at[b].bits)
		return 0;
	return make_of(t, TERM_COMPARE, sub, a, b, value_compare(&t->smt, sub, t->term.at[a].v, t->term.at[b].v));
}

uint32_t formula_cast(struct verify_terms *t, uint8_t sub, uint32_t a, uint32_t bits)
{
	if (!a || !bits || bits > MOST_BITS)
		return 0;
	return make_of(t, TERM_CAST, sub, a, 0, value_cast(&t->smt, sub, t->term.at[a].v, bits));
}

uint32_t formula_extract(struct verify_terms *t, uint32_t a, uint32_t bit, uint32_t bits)
{
	if (!a || !bits || bit + bits > t->term.at[a].bits)
		return 0;
	if (!bit && bits == t->term.at[a].bits)
		return a;
	return make_of(t, TERM_EXTRACT, 0, a, bit, value_extract(&t->smt, t->term.at[a].v, bit, bits));
}

uint32_t formula_fits(struct verify_terms *t, uint8_t sub, uint32_t a, uint32_t b)
{
	if (!a || !b || t->term.at[a].bits != t->term.at[b].bits)
		return 0;
	smt_back(&t->smt, 0);
	return make_of(t, TERM_FITS, sub, a, b, value_fits(&t->smt, sub, t->term.at[a].v, t->term.at[b].v));
}

bool formula_known(const struct verify_terms *t, uint32_t term, uint64_t *value)
{
	*value = t->term.at[term].v.lo;
	return term && t->term.at[term].kind == TERM_NUMBER;
}

/* ---- what has to do with what ---- */

void formula_unmark(struct verify_terms *t)
{
	t->now++;
	while (t->marked.n < t->term.n)
		*vec_add(&t->arena, &t->marked) = 0;
}

void formula_mark(struct verify_terms *t, uint32_t symbol)
{
	t->marked.at[symbol] = t->now;
}

static bool is_marked(const struct verify_terms *t, const struct verify_term *of)
{
	for (uint32_t k = 0; k < of->ninputs; k++)
		if (t->marked.at[of->input[k]] == t->now)
			return true;
	return false;
}

static void mark_all(struct verify_terms *t, uint32_t term)
{
	for (uint32_t k = 0; k < t->term.at[term].ninputs; k++)
		formula_mark(t, t->term.at[term].input[k]);
}

/* ---- questions ---- */

/* The conditions that have something to do with a term, in t->related. Those of the others can hold, whatever this one is. */
static uint64_t relate(struct verify_terms *t, const struct verify_state *s, uint32_t term)
{
	bool more = true;

	formula_unmark(t);
	mark_all(t, term);
	t->kept.n = t->related.n = 0;
	for (uint32_t i = 0; i < s->condition.n; i++)
		*vec_add(&t->arena, &t->kept) = false;
	while (more) {
		more = false;
		for (uint32_t i = 0; i < s->condition.n; i++)
			if (!t->kept.at[i] && is_marked(t, &t->term.at[s->condition.at[i]])) {
				t->kept.at[i] = more = true;
				mark_all(t, s->condition.at[i]);
			}
	}
	for (uint32_t i = 0; i < s->condition.n; i++)
		if (t->kept.at[i])
			*vec_add(&t->arena, &t->related) = s->condition.at[i];
	return hash_much(t->related.at, t->related.n * sizeof *t->related.at, term);
}

static void assume_related(struct verify_terms *t)
{
	smt_back(&t->smt, 0);
	for (uint32_t i = 0; i < t->related.n; i++)
		smt_assume(&t->smt, value_equals(&t->smt, t->term.at[t->related.at[i]].v, 1));
}

/* Can a condition be so? The same question is asked once. */
static enum smt_answer can_be(struct verify_terms *t, const struct verify_state *s, uint32_t condition, bool so)
{
	uint32_t *known = map_at(&t->arena, &t->asked, relate(t, s, condition) ^ (so ? 0 : UINT64_MAX));

	if (!*known) {
		assume_related(t);
		*known = smt_ask(&t->smt, value_equals(&t->smt, t->term.at[condition].v, so), NULL) + 1u;
	}
	return *known - 1;
}

bool formula_decide(struct verify_terms *t, struct verify_state *s, uint32_t condition)
{
	uint64_t number;
	enum smt_answer answer;

	if (!condition) {
		s->guessed = true;
		return true;
	}
	if (formula_known(t, condition, &number))
		return number & 1;
	for (uint32_t i = 0; i < s->condition.n; i++)
		if (s->condition.at[i] == condition)
			return true;
	answer = can_be(t, s, condition, true);
	if (answer == SMT_NO)
		return false;
	if (answer == SMT_UNKNOWN)
		s->guessed = true;
	else if (can_be(t, s, condition, false) == SMT_NO)
		return true; /* it says nothing new */
	*vec_add(&s->m.arena, &s->condition) = condition;
	*vec_add(&t->arena, &t->link) = (struct term_link){ s->link, condition };
	s->link = t->link.n - 1;
	return true;
}

bool formula_implied(struct verify_terms *t, const struct verify_state *s, uint32_t condition)
{
	uint64_t number;

	if (!condition)
		return false;
	return formula_known(t, condition, &number) ? number & 1 : can_be(t, s, condition, false) == SMT_NO;
}

const struct term_values *formula_few(struct verify_terms *t, const struct verify_state *s, uint32_t term)
{
	uint32_t *known = map_at(&t->arena, &t->counted, relate(t, s, term));
	struct term_values out = { 0 };
	enum smt_answer answer = SMT_NO;
	uint64_t number, high;
	Z3_model model;

	if (*known)
		return &t->answer.at[*known];
	*known = t->answer.n;
	(void)vec_add(&t->arena, &t->answer);
	if (!term)
		return &t->answer.at[t->answer.n - 1];
	assume_related(t);
	while ((answer = smt_ask(&t->smt, NULL, &model)) == SMT_YES && out.n < FORMULA_VALUES) {
		struct value v = t->term.at[term].v;
		smt_eval(&t->smt, model, value_ast(&t->smt, v), &number, &high);
		out.at[out.n++] = number;
		v = value_compare(&t->smt, COMPARE_ne, v, value_of_number(v.bits, number));
		smt_assume(&t->smt, value_equals(&t->smt, v, 1));
	}
	if (answer == SMT_NO) /* else there are more, or may be */
		t->answer.at[t->answer.n - 1] = out;
	return &t->answer.at[t->answer.n - 1];
}

bool formula_solve(struct verify_terms *t, const struct verify_state *s, bool loosely, Z3_model *model)
{
	smt_back(&t->smt, 0);
	for (uint32_t i = s->link; i; i = t->link.at[i].before) {
		if (!loosely && t->term.at[t->link.at[i].condition].loose)
			return false;
		smt_assume(&t->smt, value_equals(&t->smt, t->term.at[t->link.at[i].condition].v, 1));
	}
	return smt_ask(&t->smt, NULL, model) == SMT_YES;
}

uint64_t formula_input(struct verify_terms *t, Z3_model model, uint32_t symbol)
{
	uint64_t number, high;

	smt_eval(&t->smt, model, value_ast(&t->smt, t->term.at[symbol].v), &number, &high);
	return number;
}

/* ---- names ---- */

void formula_name(struct verify_state *s, uint32_t space, uint64_t at, uint32_t bytes, uint32_t term)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->named.n; i++) {
		const struct verify_named *x = &s->named.at[i];
		if (x->space != space || x->at + x->bytes <= at || at + bytes <= x->at)
			s->named.at[n++] = *x;
	}
	s->named.n = n;
	if (term)
		*vec_add(&s->m.arena, &s->named) = (struct verify_named){ at, space, bytes, term };
}

uint32_t formula_at(const struct verify_state *s, uint32_t space, uint64_t at, uint32_t bytes)
{
	for (uint32_t i = 0; i < s->named.n; i++)
		if (s->named.at[i].space == space && s->named.at[i].at == at && s->named.at[i].bytes == bytes)
			return s->named.at[i].term;
	return 0;
}

uint32_t formula_of(struct verify_terms *t, const struct verify_state *s, uint32_t space, uint64_t at, uint32_t bytes)
{
	for (uint32_t i = 0; i < s->named.n; i++) {
		const struct verify_named *x = &s->named.at[i];
		if (x->space != space || at < x->at || at + bytes > x->at + x->bytes)
			continue;
		if (at == x->at && bytes == x->bytes)
			return x->term;
		return t->term.at[x->term].bits % 8 ? 0 : formula_extract(t, x->term, (uint32_t)(at - x->at) * 8, bytes * 8);
	}
	return 0;
}

void formula_copy(struct verify_state *s, uint64_t to, uint64_t from, uint64_t bytes)
{
	uint32_t n = s->named.n;
	struct verify_named *old = arena_array(&s->m.arena, n + 1, sizeof *old);

	memcpy(old, s->named.at, n * sizeof *old);
	for (uint32_t i = 0; i < n; i++)
		if (!old[i].space && old[i].at >= from && old[i].at + old[i].bytes <= from + bytes)
			formula_name(s, 0, to + (old[i].at - from), old[i].bytes, old[i].term);
}

/* ---- what is still asked for ---- */

void formula_keep(struct verify_terms *t, struct verify_state *s)
{
	uint32_t n = 0;

	t->kept.n = 0;
	for (uint32_t i = 0; i < s->condition.n; i++)
		*vec_add(&t->arena, &t->kept) = false;
	for (bool more = true; more;) {
		more = false;
		for (uint32_t i = 0; i < s->condition.n; i++) {
			const struct verify_term *c = &t->term.at[s->condition.at[i]];
			if (t->kept.at[i] || !is_marked(t, c))
				continue;
			t->kept.at[i] = more = true;
			mark_all(t, s->condition.at[i]);
		}
	}
	for (uint32_t i = 0; i < s->condition.n; i++)
		if (t->kept.at[i])
			s->condition.at[n++] = s->condition.at[i];
	s->condition.n = n;
}
