/* At the end of a file fgets writes nothing, and /dev/null is always at its end. */
// PROVED: assuming
#include <pthread.h>
#include <stdio.h>

static FILE *file;
static char buffer[8];

static void *work(void *unused)
{
	(void)!fgets(buffer, sizeof buffer, file); // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	file = fopen("/dev/null", "r");
	if (!file)
		return 1;
	pthread_create(&t, 0, work, 0);
	buffer[0] = 1; // NORACE reported: there is no line
	pthread_join(t, 0);
	return 0;
}
