/* Two bit-fields that share bytes. Main leads there, but not soon: what it does before cannot be left out. */
// PROVED: none
#include <pthread.h>

struct flags {
	unsigned ready : 1, busy : 1;
};

static struct flags flags;

extern int input(void);

static void wait_for_input(void)
{
	for (int i = 0; i < 1000000; i++)
		while (input() != 5)
			continue;
}

static void *set_ready(void *p)
{
	flags.ready = 1; // RACE-BITFIELD 1
	return p;
}

static void *set_busy(void *p)
{
	flags.busy = 1; // RACE-BITFIELD 1
	return p;
}

int main(void)
{
	pthread_t t, u;

	wait_for_input();
	pthread_create(&t, 0, set_ready, 0);
	pthread_create(&u, 0, set_busy, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return flags.ready;
}
