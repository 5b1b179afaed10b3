/* errno is a variable of each thread: two threads may fail at the same time. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int open_or_error(const char *path)
{
	int fd = open(path, O_RDONLY);

	if (fd < 0)
		return -errno; // NORACE
	close(fd);
	errno = 0; // NORACE
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
