/* As region_heads.c, but the chain is not the one whose lock is taken: a node is touched under the locks of all keys that are not
 * below its own. */
#include <pthread.h>
#include <stdlib.h>
struct node { struct node *next; int key, uses; };
static struct node *tab[16];
static pthread_mutex_t lock[16];
static void touch(int key)
{
	int i = key & 15;
	int j = (key >> 1) & 15;

	pthread_mutex_lock(&lock[j]);
	for (struct node *n = tab[i]; n; n = n->next)
		if (n->key <= key)
			n->uses++; // RACE 1
	pthread_mutex_unlock(&lock[j]);
}
static void *worker(void *a)
{
	for (int k = 0; k < 100; k++)
		touch(k);
	return a;
}
int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 16; i++)
		pthread_mutex_init(&lock[i], NULL);
	for (int k = 0; k < 64; k++) {
		struct node *n = calloc(1, sizeof *n);

		n->key = k;
		n->next = tab[k & 15];
		tab[k & 15] = n;
	}
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
