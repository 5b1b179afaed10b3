/* As libc_outputs_broken.c, under the lock. */
#include <err.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <wchar.h>

#define LOCK(what) pthread_mutex_##what(&lock)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int exponent;
static struct rlimit limit;
static struct statvfs disk;
static char host[64], template[] = "/tmp/fileXXXXXX", word[8];
static wchar_t wide[16], *rest;

static void *change(void *argument)
{
	pthread_mutex_lock(&lock);
	exponent = 0; // NORACE
	limit.rlim_cur = 0; // NORACE
	disk.f_bfree = 0; // NORACE
	host[0] = 0; // NORACE
	template[9] = 'X'; // NORACE
	wide[0] = 0; // NORACE
	rest = NULL; // NORACE
	word[0] = 'x'; // NORACE
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, change, NULL);
	LOCK(lock);
	(void)frexp(8.0, &exponent); // NORACE
	(void)getrlimit(RLIMIT_NOFILE, &limit); // NORACE
	(void)statvfs("/", &disk); // NORACE
	(void)gethostname(host, sizeof host); // NORACE
	(void)mkstemp(template); // NORACE
	(void)swprintf(wide, 16, L"%d", 7); // NORACE
	(void)wcstol(L"12", &rest, 10); // NORACE
	warnx("%s", word); // NORACE
	LOCK(unlock);
	pthread_join(thread, NULL);
	return 0;
}
