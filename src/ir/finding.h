/* finding: what a check tells and a report prints. Made by the checks, sorted and merged by report, printed in any format.
 * Everything is a plain string or number, so that a finding outlives the body, the program and the phase it came from: the
 * strings are in the arena of the check that made it. */
#ifndef IR_FINDING_H
#define IR_FINDING_H

#include <stdint.h>

/* In the order in which reports show them when nothing better is known. */
enum rule {
	RULE_SELF_DEADLOCK = 1,
	RULE_UNLOCK_UNHELD,
	RULE_LOCK_LEAK,
	RULES
};

struct finding_place {
	const char *file; /* "": not known */
	uint32_t line, column;
};

struct finding_note {
	struct finding_place place;
	const char *text;
};

struct finding {
	uint8_t rule;         /* enum rule */
	struct finding_place place;   /* the primary one */
	const char *message;  /* "'pool.lock' is locked again while it is held" */
	const char *function; /* where the primary place is */
	const char *lock;     /* as people call it, "pool->lock"; "" if it has no name */
	const struct finding_note *note;
	uint32_t nnotes;
	uint64_t fingerprint; /* the same for the same finding after lines have moved */
};

const char *rule_name(uint8_t rule); /* "self-deadlock"; the name is stable: suppressions and documents use it */

#endif
