/* As destructor_mended.c, but the list of jobs has the function that takes the lock. */
// VERIFY deadlock: deadlock-free: nothing is ever put into a list, so that no function of one is called
#include <pthread.h>
#include <stdlib.h>

struct list {
	void (*free)(int);
	int n;
};

static pthread_mutex_t jobs_lock = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static struct list jobs, sessions, logs, names;
static int lines, closed;

static void close_session(int n)
{
	pthread_mutex_lock(&jobs_lock); // SELF-DEADLOCK; NODEADLOCK reported: as above
	closed += n; // NORACE
	pthread_mutex_unlock(&jobs_lock);
}

static void write_line(int n)
{
	pthread_mutex_lock(&log_lock); // NODEADLOCK; NOSELF-DEADLOCK reported: as above
	lines += n; // NORACE
	pthread_mutex_unlock(&log_lock);
}

static void forget(int n)
{
	(void)n;
}

static void empty(struct list *l)
{
	while (l->n) {
		l->n--;
		if (l->free)
			l->free(l->n);
	}
}

static void *worker(void *argument)
{
	pthread_mutex_lock(&jobs_lock); // NODEADLOCK
	empty(&jobs);
	pthread_mutex_unlock(&jobs_lock);
	return argument;
}

static void *logger(void *argument)
{
	pthread_mutex_lock(&log_lock);
	empty(&names);
	pthread_mutex_unlock(&log_lock);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	jobs.free = sessions.free = close_session;
	logs.free = write_line;
	names.free = forget;
	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, logger, NULL);
	empty(&sessions);
	empty(&logs);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
