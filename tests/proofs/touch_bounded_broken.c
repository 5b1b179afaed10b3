/* strnlen reads as far as it may. */
// PROVED: confirmed
#include <pthread.h>
#include <string.h>

static char text[16] = "abcdefg", target[16];

static void *work(void *unused)
{
	text[3] = 1; // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	(void)!strnlen(text, 4); // RACE 1
	pthread_join(t, 0);
	return 0;
}
