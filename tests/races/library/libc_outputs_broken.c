/* Results that the library stores for the caller, in variables that two threads use: each of the calls writes or reads. */
#include <err.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <wchar.h>

#define LOCK(what)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int exponent;
static struct rlimit limit;
static struct statvfs disk;
static char host[64], template[] = "/tmp/fileXXXXXX", word[8];
static wchar_t wide[16], *rest;

static void *change(void *argument)
{
	pthread_mutex_lock(&lock);
	exponent = 0; // RACE 1
	limit.rlim_cur = 0; // RACE 2
	disk.f_bfree = 0; // RACE 3
	host[0] = 0; // RACE 4
	template[9] = 'X'; // RACE 5
	wide[0] = 0; // RACE 6
	rest = NULL; // RACE 7
	word[0] = 'x'; // RACE 8
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, change, NULL);
	LOCK(lock);
	(void)frexp(8.0, &exponent); // RACE 1
	(void)getrlimit(RLIMIT_NOFILE, &limit); // RACE 2
	(void)statvfs("/", &disk); // RACE 3
	(void)gethostname(host, sizeof host); // RACE 4
	(void)mkstemp(template); // RACE 5
	(void)swprintf(wide, 16, L"%d", 7); // RACE 6
	(void)wcstol(L"12", &rest, 10); // RACE 7
	warnx("%s", word); // RACE 8
	LOCK(unlock);
	pthread_join(thread, NULL);
	return 0;
}
