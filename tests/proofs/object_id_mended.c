/* The started thread asks for itself; another one, started behind it, reads the id that is there by then. */
// PROVED: none
#include <pthread.h>

static pthread_t id;
static int seen;

static void *work(void *a)
{
	if (pthread_equal(*(pthread_t *)a, pthread_self()))
		seen = 1;
	return NULL;
}

static void *later(void *a)
{
	pthread_join(id, NULL); // NORACE
	return a;
}

int main(void)
{
	pthread_t copy = pthread_self(), other;

	pthread_create(&id, NULL, work, &copy); // NORACE
	pthread_create(&other, NULL, later, NULL);
	pthread_join(other, NULL);
	return seen;
}
