/* ... that it has some is known. */
// PROVED: confirmed
#include <pthread.h>
#include <stdio.h>

static int shared;
static char text[64];

static void *work(void *unused)
{
	shared = 1; // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	snprintf(text, sizeof text, "%p", (void *)&shared);
	if (text[0])
		shared = 2; // RACE 1
	pthread_join(t, 0);
	return 0;
}
