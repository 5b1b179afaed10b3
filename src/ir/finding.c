#include "ir/finding.h"

#include "base/diag.h"

const char *rule_name(uint8_t rule)
{
	static const char *const name[RULES] = {
		[RULE_RACE] = "race",
		[RULE_RACE_BITFIELD] = "race-bitfield",
		[RULE_DEADLOCK] = "deadlock",
		[RULE_SELF_DEADLOCK] = "self-deadlock",
		[RULE_UNLOCK_UNHELD] = "unlock-unheld",
		[RULE_LOCK_LEAK] = "lock-leak",
		[RULE_SLEEP_IN_ATOMIC] = "sleep-in-atomic",
		[RULE_WAIT_HOLDING] = "wait-holding",
		[RULE_ASSERT_HELD] = "assert-held",
	};

	CHECK(rule > 0 && rule < RULES, "there is no rule %u", rule);
	return name[rule];
}
