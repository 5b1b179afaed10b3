/* strncpy writes as many bytes as it is told. */
// PROVED: none
#include <pthread.h>
#include <string.h>

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
	strncpy(target, "a", 4); // NORACE: four bytes are written
	pthread_join(t, 0);
	return 0;
}
