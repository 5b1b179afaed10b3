/* Two threads are cancelled, one of them is joined: it is over then, with what it had pushed to clean up; the other one may
 * still be on its way. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "snag_ask.h"

static int a, b, released;

static void poll_(void)
{
	a++;
}

static void scan(void)
{
	b++;
}

static void release(void *x)
{
	(void)x;
	released++;
}

static void *poller(void *x)
{
	pthread_cleanup_push(release, x);
	for (int i = 0; i < 3; i++) { poll_(); usleep(10); }
	pthread_cleanup_pop(1);
	return x;
}

static void *scanner(void *x)
{
	for (int i = 0; i < 3; i++) { scan(); usleep(10); } return x;
}

static void report(void)
{
	puts("r");
}

int main(void)
{
	pthread_t p, s;

	pthread_create(&p, NULL, poller, NULL);
	pthread_create(&s, NULL, scanner, NULL);
	pthread_cancel(p);
	pthread_cancel(s);
	pthread_join(p, NULL);
	report();
	snag_parallel(report, poll_); // ANSWER: no: joined
	snag_parallel(report, release); // ANSWER: no: joined
	snag_parallel(report, scan); // ANSWER: yes
	pthread_exit(NULL);
}
