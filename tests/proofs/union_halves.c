/* The halves of a number in a union are those of this machine. */
#include <pthread.h>

union word {
	unsigned whole;
	unsigned short half[2];
};
static union word word;

static int shared;

static void *work(void *a)
{
	if (word.half[0] != 0 || word.half[1] != 1)
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	word.whole = 0x10000;
	pthread_create(&t, 0, work, 0);
	if (word.half[0] != 0 || word.half[1] != 1)
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
