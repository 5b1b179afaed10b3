/* relay, Figure 10 (non-parallel threads), but the thread signals before it sets the state: the second start may find it unset, and
 * make a second thread, which writes the same variable. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

enum { IP_VS_STATE_NONE, IP_VS_STATE_MASTER };

static int state = IP_VS_STATE_NONE;
static sem_t startup;
static pthread_t threads[2];
static int started;

static void *sync_thread(void *argument)
{
	sem_post(argument);
	state = IP_VS_STATE_MASTER; // RACE 1
	return NULL;
}

static int start_sync_thread(void)
{
	if (state == IP_VS_STATE_MASTER) // RACE 1
		return -EEXIST;
repeat:
	if (pthread_create(&threads[started], NULL, sync_thread, &startup) != 0)
		goto repeat;
	started++;
	sem_wait(&startup);
	return 0;
}

int main(void)
{
	sem_init(&startup, 0, 0);
	if (start_sync_thread() != 0)
		return 1;
	if (start_sync_thread() != 0)
		puts("already there");
	for (int i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
