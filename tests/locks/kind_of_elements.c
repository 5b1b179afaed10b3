/* All locks of an array are made in a loop, with an attribute object that says NORMAL. */
#define _GNU_SOURCE
#include <pthread.h>
static pthread_mutexattr_t attr;
static pthread_mutex_t m[4];
static int n[4];
static void setup(void)
{
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_NORMAL);
	for (int i = 0; i < 4; i++)
		pthread_mutex_init(&m[i], &attr);
}
static void bump(int i)
{
	pthread_mutex_lock(&m[i]);
	n[i]++;
	pthread_mutex_lock(&m[i]);          // SELF-DEADLOCK
	n[i]--;
	pthread_mutex_unlock(&m[i]);
	pthread_mutex_unlock(&m[i]);
}
int main(void)
{
	setup();
	bump(2);
	return 0;
}
