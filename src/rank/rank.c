/* The table as an array, and the walk over it. Facts are few and rows are few: each finding is one pass over both. */
#include "rank/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { once = 0, each = 1 };

const struct criterion rank_table[ROWS] = {
#define RANK(name, fact, test, number, points, how, says) { name, FACT_##fact, #test, number, points, how, says },
#include "rank/table4.def"
#undef RANK
};

static bool holds(const struct criterion *c, int32_t value)
{
	bool equal = value == c->number;

	switch (c->test[0]) {
	case '<':
		return value < c->number || (c->test[1] && equal);
	case '>':
		return value > c->number || (c->test[1] && equal);
	default:
		return equal;
	}
}

/* ---- weights ---- */

static int row_named(const char *name, size_t len)
{
	for (int i = 0; i < ROWS; i++)
		if (strlen(rank_table[i].name) == len && !strncmp(rank_table[i].name, name, len))
			return i;
	return -1;
}

static bool change(struct rank_weights *w, const char *text, struct trouble *t)
{
	const char *is = strchr(text, '=');
	int row = row_named(text, is ? (size_t)(is - text) : strlen(text));
	char *end;
	long points;

	if (!is)
		return trouble(t, "rank: '%s' is not NAME=POINTS", text);
	if (row < 0)
		return trouble(t, "rank: there is no criterion '%.*s'; `snag rank` lists them", (int)(is - text), text);
	points = strtol(is + 1, &end, 10);
	if (end == is + 1 || *end || points < -POINTS_MOST || points > POINTS_MOST)
		return trouble(t, "rank: '%s': points are a number from -%d to %d", text, POINTS_MOST, POINTS_MOST);
	w->points[row] = (int32_t)points;
	return true;
}

const struct rank_weights *rank_weights(struct arena *a, const char *const *changes, uint32_t n, struct trouble *t)
{
	struct rank_weights *w = arena_new(a, struct rank_weights);

	for (int i = 0; i < ROWS; i++)
		w->points[i] = rank_table[i].points;
	for (uint32_t i = 0; i < n; i++)
		if (!change(w, changes[i], t))
			return NULL;
	return w;
}

void rank_dump(const struct rank_weights *w, FILE *f)
{
	for (int i = 0; i < ROWS; i++)
		fprintf(f, "%-18s %6" PRId32 " %s %s\n", rank_table[i].name, w->points[i], rank_table[i].each ? "each" : "    ",
			rank_table[i].says);
}

/* ---- scores ---- */

static const char *value_text(struct arena *a, const struct finding_fact *x)
{
	return x->text ? x->text : arena_format(a, "%" PRId32, x->value);
}

/* The row of this fact that counts; NULL: none holds. */
static const struct criterion *row_for(const struct finding_fact *x)
{
	for (int i = 0; i < ROWS; i++)
		if (rank_table[i].fact == x->fact && holds(&rank_table[i], x->value))
			return &rank_table[i];
	return NULL;
}

static int32_t times_of(const struct criterion *c, int32_t value)
{
	int32_t most = value < VALUE_MOST ? value : VALUE_MOST;

	return c->each ? most : 1;
}

static struct finding_score score_of(struct arena *a, const struct rank_weights *w, const struct finding_fact *x)
{
	const struct criterion *c = row_for(x);
	struct finding_score s = { c ? c->name : fact_name(x->fact), c ? c->says : fact_says(x->fact), value_text(a, x), 0 };
	if (c)
		s.points = w->points[c - rank_table] * times_of(c, x->value);
	return s;
}

static bool is_misuse(const struct finding *x)
{
	return x->rule != RULE_RACE && x->rule != RULE_RACE_BITFIELD && x->rule != RULE_INCONSISTENT_LOCK &&
	       x->rule != RULE_EMPTY_SECTION;
}

static void count_row(const struct finding_fact *x, int32_t times[ROWS])
{
	const struct criterion *c = row_for(x);

	if (c)
		times[c - rank_table] = times_of(c, x->value);
}

void rank_times(const struct finding *x, int32_t times[ROWS])
{
	memset(times, 0, ROWS * sizeof *times);
	for (uint32_t i = 0; i < x->nfacts; i++)
		count_row(&x->fact[i], times);
	if (is_misuse(x))
		count_row(&(struct finding_fact){ FACT_misuse, 1, NULL }, times);
	if (x->doubt)
		count_row(&(struct finding_fact){ FACT_doubt, x->doubt, NULL }, times);
}

static enum confidence belief_of(const struct finding *x)
{
	static const struct {
		int32_t likely, possible;
	} from[RULES] = {
#define CONFIDENCE(rule, likely, possible) [rule] = { likely, possible },
#include "rank/confidence.def"
#undef CONFIDENCE
	};

	return x->total >= from[x->rule].likely	    ? CONFIDENCE_LIKELY
	       : x->total >= from[x->rule].possible ? CONFIDENCE_POSSIBLE
						    : CONFIDENCE_UNLIKELY;
}

static void rank_one(struct arena *a, const struct rank_weights *w, struct finding *x)
{
	struct finding_score *score = arena_array(a, x->nfacts + 2, sizeof *score);
	struct finding_fact doubt = { FACT_doubt, x->doubt, NULL }, misuse = { FACT_misuse, 1, NULL };

	x->nscores = 0;
	x->total = 0;
	x->cost = 0;
	for (uint32_t i = 0; i < x->nfacts; i++) {
		score[x->nscores++] = score_of(a, w, &x->fact[i]);
		x->cost = x->fact[i].fact == FACT_distance && x->fact[i].value > 0 ? (uint32_t)x->fact[i].value : x->cost;
	}
	if (is_misuse(x))
		score[x->nscores++] = score_of(a, w, &misuse);
	if (x->doubt)
		score[x->nscores++] = score_of(a, w, &doubt);
	for (uint32_t i = 0; i < x->nscores; i++)
		x->total += score[i].points;
	x->score = score;
	x->belief = (uint8_t)belief_of(x);
}

void rank_run(struct arena *a, const struct rank_weights *w, struct finding *x, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		rank_one(a, w, &x[i]);
}

void rank_check(const struct finding *x, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		int32_t total = 0;
		uint64_t seen = 0;
		for (uint32_t k = 0; k < x[i].nfacts; k++) {
			CHECK(x[i].fact[k].fact > 0 && x[i].fact[k].fact < FACTS, "rank: there is no fact %u", x[i].fact[k].fact);
			CHECK(!(seen >> x[i].fact[k].fact & 1), "rank: '%s' is told twice", fact_name(x[i].fact[k].fact));
			seen |= UINT64_C(1) << x[i].fact[k].fact;
		}
		for (uint32_t k = 0; k < x[i].nscores; k++)
			total += x[i].score[k].points;
		CHECK(total == x[i].total, "rank: a total is not the sum of its points");
	}
}
