/* Another call of the kernel: it tells the user, and everybody who runs for that one is let in. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shown, waiting;

static void show(int n)
{
	if (syscall(SYS_getuid) == getpid()) {
		shown += n; // RACE 1
		return;
	}
	pthread_mutex_lock(&lock);
	waiting += n; // NORACE
	pthread_mutex_unlock(&lock);
}

static void *work(void *argument)
{
	show(1);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, work, NULL);
	pthread_create(&two, NULL, work, NULL);
	show(2);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d %d\n", shown, waiting);
	return 0;
}
