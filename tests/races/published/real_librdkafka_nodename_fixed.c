/* librdkafka, issue 2294, fixed as there: the name is copied under the lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct broker {
	pthread_mutex_t lock;
	pthread_t thread;
	char nodename[64];
	size_t host_length;
};

static void *broker_connect(void *argument)
{
	struct broker *rkb = argument;
	char host[64];

	pthread_mutex_lock(&rkb->lock);
	memcpy(host, rkb->nodename, sizeof(host));
	pthread_mutex_unlock(&rkb->lock);
	rkb->host_length = strcspn(host, ":");
	return NULL;
}

struct broker *broker_new(const char *name)
{
	struct broker *rkb = calloc(1, sizeof(*rkb));

	pthread_mutex_init(&rkb->lock, NULL);
	snprintf(rkb->nodename, sizeof(rkb->nodename), "%s", name);
	if (pthread_create(&rkb->thread, NULL, broker_connect, rkb) != 0) {
		free(rkb);
		return NULL;
	}
	return rkb;
}

void broker_set_nodename(struct broker *rkb, const char *name)
{
	pthread_mutex_lock(&rkb->lock);
	strncpy(rkb->nodename, name, sizeof(rkb->nodename) - 1);
	pthread_mutex_unlock(&rkb->lock);
}
