/* strcat does not write what is there. */
// PROVED: none
#include <pthread.h>
#include <string.h>

static char text[16] = "abcdefg", target[16];

static void *work(void *unused)
{
	(void)*(volatile char *)&text[3]; // NORACE: only the end is written
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	strcat(text, "h"); // NORACE reported: only the end is written
	pthread_join(t, 0);
	return 0;
}
