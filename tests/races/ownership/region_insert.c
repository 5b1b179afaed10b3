/* Threads insert into the chains and count in them, under the lock of the bucket. */
#include <pthread.h>
#include <stdlib.h>
struct node { struct node *next; int key, uses; };
static struct bucket { pthread_mutex_t lock; struct node *head; } tab[8];
static struct node *find(struct bucket *b, int key)
{
	struct node *n;

	for (n = b->head; n && n->key != key; n = n->next)
		;
	return n;
}
static void add(int key)
{
	struct bucket *b = &tab[key % 8];
	struct node *n = malloc(sizeof *n);

	n->key = key;
	n->uses = 0;
	pthread_mutex_lock(&b->lock);
	n->next = b->head; // NORACE
	b->head = n;
	pthread_mutex_unlock(&b->lock);
}
static void use(int key)
{
	struct bucket *b = &tab[key % 8];
	struct node *n;

	pthread_mutex_lock(&b->lock);
	n = find(b, key);
	if (n)
		n->uses++; // NORACE reported: that a node is below one element of the table at a time, under the lock of the same number, is not known
	pthread_mutex_unlock(&b->lock);
}
static void *worker(void *a)
{
	for (int k = 0; k < 100; k++) {
		add(k);
		use(k);
	}
	return a;
}
int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 8; i++)
		pthread_mutex_init(&tab[i].lock, NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
