/* Nothing is read from the buffer: there is no such descriptor. */
// PROVED: none
#include <pthread.h>
#include <unistd.h>

static char buffer[8];

static void *work(void *unused)
{
	(void)!write(-1, buffer, sizeof buffer); // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	buffer[0] = 1; // NORACE reported: it fails at once
	pthread_join(t, 0);
	return 0;
}
