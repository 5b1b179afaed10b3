/* strcmp reads up to the first difference. */
// PROVED: none
#include <pthread.h>
#include <string.h>

static char text[16] = "abcdefg", target[16];

static void *work(void *unused)
{
	text[3] = 1; // NORACE reported: the third bytes differ
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	(void)!strcmp(text, "abd"); // NORACE: the third bytes differ
	pthread_join(t, 0);
	return 0;
}
