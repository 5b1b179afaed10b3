/* tab[i] points to a record of its own, which belongs to lock[i]. */
#include <pthread.h>
#include <stdlib.h>
struct account { long balance; int moves; };
static struct account *tab[4];
static pthread_mutex_t lock[4];
static void *worker(void *a)
{
	for (int k = 0; k < 100; k++) {
		int i = rand() % 4;

		pthread_mutex_lock(&lock[i]);
		tab[i]->balance += k; // NORACE
		pthread_mutex_unlock(&lock[i]);
	}
	return a;
}
int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 4; i++) {
		pthread_mutex_init(&lock[i], NULL);
		tab[i] = calloc(1, sizeof *tab[i]);
	}
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
