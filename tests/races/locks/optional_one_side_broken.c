/* Two ways in: with the flag the caller's lock is used, else the record's own; the broken one tests on one side only. */
#include <pthread.h>
#include <stdbool.h>
struct rec { pthread_mutex_t own; bool big; int n; };
static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
static struct rec rec = { PTHREAD_MUTEX_INITIALIZER, true, 0 };
static void in(struct rec *r)
{
	if (r->big)
		pthread_mutex_lock(&big);
	else
		pthread_mutex_lock(&r->own);
}
static void out(struct rec *r)
{
	if (r->big)
		pthread_mutex_unlock(&big);
	else
		pthread_mutex_unlock(&r->own);
}
static void *one(void *a)
{
	in(&rec);
	rec.n++; // RACE 1
	out(&rec);
	return a;
}
static void *two(void *a)
{
	pthread_mutex_lock(&rec.own);
	rec.n--; // RACE 1
	pthread_mutex_unlock(&rec.own);
	return a;
}
int main(int argc, char **argv)
{
	pthread_t t[2];

	(void)argv;
	rec.big = argc > 1;
	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, two, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
