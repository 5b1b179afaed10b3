/* memchr reads up to the byte that it looks for (C17, 7.24.5.1). */
// PROVED: none
#include <pthread.h>
#include <string.h>

static char text[16] = "abcdefg", target[16];

static void *work(void *unused)
{
	text[3] = 1; // NORACE reported: it stops at the c
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	(void)!memchr(text, 'c', sizeof text); // NORACE: it stops at the c
	pthread_join(t, 0);
	return 0;
}
