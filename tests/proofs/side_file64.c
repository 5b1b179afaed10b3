/* There is no such file. */
// PROVED: assuming
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/stat.h>

static struct stat64 found;

static void *work(void *unused)
{
	stat64("", &found); // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	found.st_dev = 1; // NORACE reported: it fails
	pthread_join(t, 0);
	return 0;
}
