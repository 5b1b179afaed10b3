/* A function that is not in the program is called with a lock in four critical sections, twice alone in it, and once
 * without: racerx, section 8.5, on functions. */
#include <pthread.h>

void log_line(const char *); /* somewhere else */

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void *one(void *argument)
{
	pthread_mutex_lock(&log_lock);
	log_line("one");
	pthread_mutex_unlock(&log_lock);
	return argument;
}

static void *two(void *argument)
{
	pthread_mutex_lock(&log_lock);
	lines++; // NORACE
	log_line("two");
	pthread_mutex_unlock(&log_lock);
	return argument;
}

static void *three(void *argument)
{
	pthread_mutex_lock(&log_lock);
	log_line("three");
	lines++; // NORACE
	pthread_mutex_unlock(&log_lock);
	return argument;
}

static void *four(void *argument)
{
	pthread_mutex_lock(&log_lock);
	log_line("four");
	log_line("4");
	pthread_mutex_unlock(&log_lock);
	log_line("and out"); // INCONSISTENT-LOCK
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3, t4;

	pthread_create(&t1, NULL, one, NULL);
	pthread_create(&t2, NULL, two, NULL);
	pthread_create(&t3, NULL, three, NULL);
	pthread_create(&t4, NULL, four, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	pthread_join(t4, NULL);
	return 0;
}
