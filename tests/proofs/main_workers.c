/* Two threads of one function. Main leads there. */
// PROVED: confirmed
#include <pthread.h>

static int n;

static void *up(void *p)
{
	n++; // RACE 1
	return p;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, up, 0);
	pthread_create(&u, 0, up, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return n;
}
