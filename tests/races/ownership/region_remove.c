/* Nodes are unlinked and freed under the bucket's lock; the broken one looks behind the unlock. */
#include <pthread.h>
#include <stdlib.h>
struct node { struct node *next; int key, value; };
static struct node *tab[8];
static pthread_mutex_t lock[8];
static int get(int key)
{
	int value = -1;

	pthread_mutex_lock(&lock[key % 8]);
	struct node *n = tab[key % 8];
	while (n && n->key != key)
		n = n->next;
	if (n)
		value = n->value; // NORACE
	pthread_mutex_unlock(&lock[key % 8]);
	return value;
}
static void put(int key)
{
	struct node *n = malloc(sizeof *n);

	n->key = key;
	n->value = key;
	pthread_mutex_lock(&lock[key % 8]);
	n->next = tab[key % 8];
	tab[key % 8] = n;
	pthread_mutex_unlock(&lock[key % 8]);
}
static void drop(int key)
{
	struct node *n;

	pthread_mutex_lock(&lock[key % 8]);
	n = tab[key % 8];
	if (n) {
		tab[key % 8] = n->next;
		free(n); // NORACE reported: that a node is below one element of the table at a time, under the lock of the same number, is not known
	}
	pthread_mutex_unlock(&lock[key % 8]);
}
static void *worker(void *a)
{
	for (int k = 0; k < 100; k++) {
		put(k);
		get(k * 3);
		drop(k);
	}
	return a;
}
int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 8; i++)
		pthread_mutex_init(&lock[i], NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
