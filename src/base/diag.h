/* diag: the four kinds of trouble, and there is no fifth.
 *
 *     BUG(...)   our own mistake: says what should hold, aborts
 *     die(...)   bad input, no memory, full disk: one clear line that names the file and what to do, exit status 2
 *     gap(...)   something the analysis cannot follow: counted, shown in every report         (stat.h)
 *     a returned status, where the caller decides; such functions are marked CHECKED and fill a struct trouble
 *
 * warn() and note() are for what the user should know although the run goes on. All of them write one line to stderr, start
 * with "snag: ", and print control characters in names as escapes: names come from hostile files. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>

#define CHECKED __attribute__((warn_unused_result))
#define PRINTF(f, a) __attribute__((format(printf, f, a)))

enum exit_status { EXIT_CLEAN = 0, EXIT_FINDINGS = 1, EXIT_TROUBLE = 2, EXIT_PARTIAL = 3 };

/* Why a function that returns a status failed. */
struct trouble {
	char text[1024];
};

bool trouble(struct trouble *, const char *format, ...) PRINTF(2, 3); /* fills it; always returns false */

#define BUG(...) diag_bug(__FILE__, __LINE__, __VA_ARGS__)
#define CHECK(condition, ...) ((condition) ? (void)0 : BUG(__VA_ARGS__))

_Noreturn void diag_bug(const char *file, int line, const char *format, ...) PRINTF(3, 4);
_Noreturn void die(const char *format, ...) PRINTF(1, 2);
void warn(const char *format, ...) PRINTF(1, 2);
void note(const char *format, ...) PRINTF(1, 2); /* silenced by --quiet */

/* Whether phases check their results (phase_check): the tests set SNAG_CHECK=1; a release build has no checks. */
bool diag_checks(void);

extern bool diag_quiet; /* set once by the command line: note() says nothing */

/* Called before a line goes to stderr, so that a status line can be wiped first (progress.c sets it). */
extern void (*diag_before)(void);

#endif
