#include "ir/finding/finding.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/store/arena.h"
#include "base/diag.h"

const char *confidence_name(enum confidence c)
{
	static const char *const name[CONFIDENCES] = { "unlikely", "possible", "likely", "confirmed" };

	return name[c];
}

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
#include "ir/finding/evidence.def"
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

const char *finding_facts_text(struct arena *a, const struct finding *x)
{
	const char *text = arena_format(a, "%s=%u", fact_name(FACT_doubt), x->doubt);

	for (uint32_t i = 0; i < x->nfacts; i++)
		text = arena_format(a, "%s %s=%" PRId32, text, fact_name(x->fact[i].fact), x->fact[i].value);
	return text;
}

void finding_facts_read(struct arena *a, struct finding *x, const char *text)
{
	for (size_t n; *text; text += n + (text[n] == ' ')) {
		size_t name = strcspn(text, "= ");
		long value;
		char *end;
		n = strcspn(text, " ");
		if (text[name] != '=')
			continue;
		value = strtol(text + name + 1, &end, 10);
		if (end == text + name + 1 || end != text + n || value < INT32_MIN || value > INT32_MAX)
			continue;
		for (int fact = 1; fact < FACTS; fact++)
			if (strlen(fact_name(fact)) == name && !strncmp(fact_name(fact), text, name)) {
				if (fact == FACT_doubt)
					x->doubt = value < 0 ? 0 : value > UINT8_MAX ? UINT8_MAX : (uint8_t)value;
				else
					finding_fact(a, x, (enum evidence)fact, (int32_t)value, NULL);
			}
	}
}
