/* A text is written whole. */
// PROVED: confirmed
#include <pthread.h>
#include <stdio.h>

static char text[16] = "abcdefg", target[16];

static void *work(void *unused)
{
	target[3] = 1; // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	snprintf(target, sizeof target, "%d", 123); // RACE 1
	pthread_join(t, 0);
	return 0;
}
