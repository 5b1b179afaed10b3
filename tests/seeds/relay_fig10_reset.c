/* relay, Figure 10 (non-parallel threads), but the state is unset again when the thread is about to end, while it still runs: two of
 * them may be there, and write the same variable. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

enum { IP_VS_STATE_NONE, IP_VS_STATE_MASTER };

static int state = IP_VS_STATE_NONE;
static int messages;
static sem_t startup;
static pthread_t threads[2];
static int started;

static void *sync_thread(void *argument)
{
	state = IP_VS_STATE_MASTER; // RACE 1
	sem_post(argument);
	state = IP_VS_STATE_NONE; // RACE 1
	messages++; // RACE 2
	return NULL;
}

static int start_sync_thread(void)
{
	if (state == IP_VS_STATE_MASTER)
		return -EEXIST;
	if (pthread_create(&threads[started], NULL, sync_thread, &startup) != 0)
		return -EAGAIN;
	started++;
	sem_wait(&startup);
	return 0;
}

int main(void)
{
	sem_init(&startup, 0, 0);
	for (int i = 0; i < 2; i++)
		start_sync_thread();
	for (int i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	printf("%d\n", messages);
	return 0;
}
