/* One array of handles for threads of several kinds, started in one loop by two calls, of which each round makes one; at the
 * even and at the odd places of pairs; and one at a fixed place in front of those that a loop starts. All are joined by one
 * loop each. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

#define THREADS 4

struct link {
	pthread_t in, out;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void count(int n)
{
	pthread_mutex_lock(&lock);
	total += n;
	pthread_mutex_unlock(&lock);
}

static void *reader(void *argument)
{
	count(1);
	return argument;
}

static void *writer(void *argument)
{
	count(2);
	return argument;
}

static void *receiver(void *argument)
{
	count(3);
	return argument;
}

static void *sender(void *argument)
{
	count(4);
	return argument;
}

static void *leader(void *argument)
{
	count(5);
	return argument;
}

static void *follower(void *argument)
{
	count(6);
	return argument;
}

static void behind_readers(void)
{
	puts("files");
}

static void behind_links(void)
{
	puts("links");
}

static void behind_team(void)
{
	puts("team");
}

static void files(void)
{
	pthread_t thread[THREADS];

	for (int i = 0; i < THREADS; i++)
		if (i % 2)
			pthread_create(&thread[i], NULL, reader, NULL);
		else
			pthread_create(&thread[i], NULL, writer, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	behind_readers();
}

static void links(void)
{
	struct link link[THREADS];

	for (int i = 0; i < THREADS; i++) {
		pthread_create(&link[i].in, NULL, receiver, NULL);
		pthread_create(&link[i].out, NULL, sender, NULL);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(link[i].in, NULL);
		pthread_join(link[i].out, NULL);
	}
	behind_links();
}

static void team(void)
{
	pthread_t thread[THREADS];

	pthread_create(&thread[0], NULL, leader, NULL);
	for (int i = 1; i < THREADS; i++)
		pthread_create(&thread[i], NULL, follower, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	behind_team();
}

int main(void)
{
	files();
	links();
	team();
	snag_parallel(behind_readers, reader); // ANSWER: no: joined
	snag_parallel(behind_readers, writer); // ANSWER: no: joined
	snag_parallel(reader, writer); // ANSWER: yes
	snag_parallel(behind_links, receiver); // ANSWER: no: joined
	snag_parallel(behind_links, sender); // ANSWER: no: joined
	snag_parallel(behind_team, leader); // ANSWER: no: joined
	snag_parallel(behind_team, follower); // ANSWER: no: joined
	snag_parallel(leader, sender); // ANSWER: no: joined
	return 0;
}
