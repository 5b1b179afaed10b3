/* Nothing comes from /dev/null. */
// PROVED: assuming
#include <pthread.h>
#include <stdio.h>

static FILE *file;
static int shared;

static void *work(void *unused)
{
	if (fgetc(file) == 'x')
		shared++; // NORACE reported: it is always at its end
	return unused;
}

int main(void)
{
	pthread_t t, u;

	file = fopen("/dev/null", "r");
	if (!file)
		return 1;
	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
