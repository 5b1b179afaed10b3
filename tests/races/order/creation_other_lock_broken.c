/* A lock in each of two records: the child lives inside a section of one, the other thread takes that of the other record. */
#include <pthread.h>
#include <stdlib.h>
struct shop {
	pthread_mutex_t lock;
};
static int data;

static void *child(void *a)
{
	data++; // RACE 1
	return a;
}

static void *other(void *a)
{
	struct shop *s = a;

	pthread_mutex_lock(&s->lock);
	data--; // RACE 1
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

int main(void)
{
	struct shop *shop[2];
	pthread_t c, o;

	for (int i = 0; i < 2; i++) {
		shop[i] = malloc(sizeof *shop[i]);
		pthread_mutex_init(&shop[i]->lock, NULL);
	}
	pthread_create(&o, NULL, other, shop[0]);
	pthread_mutex_lock(&shop[1]->lock);
	pthread_create(&c, NULL, child, NULL);
	pthread_join(c, NULL);
	pthread_mutex_unlock(&shop[1]->lock);
	pthread_join(o, NULL);
	return 0;
}
