/* A pointer travels through variable arguments. */
// VERIFY: race
#include <pthread.h>
#include <stdarg.h>

static int n;

static void add(int count, ...)
{
	va_list of;

	va_start(of, count);
	while (count--)
		++*va_arg(of, int *);
	va_end(of);
}

static void *other(void *unused)
{
	add(2, &n, &n);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	add(1, &n);
	pthread_join(t, NULL);
	return 0;
}
