/* relay, Figure 10 (non-parallel threads), started from a loop: the first round finds no thread, the others are behind its signal. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

enum { IP_VS_STATE_NONE, IP_VS_STATE_MASTER };

static int state = IP_VS_STATE_NONE;
static int length;
static sem_t startup;
static pthread_t thread;

static void *sync_thread(void *argument)
{
	state = IP_VS_STATE_MASTER; // NORACE
	length = 1472; // NORACE
	sem_post(argument);
	return NULL;
}

static int start_sync_thread(void)
{
	if (state != IP_VS_STATE_NONE) // NORACE
		return -EEXIST;
	if (pthread_create(&thread, NULL, sync_thread, &startup) != 0)
		return -EAGAIN;
	while (sem_wait(&startup) != 0)
		continue;
	return 0;
}

int main(void)
{
	sem_init(&startup, 0, 0);
	for (int i = 0; i < 3; i++)
		if (start_sync_thread() != 0)
			printf("%d\n", length); // NORACE
	return 0;
}
