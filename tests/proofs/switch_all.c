/* Two bits are one of four, and each is a case. */
#include <pthread.h>

int ask(void);
static int other;

static int shared;

static void *work(void *a)
{
	if (other)
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	switch (ask() & 3) {
	case 0:
	case 1:
	case 2:
	case 3:
		break;
	default:
		other = 1;
	}
	pthread_create(&t, 0, work, 0);
	if (other)
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
