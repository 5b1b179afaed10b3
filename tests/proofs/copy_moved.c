/* memmove may. */
// PROVED: confirmed
#include <pthread.h>
#include <string.h>

static int x;
static char text[8] = "abcdefg";

static void *work(void *unused)
{
	x = 1; // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	memmove(text + 1, text, 4);
	pthread_create(&t, NULL, work, NULL);
	if (text[2] == 'b')
		x = 2; // RACE 1
	pthread_join(t, NULL);
	return 0;
}
