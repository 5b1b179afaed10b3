/* Three bits hold at most seven. */
#include <pthread.h>

unsigned ask(void);
struct flags {
	unsigned low : 3, high : 5;
};
static struct flags flags;

static int shared;

static void *work(void *a)
{
	if (flags.low > 7 || flags.high != 31)
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	flags.low = ask();
	flags.high = 31;
	pthread_create(&t, 0, work, 0);
	if (flags.low > 7 || flags.high != 31)
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
