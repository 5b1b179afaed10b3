/* The kind is one of two, and one of these may be taken twice. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m;
static int n;
int main(int argc, char **argv)
{
	pthread_mutexattr_t at;
	int type = argc > 1 ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_DEFAULT;
	pthread_mutexattr_init(&at);
	pthread_mutexattr_settype(&at, type);
	pthread_mutex_init(&m, &at);
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_lock(&m);             // SELF-DEADLOCK: without an argument it is of the default kind
	return n;
}
