/* --filter=boot-thread leaves out races with an access in the thread that main runs in, real ones as well. One between two other
 * threads stays. */
// FLAGS: --filter=boot-thread
#include <pthread.h>
#include <stdio.h>

static int stopping, depth;

static void *reader(void *unused)
{
	if (!stopping) // RACE 1 missed: the write is in main's own thread, and the filter was asked for
		depth = 1; // RACE 2
	return unused;
}

static void *writer(void *unused)
{
	printf("depth %d\n", depth); // RACE 2
	return unused;
}

int main(void)
{
	pthread_t in, out;

	pthread_create(&in, NULL, reader, NULL);
	pthread_create(&out, NULL, writer, NULL);
	stopping = 1; // RACE 1 missed
	pthread_join(in, NULL);
	pthread_join(out, NULL);
	return 0;
}
