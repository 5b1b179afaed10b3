/* Whatever comes is written to the buffer. */
// PROVED: confirmed
#include <pthread.h>
#include <unistd.h>

static char buffer[8];

static void *work(void *unused)
{
	(void)!read(0, buffer, sizeof buffer); // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	buffer[0] = 1; // RACE 1
	pthread_join(t, 0);
	return 0;
}
