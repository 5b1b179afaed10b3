/* As trampoline_nested.c, but main starts the second round before the first one is over: two of the first threads run at once, and so do
 * the threads that they start. */
#include <pthread.h>
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
	written++; // RACE 1
}

static void primary(void)
{
	pthread_t in, out;

	in = thread_start(reader);
	out = thread_start(writer);
	pthread_join(in, NULL);
	pthread_join(out, NULL);
}

int main(void)
{
	pthread_t all[2];

	for (int i = 0; i < 2; i++)
		all[i] = thread_start(primary);
	for (int i = 0; i < 2; i++)
		pthread_join(all[i], NULL);
	snag_parallel(primary, primary); // ANSWER: yes
	snag_parallel(writer, writer); // ANSWER: yes
	snag_parallel(reader, writer); // ANSWER: yes
	snag_parallel(main, writer); // ANSWER: yes
	return 0;
}
