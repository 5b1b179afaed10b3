/* As join_array_mixed.c, but handles get lost: each round starts two threads and keeps the handle of the second one; a loop
 * fills the array again; the followers begin at the place of the leader. All loops of joins wait for what is in the array. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

#define THREADS 4

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

	for (int i = 0; i < THREADS; i++) {
		pthread_create(&thread[i], NULL, reader, NULL);
		pthread_create(&thread[i], NULL, writer, NULL);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	behind_readers();
}

static void links(void)
{
	pthread_t thread[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, receiver, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, sender, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	behind_links();
}

static void team(void)
{
	pthread_t thread[THREADS];

	pthread_create(&thread[0], NULL, leader, NULL);
	for (int i = 0; i < THREADS; i++)
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
	snag_parallel(behind_readers, reader); // ANSWER: yes
	snag_parallel(behind_readers, writer); // ANSWER: no: joined
	snag_parallel(reader, writer); // ANSWER: yes
	snag_parallel(behind_links, receiver); // ANSWER: yes
	snag_parallel(behind_links, sender); // ANSWER: no: joined
	snag_parallel(behind_team, leader); // ANSWER: yes
	snag_parallel(behind_team, follower); // ANSWER: no: joined
	snag_parallel(leader, sender); // ANSWER: no: joined
	snag_parallel(leader, receiver); // ANSWER: yes
	pthread_exit(NULL);
}
