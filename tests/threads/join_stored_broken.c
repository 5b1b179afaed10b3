/* As join_stored.c, but copying starts a second writer, whose handle takes the place of the first one's; and the last of the helpers is not waited for. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

static pthread_t reader_thread, writer_thread, *worker_thread;
static unsigned nworkers = 3;
static int blocks, in_use, written, total;

static void *thread_entry(void *entry)
{
	((void (*)(void))entry)();
	return NULL;
}

static pthread_t start(void (*entry)(void))
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, thread_entry, (void *)entry))
		abort();
	return thread;
}

static void reader(void)
{
	in_use = blocks;
}

static void writer(void)
{
	written++; // RACE 2
}

static void worker(void)
{
	total += 0; // RACE 1
}

static void start_io(void)
{
	writer_thread = start(writer);
	reader_thread = start(reader);
}

static void stop_io(void)
{
	pthread_join(reader_thread, NULL);
	pthread_join(writer_thread, NULL);
}

static void prepare(void)
{
	blocks = 2; // NORACE
	written = 0; // RACE 2
}

static void finish(void)
{
	printf("%d %d %d\n", in_use, written, total); // RACE 1; RACE 2
}

static void primary(void)
{
	prepare();
	start_io();
	for (unsigned i = 1; i < nworkers; i++)
		worker_thread[i] = start(worker);
	worker();
	for (unsigned i = 1; i + 1 < nworkers; i++)
		pthread_join(worker_thread[i], NULL);
	stop_io();
	finish();
}

static void copy(void)
{
	prepare();
	start_io();
	writer_thread = start(writer);
	stop_io();
	finish();
}

static void schedule(void)
{
	worker_thread = malloc(nworkers * sizeof *worker_thread);
	worker_thread[0] = start(primary); // NORACE
	pthread_join(worker_thread[0], NULL);
	free(worker_thread);
}

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < argc + 1; i++) {
		if (i % 2)
			copy();
		else
			schedule();
	}
	snag_parallel(prepare, reader); // ANSWER: no
	snag_parallel(prepare, writer); // ANSWER: yes
	snag_parallel(prepare, worker); // ANSWER: yes
	snag_parallel(finish, reader); // ANSWER: no: joined
	snag_parallel(finish, writer); // ANSWER: yes
	snag_parallel(finish, worker); // ANSWER: yes
	snag_parallel(reader, writer); // ANSWER: yes
	snag_parallel(reader, reader); // ANSWER: no
	snag_parallel(worker, worker); // ANSWER: yes
	snag_parallel(primary, primary); // ANSWER: no
	return 0;
}
