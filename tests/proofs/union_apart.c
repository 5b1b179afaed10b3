/* Two members of a union that do not share a byte, for one of them is in a struct behind where the other ends. */
// PROVED: none
#include <pthread.h>

union pair {
	struct {
		short low, high;
	} half;
	short first;
	char letter;
};

static union pair b;

static void *work(void *x)
{
	b.half.high = 1; // NORACE
	return x;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	b.first = 2; // NORACE
	b.letter = 3; // NORACE
	pthread_join(t, NULL);
	return b.half.high;
}
