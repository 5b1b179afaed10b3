#include "ir/finding.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"

const char *rule_name(uint8_t rule)
{
	static const char *const name[RULES] = {
		[RULE_RACE] = "race",
		[RULE_RACE_BITFIELD] = "race-bitfield",
		[RULE_INCONSISTENT_LOCK] = "inconsistent-lock",
		[RULE_DEADLOCK] = "deadlock",
		[RULE_SELF_DEADLOCK] = "self-deadlock",
		[RULE_UNLOCK_UNHELD] = "unlock-unheld",
		[RULE_LOCK_LEAK] = "lock-leak",
		[RULE_SLEEP_IN_ATOMIC] = "sleep-in-atomic",
		[RULE_WAIT_HOLDING] = "wait-holding",
		[RULE_ASSERT_HELD] = "assert-held",
		[RULE_ASSERT_FAIL] = "assert-fail",
		[RULE_EMPTY_SECTION] = "empty-section",
	};

	CHECK(rule > 0 && rule < RULES, "there is no rule %u", rule);
	return name[rule];
}

static const struct {
	const char *name, *says;
} facts[FACTS] = {
#define FACT(id, name, says) [FACT_##id] = { name, says },
#include "ir/evidence.def"
#undef FACT
};

const char *fact_name(uint8_t fact)
{
	CHECK(fact > 0 && fact < FACTS, "there is no fact %u", fact);
	return facts[fact].name;
}

const char *fact_says(uint8_t fact)
{
	CHECK(fact > 0 && fact < FACTS, "there is no fact %u", fact);
	return facts[fact].says;
}

void finding_fact(struct arena *a, struct finding *x, enum evidence fact, int32_t value, const char *text)
{
	struct finding_fact *all = arena_array(a, x->nfacts + 1, sizeof *all);
	uint32_t at = 0;

	if (x->nfacts)
		memcpy(all, x->fact, x->nfacts * sizeof *all);
	while (at < x->nfacts && all[at].fact != fact)
		at++;
	all[at] = (struct finding_fact){ (uint8_t)fact, value, text };
	x->nfacts += at == x->nfacts;
	x->fact = all;
}
