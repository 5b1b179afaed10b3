/* Newton's method on the convex loss
 *
 *     sum of log(1 + exp(-y z))  +  RIDGE / 2 |d|^2        z = bias + (points of the old weights) / LEARN_SCALE + d x
 *
 * where x is how often each row counts. Rows are few: the system is solved by Gauss with pivots. Nothing is left to chance: same
 * verdicts, same weights. */
#include "rank/learn.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rank/table.h"

enum { SIZE = ROWS + 1, ROUNDS = 60, HALVINGS = 30, TIMES_MOST = 20 };
static const double RIDGE = 1.0, RIDGE_BIAS = 1e-3, ENOUGH = 1e-9;

struct example {
	double x[SIZE]; /* the last one is 1: the bias */
	double base;	/* log-odds by the old weights */
	uint64_t fingerprint;
	bool real;
	uint32_t fold;
};

struct fit {
	const struct example *example;
	uint32_t n, without; /* without: a fold that is held out; LEARN_FOLDS: none */
	double d[SIZE];
};

/* ---- the loss ---- */

static double ridge(int row)
{
	return row == ROWS ? RIDGE_BIAS : RIDGE;
}

static double odds(const struct example *e, const double d[SIZE])
{
	double z = e->base;

	for (int i = 0; i < SIZE; i++)
		z += d[i] * e->x[i];
	return z;
}

/* log(1 + exp(z)) for all z. */
static double softplus(double z)
{
	return z > 0 ? z + log1p(exp(-z)) : log1p(exp(z));
}

static double loss(const struct fit *f, const double d[SIZE])
{
	double sum = 0;

	for (int i = 0; i < SIZE; i++)
		sum += ridge(i) / 2 * d[i] * d[i];
	for (uint32_t i = 0; i < f->n; i++)
		if (f->example[i].fold != f->without)
			sum += softplus(f->example[i].real ? -odds(&f->example[i], d) : odds(&f->example[i], d));
	return sum;
}

static void slopes(const struct fit *f, double gradient[SIZE], double hessian[SIZE][SIZE])
{
	memset(hessian, 0, sizeof(double[SIZE][SIZE]));
	for (int i = 0; i < SIZE; i++) {
		gradient[i] = ridge(i) * f->d[i];
		hessian[i][i] = ridge(i);
	}
	for (uint32_t k = 0; k < f->n; k++) {
		const struct example *e = &f->example[k];
		double p = 1 / (1 + exp(-odds(e, f->d))), error = p - e->real, bend = p * (1 - p);
		if (e->fold == f->without)
			continue;
		for (int i = 0; i < SIZE; i++) {
			if (e->x[i] == 0)
				continue;
			gradient[i] += error * e->x[i];
			for (int j = 0; j < SIZE; j++)
				hessian[i][j] += bend * e->x[i] * e->x[j];
		}
	}
}

/* a x = b; positive definite, thanks to the ridge. x comes in b. */
static void solve(double a[SIZE][SIZE], double b[SIZE])
{
	for (int k = 0; k < SIZE; k++)
		for (int i = k + 1; i < SIZE; i++) {
			double by = a[i][k] / a[k][k];
			for (int j = k; by != 0 && j < SIZE; j++)
				a[i][j] -= by * a[k][j];
			b[i] -= by * b[k];
		}
	for (int i = SIZE - 1; i >= 0; i--) {
		for (int j = i + 1; j < SIZE; j++)
			b[i] -= a[i][j] * b[j];
		b[i] /= a[i][i];
	}
}

/* One step downhill, shortened until it is one. False: there is none left. */
static bool step(struct fit *f)
{
	double gradient[SIZE], hessian[SIZE][SIZE], next[SIZE], now = loss(f, f->d), by = 1;

	slopes(f, gradient, hessian);
	solve(hessian, gradient);
	for (int k = 0; k < HALVINGS; k++, by /= 2) {
		for (int i = 0; i < SIZE; i++)
			next[i] = f->d[i] - by * gradient[i];
		if (loss(f, next) < now - ENOUGH) {
			memcpy(f->d, next, sizeof next);
			return true;
		}
	}
	return false;
}

static struct rank_weights fitted(struct fit *f, const struct rank_weights *old)
{
	struct rank_weights w;

	memset(f->d, 0, sizeof f->d);
	for (int i = 0; i < ROUNDS && step(f); i++)
		;
	for (int i = 0; i < ROWS; i++) {
		double points = old->points[i] + round(f->d[i] * LEARN_SCALE);
		w.points[i] = points > POINTS_MOST ? POINTS_MOST : points < -POINTS_MOST ? -POINTS_MOST : (int32_t)points;
	}
	return w;
}

/* ---- the measure ---- */

static double points_of(const struct example *e, const struct rank_weights *w)
{
	double sum = 0;

	for (int i = 0; i < ROWS; i++)
		sum += w->points[i] * e->x[i];
	return sum;
}

/* Of the pairs of a real one and one that is not, in one fold: how many are in order. Verdicts are some hundreds. */
static void count_pairs(const struct fit *f, const struct rank_weights *w, double *good, double *all)
{
	for (uint32_t i = 0; i < f->n; i++)
		for (uint32_t k = 0; f->example[i].real && f->example[i].fold == f->without && k < f->n; k++) {
			double a, b;
			if (f->example[k].real || f->example[k].fold != f->without)
				continue;
			a = points_of(&f->example[i], w);
			b = points_of(&f->example[k], w);
			*good += a > b ? 1 : a == b ? 0.5 : 0;
			*all += 1;
		}
}

static int by_class(const void *a, const void *b)
{
	const struct example *x = a, *y = b;

	if (x->real != y->real)
		return x->real ? -1 : 1;
	return x->fingerprint < y->fingerprint ? -1 : x->fingerprint > y->fingerprint;
}

/* Real ones and others are dealt out alike: each fold has some of both. */
static struct example *deal(struct arena *a, const struct rank_weights *old, const struct learn_verdict *v, uint32_t n)
{
	struct example *e = arena_array(a, n, sizeof *e);
	uint32_t seen[2] = { 0 };

	for (uint32_t i = 0; i < n; i++) {
		int32_t times[ROWS];
		rank_times(&v[i].finding, times);
		e[i] = (struct example){ .fingerprint = v[i].finding.fingerprint, .real = v[i].real };
		for (int k = 0; k < ROWS; k++)
			e[i].x[k] = times[k] < TIMES_MOST ? times[k] : TIMES_MOST;
		e[i].x[ROWS] = 1;
		e[i].base = points_of(&e[i], old) / LEARN_SCALE;
	}
	qsort(e, n, sizeof *e, by_class);
	for (uint32_t i = 0; i < n; i++)
		e[i].fold = seen[e[i].real]++ % LEARN_FOLDS;
	return e;
}

bool rank_learn(struct arena *a, const struct rank_weights *old, const struct learn_verdict *v, uint32_t n, struct learned *out,
		struct trouble *t)
{
	struct rank_weights *best = arena_new(a, struct rank_weights);
	struct fit f = { .n = n };
	double before = 0, after = 0, all = 0, again = 0;
	uint32_t real = 0;

	for (uint32_t i = 0; i < n; i++)
		real += v[i].real;
	if (n < LEARN_LEAST || real < LEARN_LEAST_EACH || n - real < LEARN_LEAST_EACH)
		return trouble(t,
			       "%" PRIu32 " verdicts, %" PRIu32 " of them real, are not enough: %d are needed, %d real ones and "
			       "%d others among them; `snag triage` takes more",
			       n, real, LEARN_LEAST, LEARN_LEAST_EACH, LEARN_LEAST_EACH);
	f.example = deal(a, old, v, n);
	for (f.without = 0; f.without < LEARN_FOLDS; f.without++) {
		struct rank_weights w = fitted(&f, old);
		count_pairs(&f, old, &before, &all);
		count_pairs(&f, &w, &after, &again);
	}
	*best = fitted(&f, old); /* `without` is no fold now: all verdicts count */
	*out = (struct learned){ best, n, real, before / all, after / again };
	return true;
}

uint32_t rank_print_change(FILE *f, const struct rank_weights *old, const struct rank_weights *new)
{
	uint32_t n = 0;

	for (int i = 0; i < ROWS; i++)
		if (old->points[i] != new->points[i]) {
			fprintf(f, "  %-18s %6" PRId32 " -> %6" PRId32 "  %s\n", rank_table[i].name, old->points[i],
				new->points[i], rank_table[i].says);
			n++;
		}
	return n;
}

void rank_print_changes(FILE *f, const struct rank_weights *w)
{
	for (int i = 0; i < ROWS; i++)
		if (w->points[i] != rank_table[i].points)
			fprintf(f, "%s=%" PRId32 "\n", rank_table[i].name, w->points[i]);
}
