/* strnlen reads no more than it may. */
// PROVED: none
#include <pthread.h>
#include <string.h>

static char text[16] = "abcdefg", target[16];

static void *work(void *unused)
{
	text[3] = 1; // NORACE: three bytes are read
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	(void)!strnlen(text, 3); // NORACE: three bytes are read
	pthread_join(t, 0);
	return 0;
}
