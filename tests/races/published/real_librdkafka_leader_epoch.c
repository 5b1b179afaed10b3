/* librdkafka, issue 5262: a broker's thread puts the leader epoch of each of its partitions into the request that it builds, without the partition's
 * lock, under which another thread brings it up to date. */
#include <pthread.h>
#include <stdlib.h>

struct toppar {
	struct toppar *next;
	pthread_mutex_t lock;
	int leader_epoch;
	long fetch_offset;
};

struct broker {
	pthread_t thread;
	_Atomic int terminate;
	struct toppar *active; /* made before the thread, not changed any more */
	long sent;
};

static long fetch_toppars(struct broker *rkb)
{
	long request = 0;

	for (struct toppar *t = rkb->active; t; t = t->next) {
		pthread_mutex_lock(&t->lock);
		request += t->fetch_offset; // NORACE
		pthread_mutex_unlock(&t->lock);
		request += t->leader_epoch; // RACE 1
	}
	return request;
}

static void *broker_main(void *argument)
{
	struct broker *rkb = argument;

	while (!rkb->terminate)
		rkb->sent += fetch_toppars(rkb);
	return NULL;
}

struct broker *broker_new(int partitions)
{
	struct broker *rkb = calloc(1, sizeof(*rkb));

	for (int i = 0; i < partitions; i++) {
		struct toppar *t = calloc(1, sizeof(*t));

		pthread_mutex_init(&t->lock, NULL);
		t->next = rkb->active;
		rkb->active = t;
	}
	pthread_create(&rkb->thread, NULL, broker_main, rkb);
	return rkb;
}

void metadata_update(struct broker *rkb, int epoch)
{
	for (struct toppar *t = rkb->active; t; t = t->next) {
		pthread_mutex_lock(&t->lock);
		t->leader_epoch = epoch; // RACE 1
		t->fetch_offset++;
		pthread_mutex_unlock(&t->lock);
	}
}

void broker_destroy(struct broker *rkb)
{
	rkb->terminate = 1;
	pthread_join(rkb->thread, NULL);
	while (rkb->active) {
		struct toppar *t = rkb->active;

		rkb->active = t->next;
		pthread_mutex_destroy(&t->lock);
		free(t); // NORACE reported: what a list leads to has no name that says from which object
	}
	free(rkb);
}
