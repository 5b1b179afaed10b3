/* A table in a record behind a pointer: heads, locks, and the nodes' own data. */
#include <pthread.h>
#include <stdlib.h>
struct entry { struct entry *next; char *text; int hits; };
struct table { pthread_mutex_t *lock; struct entry **head; unsigned size; };
static struct entry *lookup(struct table *t, unsigned h)
{
	for (struct entry *e = t->head[h]; e; e = e->next)
		if (e->text[0] == 'x')
			return e;
	return NULL;
}
static void hit(struct table *t, unsigned key)
{
	unsigned h = key % t->size;
	struct entry *e;

	pthread_mutex_lock(&t->lock[h]);
	e = lookup(t, h);
	if (e) {
		e->hits++; // NORACE reported: that a node is below one element of the table at a time, under the lock of the same number, is not known
		e->text[1]++; // NORACE reported: that a node is below one element of the table at a time, under the lock of the same number, is not known
	}
	pthread_mutex_unlock(&t->lock[h]);
}
static void add(struct table *t, unsigned h)
{
	struct entry *e = calloc(1, sizeof *e);

	e->text = calloc(1, 8);
	e->text[0] = 'x';
	e->next = t->head[h];
	t->head[h] = e;
}
static void *worker(void *a)
{
	for (int k = 0; k < 100; k++)
		hit(a, rand());
	return NULL;
}
int main(void)
{
	static struct table table;
	pthread_t t[2];

	table.size = 8;
	table.lock = calloc(8, sizeof *table.lock);
	table.head = calloc(8, sizeof *table.head);
	for (int i = 0; i < 8; i++) {
		pthread_mutex_init(&table.lock[i], NULL);
		add(&table, i);
	}
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, &table);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
