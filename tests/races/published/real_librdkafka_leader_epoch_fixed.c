/* librdkafka, issue 5262, fixed as in pull request 5266: both members are read under the partition's lock. */
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
		request += t->fetch_offset;
		request += t->leader_epoch;
		pthread_mutex_unlock(&t->lock);
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
		t->leader_epoch = epoch;
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
