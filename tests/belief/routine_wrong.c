/* A function outside the program is called with its lock in five critical sections; then with another one, directly and with the lock of a caller; then with both.
 * Counting is local, checking is not (racerx, section 8.5). */
#include <pthread.h>

void log_line(const char *); /* somewhere else */

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER, state_lock = PTHREAD_MUTEX_INITIALIZER;
static int state;

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
	log_line("two");
	pthread_mutex_unlock(&log_lock);
	pthread_mutex_lock(&log_lock);
	log_line("and again");
	pthread_mutex_unlock(&log_lock);
	return argument;
}

static void *three(void *argument)
{
	pthread_mutex_lock(&log_lock);
	log_line("three");
	pthread_mutex_unlock(&log_lock);
	pthread_mutex_lock(&log_lock);
	log_line("and again");
	pthread_mutex_unlock(&log_lock);
	pthread_mutex_lock(&log_lock);
	log_line("and again");
	pthread_mutex_unlock(&log_lock);
	return argument;
}

static void say(void)
{
	log_line("changed"); // INCONSISTENT-LOCK: the caller holds another lock
}

static void say_more(void)
{
	log_line("changed"); // NOINCONSISTENT-LOCK: the caller holds this lock, too
}

static void *change(void *argument)
{
	pthread_mutex_lock(&state_lock);
	state++; // NORACE
	say();
	pthread_mutex_lock(&log_lock);
	say_more();
	pthread_mutex_unlock(&log_lock);
	pthread_mutex_unlock(&state_lock);
	return argument;
}

static void *change_again(void *argument)
{
	pthread_mutex_lock(&state_lock);
	state--; // NORACE
	log_line("changed again"); // INCONSISTENT-LOCK: another lock
	pthread_mutex_unlock(&state_lock);
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3, t4, t5;

	pthread_create(&t1, NULL, one, NULL);
	pthread_create(&t2, NULL, two, NULL);
	pthread_create(&t3, NULL, three, NULL);
	pthread_create(&t4, NULL, change, NULL);
	pthread_create(&t5, NULL, change_again, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	pthread_join(t4, NULL);
	pthread_join(t5, NULL);
	return 0;
}
