/* Nodes of buckets are under the bucket's lock; one is reached through a global, too. */
#include <pthread.h>
#include <stdlib.h>
struct node { struct node *next; int uses; };
static struct bucket { pthread_mutex_t lock; struct node *head; } tab[8];
static struct node *last;
static void add(int i)
{
	struct node *n = calloc(1, sizeof *n);

	pthread_mutex_lock(&tab[i].lock);
	n->next = tab[i].head;
	tab[i].head = n;
	pthread_mutex_unlock(&tab[i].lock);
	__atomic_store_n(&last, n, __ATOMIC_RELEASE);
}
static void use(int i)
{
	pthread_mutex_lock(&tab[i].lock);
	for (struct node *n = tab[i].head; n; n = n->next)
		n->uses++; // RACE 1
	pthread_mutex_unlock(&tab[i].lock);
}
static void *worker(void *a)
{
	for (int k = 0; k < 100; k++) {
		add(k % 8);
		use(k * 3 % 8);
		struct node *l = __atomic_load_n(&last, __ATOMIC_ACQUIRE);
		if (l)
			l->uses = 0; // RACE 1
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
