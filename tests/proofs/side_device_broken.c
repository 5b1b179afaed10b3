/* A file may hold lines. */
// PROVED: confirmed
#include <pthread.h>
#include <stdio.h>

static FILE *file;
static char buffer[8];

static void *work(void *unused)
{
	(void)!fgets(buffer, sizeof buffer, file); // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	file = fopen("lines", "r");
	if (!file)
		return 1;
	pthread_create(&t, 0, work, 0);
	buffer[0] = 1; // RACE 1
	pthread_join(t, 0);
	return 0;
}
