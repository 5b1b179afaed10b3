#include "diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool diag_quiet;
void (*diag_before)(void);

/* One write(2) a line, so that lines of several processes do not mix. */
static void say(const char *kind, const char *format, va_list ap)
{
	char text[4096], line[8192];
	size_t n = 0;

	vsnprintf(text, sizeof text, format, ap);
	n = (size_t)snprintf(line, sizeof line, "snag: %s", kind);
	for (const unsigned char *s = (const unsigned char *)text; *s && n + 8 < sizeof line; s++)
		if (*s == '\n')
			n += (size_t)snprintf(line + n, 8, "\\n");
		else if (*s < 0x20 || *s == 0x7f)
			n += (size_t)snprintf(line + n, 8, "\\x%02x", *s);
		else
			line[n++] = (char)*s;
	line[n++] = '\n';
	if (diag_before)
		diag_before();
	if (write(STDERR_FILENO, line, n) < 0)
		return; /* nobody listens: nothing better to do */
}

#define SAY(kind, format)                                                                                                        \
	do {                                                                                                                     \
		va_list ap;                                                                                                      \
		va_start(ap, format);                                                                                            \
		say(kind, format, ap);                                                                                           \
		va_end(ap);                                                                                                      \
	} while (0)

bool trouble(struct trouble *t, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(t->text, sizeof t->text, format, ap);
	va_end(ap);
	return false;
}

void diag_bug(const char *file, int line, const char *format, ...)
{
	char where[256];

	snprintf(where, sizeof where, "internal error at %s:%d: ", file, line);
	SAY(where, format);
	abort();
}

bool diag_checks(void)
{
#ifdef NDEBUG
	return false;
#else
	const char *set = getenv("SNAG_CHECK");

	return set && set[0] && strcmp(set, "0") != 0;
#endif
}

void die(const char *format, ...)
{
	SAY("error: ", format);
	exit(EXIT_TROUBLE);
}

void warn(const char *format, ...)
{
	SAY("warning: ", format);
}

void note(const char *format, ...)
{
	if (!diag_quiet)
		SAY("", format);
}
