/* The address of a variable of four bytes is even, also as a number. */
#include <pthread.h>

union any {
	int *pointer;
	unsigned long number;
};
static union any any;
static int place[2];

static int shared;

static void *work(void *a)
{
	if (any.number & 1 || any.number - (unsigned long)place != sizeof(int))
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	any.pointer = &place[1];
	pthread_create(&t, 0, work, 0);
	if (any.number & 1 || any.number - (unsigned long)place != sizeof(int))
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
