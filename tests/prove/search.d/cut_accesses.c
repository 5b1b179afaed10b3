/* A call that touches more than is looked at: the rest is said. */
// search: --define LAST=1 race @print @other : not within: 8 accesses of one call (printf)
// search: --define LAST=0 --replay 1 race @print @other : found: confirmed;
// search: --switches 30 --seconds 60 race @few @other : not within: all schedules: the search is complete
#include <pthread.h>
#include <stdio.h>

static char a[4], b[4], c[4], d[4], e[4], f[4], g[4], h[4], i[4], shared[4];
static char target[4];

static void *work(void *unused)
{
#ifdef LAST
	printf("%s%s%s%s%s%s%s%s%s%s", LAST ? e : shared, a, b, c, d, f, g, h, i, LAST ? shared : e); // @print
#else
	snprintf(target, sizeof target, "%s", a); // @few
#endif
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	shared[0] = 1; // @other
	return 0;
}
