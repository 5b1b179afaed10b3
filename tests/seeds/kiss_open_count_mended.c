/* As kiss_open_count.c, but the count is looked at under the lock. */
// search: race @count @look : not within
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int open_count;

static void *opens(void *argument)
{
	pthread_mutex_lock(&lock);
	open_count++; // NORACE: @count
	pthread_mutex_unlock(&lock);
	return argument;
}

static int is_idle(void)
{
	int idle;

	pthread_mutex_lock(&lock);
	idle = open_count == 0; // NORACE: @look
	pthread_mutex_unlock(&lock);
	return idle;
}

int main(void)
{
	pthread_t thread;
	int idle;

	pthread_create(&thread, NULL, opens, NULL);
	idle = is_idle();
	pthread_join(thread, NULL);
	return idle;
}
