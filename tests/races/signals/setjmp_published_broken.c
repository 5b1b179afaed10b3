/* Behind the second return of setjmp everything has happened that was done behind the first one: the job has been handed out, and
 * `tries` is no longer 0. */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

struct job { int n; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *latest;
static int repeated;

static void *worker(void *argument)
{
	jmp_buf back;
	volatile int tries = 0;
	struct job *volatile job = calloc(1, sizeof *job);

	if (!job)
		return NULL;
	if (setjmp(back) == 0) {
		tries = 1;
		pthread_mutex_lock(&lock);
		latest = job;
		pthread_mutex_unlock(&lock);
		longjmp(back, 1);
	}
	job->n++; // RACE 1
	if (tries)
		repeated++; // RACE 2
	return argument;
}

int main(void)
{
	pthread_t one, two;
	struct job *seen;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_mutex_lock(&lock);
	seen = latest;
	pthread_mutex_unlock(&lock);
	if (seen)
		seen->n = 0; // RACE 1
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
