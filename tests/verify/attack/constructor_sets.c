/* What a constructor has set decides whether main joins. */
// VERIFY: race
#include <pthread.h>

static int n, careless;

static void *other(void *unused)
{
	n++;
	return unused;
}

__attribute__((constructor)) static void begin(void)
{
	careless = 1;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	if (!careless)
		pthread_join(t, NULL);
	n++;
	return 0;
}
