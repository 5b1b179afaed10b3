/* As create_first.c, with several children, a wrapper, and the lock in the record that they get. */
#include <pthread.h>
struct gang { pthread_mutex_t gate; int n, sum; pthread_t t[4]; };
static struct gang gang = { .gate = PTHREAD_MUTEX_INITIALIZER };
static void pass(struct gang *g)
{
	pthread_mutex_lock(&g->gate);
	pthread_mutex_unlock(&g->gate);
}
static void *child(void *a)
{
	struct gang *g = a;

	pass(g);
	return g->n > 2 ? a : NULL; // NORACE
}
static void start(struct gang *g)
{
	pthread_mutex_lock(&g->gate);
	for (int i = 0; i < 4; i++) {
		pthread_create(&g->t[i], NULL, child, g);
		g->n++; // NORACE
	}
	pthread_mutex_unlock(&g->gate);
}
int main(void)
{
	start(&gang);
	for (int i = 0; i < 4; i++)
		pthread_join(gang.t[i], NULL);
	return 0;
}
