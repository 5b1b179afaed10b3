/* choose: alternatives, and the way back to them. */
#include "prove/search/execute.h"

static void put_back(struct execution *m, const struct choice *c)
{
	region_undo(&m->region, c->mark);
	m->core = c->core;
	m->space.nrooms = c->core.nrooms;
	m->space.state = c->core.state;
	m->space.thread = c->core.current == NOBODY ? 0 : c->core.current;
	smt_back(&m->smt, c->core.nconditions);
}

static struct choice *add_choice(struct execution *m)
{
	struct choice *c;

	m->core.nrooms = m->space.nrooms;
	m->core.state = m->space.state;
	m->core.nconditions = m->smt.n;
	c = vec_add(m->arena, &m->choice);
	*c = (struct choice){ .mark = region_mark(&m->region), .core = m->core };
	return c;
}

static void drop_choice(struct execution *m)
{
	static const struct region_mark none = { 0, 0 };

	m->choice.n--;
	region_commit(&m->region, m->choice.n ? m->choice.at[m->choice.n - 1].mark : none);
}

uint32_t execute_choose(struct execution *m, uint32_t n)
{
	uint32_t option = m->forced;

	if (m->probing) /* what is tried and undone leaves no choice behind */
		return 0;
	if (option != NOBODY) {
		m->forced = NOBODY;
		CHECK(option < n, "the same options come again");
		m->core.strayed++;
		return option;
	}
	if (n > 1 && m->core.strayed >= m->stray)
		m->cut = true;
	else if (n > 1)
		add_choice(m)->noptions = n;
	return 0;
}

static void take_value(struct execution *m, struct choice *c)
{
	uint32_t bits = c->place->bits;

	smt_assume(&m->smt, value_equals(&m->smt, *c->place, c->tried));
	region_save(&m->region, c->place, sizeof *c->place);
	*c->place = value_number_wide(bits, c->tried);
	if (c->at && !space_write(&m->space, c->at, *c->place))
		BUG("a byte that was read can be written");
}

/* Another value that the unknown at c->place can have; the one that is hoped for, if it can be. */
static bool next_value(struct execution *m, struct choice *c)
{
	Z3_model model;
	uint64_t lo, hi;
	enum smt_answer answer = SMT_NO;

	if (m->hope && !c->option) {
		answer = smt_ask(&m->smt, value_equals(&m->smt, *c->place, *m->hope), &model);
		m->hope = NULL;
	}
	if (answer != SMT_YES)
		answer = smt_ask(&m->smt, NULL, &model);
	if (answer != SMT_YES)
		return false;
	smt_eval(&m->smt, model, c->place->ast, &lo, &hi);
	c->tried = (value_wide)hi << 64 | lo;
	return true;
}

bool execute_refine(struct execution *m)
{
	struct choice *c = add_choice(m);

	c->place = m->refine;
	c->at = m->refine_at;
	m->refine_at = 0;
	if (!next_value(m, c)) {
		m->hope = NULL;
		drop_choice(m);
		return false;
	}
	take_value(m, c);
	return true;
}

/* The value of an unknown that was tried last is excluded for good, and the next one taken. */
static bool go_on_with_value(struct execution *m, struct choice *c)
{
	smt_assume(&m->smt, Z3_mk_not(m->smt.z3, value_equals(&m->smt, *c->place, c->tried)));
	c->core.nconditions = m->smt.n;
	if (!next_value(m, c))
		return false;
	if (++c->option >= (c->at ? CHOOSE_LETTERS : CHOOSE_VALUES)) {
		execute_cut(m, c->at ? CUT_LETTERS : CUT_VALUES, NULL);
		return false;
	}
	take_value(m, c);
	return true;
}

bool execute_back(struct execution *m)
{
	m->paths++;
	while (m->choice.n) {
		struct choice *c = &m->choice.at[m->choice.n - 1];
		put_back(m, c);
		if (c->place ? go_on_with_value(m, c) : ++c->option < c->noptions) {
			if (!c->place) {
				m->forced = c->option;
				if (c->option + 1 == c->noptions)
					drop_choice(m);
			}
			return true;
		}
		drop_choice(m);
	}
	return false;
}
