/* relay, Figure 10 (non-parallel threads): the state says whether the thread exists. The starter waits until the new thread has
 * set it, so the next start sees it set: there is never a second thread, and no start reads the state while it is written.
 * A completion is a semaphore here. The second half of the thread does not touch the state. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

enum { IP_VS_STATE_NONE, IP_VS_STATE_MASTER };

static int state = IP_VS_STATE_NONE;
static int mesg_maxlen;
static sem_t startup;
static pthread_t threads[2];
static int started;

static void set_sync_mesg_maxlen(int sync_state)
{
	if (sync_state == IP_VS_STATE_MASTER)
		mesg_maxlen = 1472; // NORACE
}

static void *sync_thread(void *argument)
{
	state = IP_VS_STATE_MASTER; /* 4 */ // NORACE
	set_sync_mesg_maxlen(state); /* 5 */ // NORACE
	sem_post(argument); /* 6 */
	for (int i = 0; i < 3; i++)
		puts("sync message");
	return NULL;
}

static int start_sync_thread(void)
{
	if (state == IP_VS_STATE_MASTER) /* 1 */ // NORACE
		return -EEXIST;
repeat:
	if (pthread_create(&threads[started], NULL, sync_thread, &startup) != 0) /* 2 */
		goto repeat;
	started++;
	sem_wait(&startup); /* 3 */
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
	printf("%d\n", mesg_maxlen);
	return 0;
}
