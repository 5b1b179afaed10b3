/* Functions on strings and numbers whose results decide: both engines work them out. What is called safe is behind a result that they
 * do not have. */
// PROVED: confirmed
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int a, b, c, d, e, f, g, h;

static int print(char *to, size_t size, const char *format, ...)
{
	va_list list;
	int n;

	va_start(list, format);
	n = vsnprintf(to, size, format, list);
	va_end(list);
	return n;
}

static void *work(void *x)
{
	a = b = c = d = 1; // RACE 1; RACE 2; RACE 3; RACE 4
	e = f = g = h = 1; // RACE 5; RACE 6; RACE 7; RACE 8
	return x;
}

int main(void)
{
	pthread_t t;
	char text[32], *end, *made;

	pthread_create(&t, NULL, work, NULL);
	if (strcasecmp("Key", "kEY") == 0 && strncasecmp("ab", "AC", 2) < 0)
		a = 2; // RACE 1
	if (strstr("one two", "two"))
		b = 2; // RACE 2
	if (strtol(" -0x1fz", &end, 0) == -31 && *end == 'z' && strtoul("18446744073709551616", NULL, 10) == -1ul)
		c = 2; // RACE 3
	if (atoi("\t+12 ") == 12)
		d = 2; // RACE 4
	if (print(text, sizeof text, "%d-%s-%ld", 7, "ab", 9l) == 6 && strcmp(text, "7-ab-9") == 0)
		e = 2; // RACE 5
	errno = ENOENT;
	if (errno == ENOENT)
		f = 2; // RACE 6
	if (fabs(-2.0) == 2.0)
		g = 2; // RACE 7
	if (asprintf(&made, "k%d", 3) == 2 && made[1] == '3')
		h = 2; // RACE 8
	pthread_join(t, NULL);
	return 0;
}
