/* A text shorter than its room leaves the rest alone. */
// PROVED: none
#include <pthread.h>
#include <stdio.h>

static char text[16] = "abcdefg", target[16];

static void *work(void *unused)
{
	target[3] = 1; // NORACE reported: three bytes are written
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	snprintf(target, sizeof target, "%d", 12); // NORACE: three bytes are written
	pthread_join(t, 0);
	return 0;
}
