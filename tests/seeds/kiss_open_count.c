/* KISS section 6, fakemodem: how many have the device open is counted under the lock, and looked at without it where only "nobody" matters. The
 * program behaves the same with the lock, but C calls it a race, and it is found. */
// search: --ts 0 race @count @look : found
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int open_count;

static void *opens(void *argument)
{
	pthread_mutex_lock(&lock);
	open_count++; // RACE 1: @count
	pthread_mutex_unlock(&lock);
	return argument;
}

static int is_idle(void)
{
	return open_count == 0; // RACE 1: @look
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
