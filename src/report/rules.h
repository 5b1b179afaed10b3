/* rules: what people and other programs want to know of a rule besides its name. The pages are doc/rules/NAME.md, embedded. */
#ifndef REPORT_RULES_H
#define REPORT_RULES_H

#include "base/system/file.h"
#include "ir/finding/finding.h"

/* Where this snag is published, an absolute address; whoever builds it for others says so, by CFLAGS. */
#ifndef SNAG_HOMEPAGE
#define SNAG_HOMEPAGE ""
#endif

struct rule_row {
	const char *name;  /* as rule_name() */
	const char *title; /* one short sentence without a full stop */
	const char *help;  /* two or three sentences */
	const char *level; /* of SARIF: "error", "warning", "note" */
	const char *precision; /* of GitHub: "very-high", "high", "medium", "low" */
	const char *severity;  /* of GitHub: security-severity, "0.1" .. "10.0" */
	const char *cwe;   /* "362 366": the first is the one that fits best */
	const char *cert, *misra; /* "CON43-C"; "": none */
	uint8_t harm;	   /* where a finding itself says nothing of it: as enum harm of race */
};

extern const struct rule_row rule_row[];
extern const uint32_t rule_rows;

/* NULL: there is no such rule. */
const struct rule_row *rule_find(const char *name);
/* How loud to be, in SARIF's words: an execution makes an error of it, doubt a warning, much doubt a note. */
const char *rule_level(uint8_t rule, enum confidence);
/* How much it can harm, from 1 to 3: orders findings that are equally sure (doc/decisions/harm.md). */
uint32_t rule_harm(const struct finding *);
/* The page of a rule as it stands in doc/rules; at NULL: there is none. */
struct bytes rule_page(const char *name);
/* Where to read about a rule, absolute: its page beside the sources, where whoever built snag has said where they are
 * (SNAG_HOMEPAGE); else that of the weakness. In the arena. */
const char *rule_address(struct arena *, const struct rule_row *);
/* The title of a CWE entry that some rule names; "" for others. */
const char *cwe_title(uint32_t number);

#endif
