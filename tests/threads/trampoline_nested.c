/* One start routine for all threads, which is handed the function to run; one of these functions starts the others in the same way. What
 * is run tells the threads apart, so that the first one is not its own child. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs, written;

static void *trampoline(void *argument)
{
	snag_calls((void (*)(void))argument); // ANSWER: primary reader writer
	((void (*)(void))argument)();
	return NULL;
}

static pthread_t thread_start(void (*run)(void))
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, trampoline, (void *)run) != 0)
		abort();
	return thread;
}

static void reader(void)
{
	pthread_mutex_lock(&lock);
	jobs++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void writer(void)
{
	written++; // NORACE
}

static void primary(void)
{
	pthread_t in, out;

	jobs = written = 0; // NORACE
	in = thread_start(reader);
	out = thread_start(writer);
	pthread_join(in, NULL);
	pthread_join(out, NULL);
	printf("%d %d\n", jobs, written); // NORACE
}

int main(void)
{
	for (int i = 0; i < 3; i++) {
		pthread_t all = thread_start(primary);
		pthread_join(all, NULL);
	}
	snag_parallel(primary, primary); // ANSWER: no
	snag_parallel(writer, writer); // ANSWER: no
	snag_parallel(reader, writer); // ANSWER: yes
	snag_parallel(primary, writer); // ANSWER: yes
	return 0;
}
