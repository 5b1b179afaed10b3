/* Nothing comes out of a pipe before something was put in, and that is behind the access. */
// PROVED: assuming
#include <pthread.h>
#include <unistd.h>

static int ends[2], shared;

static void *work(void *a)
{
	char c;

	if (read(ends[0], &c, 1) == 1)
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	if (pipe(ends))
		return 1;
	pthread_create(&t, 0, work, 0);
	shared++; // NORACE reported: the other thread waits for the letter
	if (write(ends[1], "a", 1) != 1)
		return 1;
	pthread_join(t, 0);
	return 0;
}
