#include "prove/data/smt.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "prove/data/effort.h"

/* Of Z3, in those of the search: a step of the solver, and a question as such. */
enum { SOLVER_STEP = 20, QUESTION_STEPS = 4000 };

/* Errors of Z3 (a budget, memory) are read from the answers. */
static void ignore(Z3_context z3, Z3_error_code code)
{
	(void)z3;
	(void)code;
}

void smt_init(struct smt *s, uint64_t steps)
{
	*s = (struct smt){ .steps = steps };
}

void smt_release(struct smt *s)
{
	if (s->z3) {
		if (s->last)
			Z3_model_dec_ref(s->z3, s->last);
		Z3_solver_dec_ref(s->z3, s->solver);
		Z3_del_context(s->z3);
	}
	free(s->condition);
	free(s->bound);
	free(s->stamp);
	*s = (struct smt){ 0 };
}

void smt_again(struct smt *s, uint64_t most)
{
	uint64_t steps = s->steps;

	if (smt_memory(s) > most) {
		smt_release(s);
		smt_init(s, steps);
	}
	s->n = s->good = 0;
	s->questions = 0;
	s->gave_up = false;
}

Z3_context smt_context(struct smt *s)
{
	Z3_config config;

	if (s->z3)
		return s->z3;
	config = Z3_mk_config();
	Z3_set_param_value(config, "model", "true");
	s->z3 = Z3_mk_context(config);
	Z3_del_config(config);
	Z3_set_error_handler(s->z3, ignore);
	s->solver = Z3_mk_solver_for_logic(s->z3, Z3_mk_string_symbol(s->z3, "QF_BVFP"));
	Z3_solver_inc_ref(s->z3, s->solver);
	return s->z3;
}

Z3_ast smt_symbol(struct smt *s, uint32_t bits)
{
	Z3_context z3 = smt_context(s);

	return Z3_mk_const(z3, Z3_mk_int_symbol(z3, (int)s->symbols++), Z3_mk_bv_sort(z3, bits));
}

void smt_assume(struct smt *s, Z3_ast boolean)
{
	if (s->n == s->cap) {
		s->cap = s->cap ? s->cap * 2 : 64;
		s->condition = realloc(s->condition, s->cap * sizeof *s->condition);
		s->stamp = realloc(s->stamp, s->cap * sizeof *s->stamp);
		s->bound = realloc(s->bound, s->cap * sizeof *s->bound);
		if (!s->condition || !s->stamp || !s->bound)
			die("out of memory");
	}
	s->stamp[s->n] = ++s->stamps;
	s->bound[s->n] = false;
	s->condition[s->n++] = boolean;
}

void smt_bound(struct smt *s, Z3_ast boolean)
{
	smt_assume(s, boolean);
	s->bound[s->n - 1] = true;
}

void smt_back(struct smt *s, uint32_t n)
{
	CHECK(n <= s->n, "a path condition only shrinks on the way back");
	s->n = n;
	if (s->good > n)
		s->good = n;
}

/* Where steps count, there is no clock: a question may take what is left. */
static void set_limits(struct smt *s)
{
	Z3_params p = Z3_mk_params(s->z3);
	double left = s->deadline ? (s->deadline - effort_now()) * 1000 : 600000;
	uint64_t steps = s->steps > UINT32_MAX ? UINT32_MAX : s->steps;
	uint64_t most = left < 1 ? 1 : (uint64_t)(left * EFFORT_SECOND / SOLVER_STEP);

	Z3_params_inc_ref(s->z3, p);
	if (effort_in_steps())
		steps = s->deadline && most < steps ? most : steps;
	else
		Z3_params_set_uint(s->z3, p, Z3_mk_string_symbol(s->z3, "timeout"), left < 1 ? 1 : (unsigned)left);
	Z3_params_set_uint(s->z3, p, Z3_mk_string_symbol(s->z3, "rlimit"), (unsigned)steps);
	Z3_solver_set_params(s->z3, s->solver, p);
	Z3_params_dec_ref(s->z3, p);
}

static bool holds(struct smt *s, Z3_ast boolean)
{
	Z3_ast out;

	return Z3_model_eval(s->z3, s->last, boolean, true, &out) && Z3_get_bool_value(s->z3, out) == Z3_L_TRUE;
}

/* Does the last model make all of it true? */
static bool known_before(struct smt *s, Z3_ast more)
{
	if (!s->last || (more && !holds(s, more)))
		return false;
	for (; s->good < s->n; s->good++)
		if (!holds(s, s->condition[s->good]))
			return false;
	return true;
}

static struct smt_no *no_of(struct smt *s, Z3_ast more)
{
	return &s->no[(uintptr_t)more / 16 % SMT_NOES];
}

static bool refused_before(struct smt *s, Z3_ast more)
{
	const struct smt_no *x = no_of(s, more);

	return more && x->more == more && x->n <= s->n && x->stamp == (x->n ? s->stamp[x->n - 1] : 0);
}

static void keep_no(struct smt *s, Z3_ast more)
{
	if (more)
		*no_of(s, more) = (struct smt_no){ more, s->n, s->n ? s->stamp[s->n - 1] : 0 };
}

static void keep_model(struct smt *s)
{
	Z3_model model = Z3_solver_get_model(s->z3, s->solver);

	Z3_model_inc_ref(s->z3, model);
	if (s->last)
		Z3_model_dec_ref(s->z3, s->last);
	s->last = model;
	s->good = s->n;
}

/* What the last question has cost, where that counts. */
static void spend(struct smt *s)
{
	Z3_stats stats;
	uint64_t steps = 0;

	if (!effort_in_steps())
		return;
	stats = Z3_solver_get_statistics(s->z3, s->solver);
	Z3_stats_inc_ref(s->z3, stats);
	for (unsigned i = 0, n = Z3_stats_size(s->z3, stats); i < n; i++)
		if (!strcmp(Z3_stats_get_key(s->z3, stats, i), "rlimit count") && Z3_stats_is_uint(s->z3, stats, i))
			steps = Z3_stats_get_uint_value(s->z3, stats, i);
	Z3_stats_dec_ref(s->z3, stats);
	effort_spend(QUESTION_STEPS + (steps > s->spent ? (steps - s->spent) * SOLVER_STEP : 0));
	s->spent = steps;
}

enum smt_answer smt_ask(struct smt *s, Z3_ast more, Z3_model *model)
{
	Z3_lbool answer;

	smt_context(s);
	s->questions++;
	if (known_before(s, more)) {
		if (model)
			*model = s->last;
		return SMT_YES;
	}
	if (refused_before(s, more))
		return SMT_NO;
	Z3_solver_reset(s->z3, s->solver);
	set_limits(s);
	for (uint32_t i = 0; i < s->n; i++)
		Z3_solver_assert(s->z3, s->solver, s->condition[i]);
	if (more)
		Z3_solver_assert(s->z3, s->solver, more);
	answer = Z3_solver_check(s->z3, s->solver);
	spend(s);
	if (answer == Z3_L_FALSE) {
		keep_no(s, more);
		return SMT_NO;
	}
	if (answer == Z3_L_UNDEF) {
		s->gave_up |= !s->deadline || effort_now() < s->deadline;
		return SMT_UNKNOWN;
	}
	keep_model(s);
	if (model)
		*model = s->last;
	return SMT_YES;
}

/* A numeral of up to 128 bits, from its decimal text. */
static bool read_numeral(Z3_context z3, Z3_ast a, uint64_t *lo, uint64_t *hi)
{
	const char *text;
	__extension__ unsigned __int128 n = 0;

	*lo = *hi = 0;
	if (Z3_get_ast_kind(z3, a) != Z3_NUMERAL_AST)
		return false;
	if (Z3_get_numeral_uint64(z3, a, lo))
		return true;
	for (text = Z3_get_numeral_string(z3, a); *text >= '0' && *text <= '9'; text++)
		n = n * 10 + (unsigned)(*text - '0');
	*lo = (uint64_t)n;
	*hi = (uint64_t)(n >> 64);
	return true;
}

void smt_eval(struct smt *s, Z3_model model, Z3_ast a, uint64_t *lo, uint64_t *hi)
{
	Z3_ast out;

	*lo = *hi = 0;
	if (Z3_model_eval(s->z3, model, a, true, &out))
		(void)read_numeral(s->z3, out, lo, hi);
}

bool smt_number(struct smt *s, Z3_ast a, uint32_t bits, uint64_t *lo, uint64_t *hi)
{
	return bits <= 128 && read_numeral(s->z3, a, lo, hi);
}

uint64_t smt_memory(const struct smt *s)
{
	return s->z3 ? Z3_get_estimated_alloc_size() : 0;
}

struct mention {
	Z3_ast *todo;
	uint32_t n, cap;
	bool *seen; /* by id of a node */
	uint32_t ids;
};

static void mention_add(struct mention *w, Z3_context z3, Z3_ast at)
{
	uint32_t id = Z3_get_ast_id(z3, at);

	if (id >= w->ids) {
		uint32_t more = id + id / 2 + 64;
		w->seen = realloc(w->seen, more);
		if (!w->seen)
			die("out of memory");
		memset(w->seen + w->ids, 0, more - w->ids);
		w->ids = more;
	}
	if (w->seen[id])
		return;
	w->seen[id] = true;
	if (w->n == w->cap) {
		w->cap = w->cap * 2 + 64;
		w->todo = realloc(w->todo, w->cap * sizeof *w->todo);
		if (!w->todo)
			die("out of memory");
	}
	w->todo[w->n++] = at;
}

bool smt_mentions(struct smt *s, Z3_ast symbol)
{
	struct mention w = { 0 };
	bool found = false;

	for (uint32_t i = 0; i < s->n; i++)
		if (!s->bound[i])
			mention_add(&w, s->z3, s->condition[i]);
	while (w.n && !found) {
		Z3_ast at = w.todo[--w.n];
		found = at == symbol;
		if (Z3_get_ast_kind(s->z3, at) != Z3_APP_AST)
			continue;
		for (unsigned i = 0, n = Z3_get_app_num_args(s->z3, Z3_to_app(s->z3, at)); i < n; i++)
			mention_add(&w, s->z3, Z3_get_app_arg(s->z3, Z3_to_app(s->z3, at), i));
	}
	free(w.todo);
	free(w.seen);
	return found;
}
