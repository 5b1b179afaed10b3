/* snprintf writes no more than it is given, whatever the text is. */
// PROVED: none
#include <pthread.h>
#include <stdio.h>

static char text[16] = "abcdefg", target[16];

static void *work(void *unused)
{
	target[4] = 1; // NORACE: four bytes are written
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	snprintf(target, 4, "%d", 123456); // NORACE: four bytes are written
	pthread_join(t, 0);
	return 0;
}
