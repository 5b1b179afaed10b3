/* A job's address goes through a queue of the system, and through parts of a write, to another thread; the sender goes on. */
#include <mqueue.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

struct job { int n; };
struct note { int n; };
static mqd_t queue;
static int ends[2];

static void *worker(void *argument)
{
	struct job *job;
	struct note *note;
	struct iovec part = { &note, sizeof note };

	if (mq_receive(queue, (char *)&job, sizeof job, NULL) == sizeof job)
		job->n++; // RACE 1
	if (readv(ends[0], &part, 1) == sizeof note)
		note->n++; // RACE 2
	return argument;
}

int main(void)
{
	pthread_t t;
	struct job *job = calloc(1, sizeof *job);
	struct note *note = calloc(1, sizeof *note);
	struct iovec part = { &note, sizeof note };

	queue = mq_open("/jobs", 2);
	if (pipe(ends) || !job || !note)
		return 1;
	pthread_create(&t, NULL, worker, NULL);
	mq_send(queue, (char *)&job, sizeof job, 0);
	job->n = 0; // RACE 1
	if (writev(ends[1], &part, 1) < 0)
		return 1;
	note->n = 0; // RACE 2
	pthread_join(t, NULL);
	return 0;
}
