/* A library's own last_error looks like errno, but is one variable for all threads. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int last_error;

static int open_or_error(const char *path)
{
	int fd = open(path, O_RDONLY);

	if (fd < 0) {
		last_error = errno; // RACE 1
		return -last_error; // RACE 1
	}
	close(fd);
	last_error = 0; // RACE 1
	return 0;
}

static void *probe(void *path)
{
	for (int i = 0; i < 5; i++)
		printf("%d\n", open_or_error(path) <= 0);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, probe, "/no/such/file");
	pthread_create(&second, NULL, probe, "/dev/null");
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
