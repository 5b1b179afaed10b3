/* The child of a program with threads writes to the log, whose lock another thread may have had at the fork. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void log_line(void)
{
	pthread_mutex_lock(&log_lock); // DEADLOCK
	lines++;
	pthread_mutex_unlock(&log_lock);
}

static void *worker(void *arg)
{
	log_line();
	log_line();
	return arg;
}

static int child(void)
{
	log_line();
	return 0;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	if (!fork())
		_exit(child());
	pthread_join(t, NULL);
	return 0;
}
