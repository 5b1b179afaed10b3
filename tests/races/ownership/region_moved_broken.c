/* A node goes from one bucket to another, with both locks held, or with one. */
#include <pthread.h>
#include <stdlib.h>
struct node { struct node *next; int uses; };
static struct bucket { pthread_mutex_t lock; struct node *head; } tab[8];
static void move(int from, int to)
{
	struct bucket *f = &tab[from], *g = &tab[to];
	struct node *n;

	if (from >= to)
		return;
	pthread_mutex_lock(&f->lock);
	n = f->head;
	if (n) {
		f->head = n->next;
		n->next = g->head; // RACE 1
		g->head = n; // RACE 1
	}
	pthread_mutex_unlock(&f->lock);
}
static void use(int i)
{
	struct bucket *b = &tab[i];

	pthread_mutex_lock(&b->lock);
	for (struct node *n = b->head; n; n = n->next) // RACE 1
		n->uses++; // RACE 3: a node that is stored by two at a time may be in both lists
	pthread_mutex_unlock(&b->lock);
}
static void *worker(void *a)
{
	for (int k = 0; k < 100; k++) {
		move(rand() % 8, rand() % 8);
		use(rand() % 8);
	}
	return a;
}
int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 8; i++) {
		pthread_mutex_init(&tab[i].lock, NULL);
		tab[i].head = calloc(1, sizeof *tab[i].head);
	}
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
