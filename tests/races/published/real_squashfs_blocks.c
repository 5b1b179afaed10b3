/* squashfs-tools, issue 131: the thread that writes counts the blocks it has written, the thread that shows how far things are reads the count under the
 * mutex of the screen, which the other one does not take. */
#include <pthread.h>
#include <stdio.h>

#define BLOCKS 400

static pthread_mutex_t screen_mutex = PTHREAD_MUTEX_INITIALIZER;
static int cur_blocks, done;

static void *writer(void *argument)
{
	(void)argument;
	for (int i = 0; i < BLOCKS; i++, cur_blocks++) // RACE 1
		;
	pthread_mutex_lock(&screen_mutex);
	done = 1;
	pthread_mutex_unlock(&screen_mutex);
	return NULL;
}

static void *progress(void *argument)
{
	int over = 0;

	(void)argument;
	while (!over) {
		pthread_mutex_lock(&screen_mutex);
		printf("%d/%d\n", cur_blocks, BLOCKS); // RACE 1
		over = done;
		pthread_mutex_unlock(&screen_mutex);
	}
	return NULL;
}

int main(void)
{
	pthread_t w, p;

	pthread_create(&p, NULL, progress, NULL);
	pthread_create(&w, NULL, writer, NULL);
	pthread_join(w, NULL);
	pthread_join(p, NULL);
	return 0;
}
