/* How long a text from outside is nobody knows: all of the buffer may be read. */
// VERIFY: race ; today: unknown: guessed
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static char line[16];

static void *other(void *unused)
{
	line[9] = 'x';
	return unused;
}

int main(void)
{
	pthread_t t;

	if (read(0, line, 15) < 12)
		return 1;
	pthread_create(&t, NULL, other, NULL);
	puts(line);
	pthread_join(t, NULL);
	return 0;
}
