/* Calls that touch no byte of what they are given, or not these. */
// PROVED: none
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static char a[8], b[8], c[8], d[8], e[8], f[8], g[8], other[8] = "ab";
static size_t none;

static void *work(void *unused)
{
	memcpy(a, other, none); // NORACE
	snprintf(b, 0, "%s", other); // NORACE
	strncpy(c, other, none); // NORACE
	(void)!write(-1, d, 5); // NORACE
	memccpy(e, other, 'a', 8); // NORACE
	snprintf(f, sizeof f, "%4s", other); // NORACE
	read(0, g, none); // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	a[0] = 1; // NORACE reported
	b[0] = 1; // NORACE reported
	c[0] = 1; // NORACE reported
	d[0] = 1; // NORACE reported
	e[1] = 1; // NORACE reported
	f[5] = 1; // NORACE reported
	g[0] = 1; // NORACE reported
	pthread_join(t, 0);
	return 0;
}
