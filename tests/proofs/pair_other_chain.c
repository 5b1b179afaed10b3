/* One function is reached by a thread that holds the lock and by one that does not; a third thread gets to its access only
 * with an argument of more than twenty letters, which the prover does not try. What is shown must be the pair that an execution gets to. */
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n, mode;

static void bump(void)
{
	n++; // RACE 1
}

static void *never(void *p)
{
	if (mode == 7)
		n = 1; // RACE 1
	return p;
}

static void *locked(void *p)
{
	pthread_mutex_lock(&m);
	bump();
	pthread_mutex_unlock(&m);
	return p;
}

static void *unlocked(void *p)
{
	bump();
	return p;
}

int main(int argc, char **argv)
{
	pthread_t a, b, c;

	if (argc > 1 && strlen(argv[1]) > 20)
		mode = 7;
	pthread_create(&a, 0, never, 0);
	pthread_create(&b, 0, locked, 0);
	pthread_create(&c, 0, unlocked, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	pthread_join(c, 0);
	return n;
}
