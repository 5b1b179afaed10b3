/* The same with results that these functions do not have. */
// PROVED: none
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int a, b, c, d, e, g, h;

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
	a = b = c = d = 1;
	e = g = h = 1;
	return x;
}

int main(void)
{
	pthread_t t;
	char text[32], *end, *made;

	pthread_create(&t, NULL, work, NULL);
	if (strcasecmp("Key", "kEY") || strncasecmp("abX", "ABy", 2))
		a = 2; // NORACE reported: a value
	if (strstr("one", "two"))
		b = 2; // NORACE reported: a value
	if (strtol("077", &end, 0) != 63 || *end)
		c = 2; // NORACE reported: a value
	if (atoi("\t+12 ") == 0)
		d = 2; // NORACE reported: a value
	if (print(text, 4, "%d-%s", 7, "abc") != 5 || strcmp(text, "7-a"))
		e = 2; // NORACE reported: a value
	if (fabs(-2.0) == -2.0)
		g = 2; // NORACE reported: a value
	if (asprintf(&made, "k%d", 3) == 2 && made[1] == '4')
		h = 2; // NORACE reported: a value
	pthread_join(t, NULL);
	return 0;
}
