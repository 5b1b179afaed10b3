/* A node is embedded in an object; the object is found from it, under the lock of the bucket. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
struct link { struct link *next; };
struct object { int state; struct link link; };
static struct { pthread_mutex_t lock; struct link head; } bucket[8];
static void each(int i)
{
	pthread_mutex_lock(&bucket[i].lock);
	for (struct link *l = bucket[i].head.next; l; l = l->next) {
		struct object *o = (struct object *)((char *)l - offsetof(struct object, link));

		o->state++; // NORACE reported: that a node is below one element of the table at a time, under the lock of the same number, is not known
	}
	pthread_mutex_unlock(&bucket[i].lock);
}
static void *worker(void *a)
{
	for (int k = 0; k < 100; k++)
		each(rand() % 8);
	return a;
}
int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 8; i++)
		pthread_mutex_init(&bucket[i].lock, NULL);
	for (int k = 0; k < 32; k++) {
		struct object *o = calloc(1, sizeof *o);

		o->link.next = bucket[k % 8].head.next;
		bucket[k % 8].head.next = &o->link;
	}
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
