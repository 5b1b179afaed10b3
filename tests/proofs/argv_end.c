/* Behind the last argument stands a null pointer. */
#include <pthread.h>

static int more;

static int shared;

static void *work(void *a)
{
	if (more)
		shared++; // NORACE
	return a;
}

int main(int argc, char **argv)
{
	pthread_t t;

	more = argv[argc] != 0;
	pthread_create(&t, 0, work, 0);
	if (more)
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
