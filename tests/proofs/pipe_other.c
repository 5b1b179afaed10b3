/* ... but something may always come from a terminal. */
// PROVED: confirmed
#include <pthread.h>
#include <unistd.h>

static int shared;

static void *work(void *a)
{
	char c;

	if (read(0, &c, 1) == 1 && c == 'q')
		shared++; // RACE 1
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	shared++; // RACE 1
	if (write(1, "a", 1) != 1)
		return 1;
	pthread_join(t, 0);
	return 0;
}
