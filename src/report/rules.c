#include "report/rules.h"

#include <stdlib.h>
#include <string.h>

extern const struct embedded rule_pages[];
extern const uint32_t rule_pages_count;

const struct rule_row rule_row[] = {
	{ "race", "Two threads access the same memory without a common lock, and one of them writes",
	  "Conflicting accesses of two threads that can run at the same time, with no lock that both hold. In C such a program "
	  "has undefined behaviour; in practice "
	  "updates get lost and half-written values are seen.",
	  "warning", "high", "7.0", "362 366", "CON43-C", "Dir 5.1", 2 },
	{ "race-bitfield", "Two threads access neighbouring bit-fields, and one of them writes",
	  "Bit-fields that share a storage unit are one memory location: writing one reads and writes its neighbours as well, so "
	  "that another thread's update of a "
	  "neighbour gets lost.",
	  "warning", "high", "5.0", "362 366", "CON32-C", "Dir 5.1", 2 },
	{ "deadlock", "Threads can wait for each other's locks in a circle",
	  "Each thread of the cycle holds a lock that the next one wants. If they overlap, all of them wait forever.", "warning",
	  "medium", "6.0", "833 667", "CON35-C", "Dir 5.2", 3 },
	{ "self-deadlock", "A lock is taken again by the thread that holds it",
	  "Taking a lock that is not recursive while holding it blocks the thread forever, or is undefined.", "error", "high",
	  "6.0", "764 833", "CON35-C", "Rule 22.18", 3 },
	{ "unlock-unheld", "A lock is released that is not held",
	  "Releasing a lock that this thread does not hold is undefined; often another thread's critical section is opened.",
	  "error", "high", "5.5", "832 765", "CON01-C", "Rule 22.17", 3 },
	{ "lock-leak", "A path returns with a lock held that the other paths release",
	  "The function returns with the lock held on one path and not on the others; whoever takes the lock next waits "
	  "forever.",
	  "error", "high", "6.0", "772 667", "CON01-C", "Rule 22.16", 3 },
	{ "sleep-in-atomic", "Something that may block is called where blocking is not allowed",
	  "A thread that holds a spinning lock, or has interrupts off, must not wait: others spin as long as it sleeps, or "
	  "forever.",
	  "warning", "medium", "5.0", "667 833", "CON05-C", "", 3 },
	{ "wait-holding", "A thread waits while it holds a lock that the other side needs",
	  "Joining a thread, or waiting for a condition, while holding a lock that must be taken before the wait can end.",
	  "warning", "medium", "6.0", "833 667", "POS52-C", "Dir 5.2", 3 },
	{ "inconsistent-lock", "The lock that usually guards this is not the one held here",
	  "Most accesses hold one lock; this one holds another, or none. Either this place is wrong or the others are.",
	  "warning", "medium", "5.0", "366 413 821", "CON43-C", "Dir 5.1", 2 },
	{ "assert-held", "An assertion that a lock is held does not hold",
	  "The program says that a lock is held here, and there is a path on which it is not.", "warning", "high", "4.0", "667",
	  "", "", 2 },
	{ "empty-section", "A lock is taken and released with nothing in between",
	  "Nothing that others could reach is used in the critical section, and elsewhere the same lock does protect something. "
	  "Either code is missing here, or the lock is "
	  "only used to wait for somebody.",
	  "note", "low", "2.0", "667", "", "", 1 },
	{ "assert-fail", "An assertion of the program can fail",
	  "There is a schedule of the threads that makes the assertion fail; the execution shows it step by step.", "error",
	  "very-high", "5.0", "617 362", "", "", 3 },
};

const uint32_t rule_rows = sizeof rule_row / sizeof *rule_row;

const struct rule_row *rule_find(const char *name)
{
	for (uint32_t i = 0; i < rule_rows; i++)
		if (!strcmp(rule_row[i].name, name))
			return &rule_row[i];
	return NULL;
}

const char *rule_level(uint8_t rule, enum confidence c)
{
	const struct rule_row *row = rule_find(rule_name(rule));
	bool error = row && !strcmp(row->level, "error");

	CHECK(row, "rule %s has no row", rule_name(rule));
	if (c == CONFIDENCE_UNLIKELY || !strcmp(row->level, "note"))
		return "note";
	return c == CONFIDENCE_CONFIRMED ? "error" : c == CONFIDENCE_LIKELY && error ? "error" : "warning";
}

uint32_t rule_harm(const struct finding *x)
{
	const struct rule_row *row = rule_find(rule_name(x->rule));

	for (uint32_t i = 0; i < x->nfacts; i++)
		if (x->fact[i].fact == FACT_harm)
			return (uint32_t)x->fact[i].value;
	return row ? row->harm : 0;
}

struct bytes rule_page(const char *name)
{
	size_t n = strlen(name);

	for (uint32_t i = 0; i < rule_pages_count; i++)
		if (!strncmp(rule_pages[i].name, name, n) && !strcmp(rule_pages[i].name + n, ".md"))
			return (struct bytes){ (const char *)rule_pages[i].at, rule_pages[i].len };
	return (struct bytes){ NULL, 0 };
}

const char *rule_address(struct arena *a, const struct rule_row *row)
{
	if (SNAG_HOMEPAGE[0])
		return arena_format(a, "%s/doc/rules/%s.md", SNAG_HOMEPAGE, row->name);
	return arena_format(a, "https://cwe.mitre.org/data/definitions/%ld.html", strtol(row->cwe, NULL, 10));
}

const char *cwe_title(uint32_t number)
{
	static const struct {
		uint32_t number;
		const char *title;
	} known[] = {
		{ 362, "Concurrent Execution using Shared Resource with Improper Synchronization ('Race Condition')" },
		{ 366, "Race Condition within a Thread" },
		{ 413, "Improper Resource Locking" },
		{ 617, "Reachable Assertion" },
		{ 667, "Improper Locking" },
		{ 764, "Multiple Locks of a Critical Resource" },
		{ 765, "Multiple Unlocks of a Critical Resource" },
		{ 772, "Missing Release of Resource after Effective Lifetime" },
		{ 821, "Incorrect Synchronization" },
		{ 832, "Unlock of a Resource that is not Locked" },
		{ 833, "Deadlock" },
	};

	for (uint32_t i = 0; i < sizeof known / sizeof *known; i++)
		if (known[i].number == number)
			return known[i].title;
	return "";
}
