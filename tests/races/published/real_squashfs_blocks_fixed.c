/* squashfs-tools, issue 131, as proposed there: the blocks are counted under the mutex of the screen. */
#include <pthread.h>
#include <stdio.h>

#define BLOCKS 400

static pthread_mutex_t screen_mutex = PTHREAD_MUTEX_INITIALIZER;
static int cur_blocks, done;

static void increment_cur_blocks(void)
{
	pthread_mutex_lock(&screen_mutex);
	cur_blocks++;
	pthread_mutex_unlock(&screen_mutex);
}

static void *writer(void *argument)
{
	(void)argument;
	for (int i = 0; i < BLOCKS; i++)
		increment_cur_blocks();
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
		printf("%d/%d\n", cur_blocks, BLOCKS);
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
