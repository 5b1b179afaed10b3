/* What these do is known, and their results do not matter. */
// PROVED: confirmed
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static int shared;

static void *work(void *a)
{
	printf("%d\n", (int)time(0));
	puts("on");
	usleep(10);
	sched_yield();
	if (!shared)
		shared++; // RACE
	return a;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
