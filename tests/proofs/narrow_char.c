/* A signed character is at most 127, whatever it was made from. */
#include <pthread.h>

int ask(void);
static signed char c;

static int shared;

static void *work(void *a)
{
	if (c > 127)
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	c = (signed char)ask();
	pthread_create(&t, 0, work, 0);
	if (c > 127)
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
