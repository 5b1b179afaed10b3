/* A record is returned with its lock held; the caller gives it back. */
#include <pthread.h>
#include <stdlib.h>
struct node { pthread_rwlock_t rw; int key; };
static struct node *tab[8];
struct node *find(int key)
{
	struct node *n = tab[key & 7];
	if (!n)
		return NULL;
	pthread_rwlock_rdlock(&n->rw);
	if (n->key == key)
		return n;                   // NOLOCK-LEAK
	pthread_rwlock_unlock(&n->rw);
	return NULL;
}
int has(int key) { struct node *n = find(key); if (!n) return 0; pthread_rwlock_unlock(&n->rw); return 1; }
int main(void) { tab[3] = calloc(1, sizeof *tab[3]); return has(3); }
