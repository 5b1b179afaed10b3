/* The writing end is closed before the reader is joined. */
#include <pthread.h>
#include <unistd.h>

static int lines[2];
static int n;

static void *reader(void *arg)
{
	char c;

	while (read(lines[0], &c, 1) > 0)
		n++;
	return arg;
}

int main(void)
{
	pthread_t t;

	if (pipe(lines))
		return 1;
	pthread_create(&t, NULL, reader, NULL);
	close(lines[1]);
	pthread_join(t, NULL);
	close(lines[0]);
	return 0;
}
