/* memcpy between objects that overlap: what is there afterwards nobody says (C17, 7.24.2.1). */
// PROVED: none
#include <pthread.h>
#include <string.h>

static int x;
static char text[8] = "abcdefg";

static void *work(void *unused)
{
	x = 1; // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	memcpy(text + 1, text, 4);
	pthread_create(&t, NULL, work, NULL);
	if (text[2] == 'b')
		x = 2; // NORACE reported
	pthread_join(t, NULL);
	return 0;
}
