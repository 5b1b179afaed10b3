/* memccpy copies up to the byte. */
// PROVED: none
#include <pthread.h>
#include <string.h>

static char text[16] = "abcdefg", target[16];

static void *work(void *unused)
{
	target[3] = 1; // NORACE reported: three bytes are copied
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	memccpy(target, text, 'c', 8); // NORACE: three bytes are copied
	pthread_join(t, 0);
	return 0;
}
