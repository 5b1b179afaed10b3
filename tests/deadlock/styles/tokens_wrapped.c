/* Tokens behind two small functions: a stage takes one of each kind, and the other stage hands the second kind out only when it has
 * got the first one back. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct gate {
	sem_t sem;
};

static struct gate *to_left, *to_right;

static struct gate *gate_new(void)
{
	struct gate *g = malloc(sizeof *g);

	sem_init(&g->sem, 0, 0);
	return g;
}

static void gate_wait(struct gate *g)
{
	while (sem_wait(&g->sem) != 0)
		;
}

static void gate_open(struct gate *g)
{
	sem_post(&g->sem);
}

static void *left(void *arg)
{
	sem_wait(&to_left->sem); // DEADLOCK 1
	gate_open(to_right);
	return arg;
}

static void *right(void *arg)
{
	sem_wait(&to_right->sem); // DEADLOCK 1
	gate_open(to_left);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	to_left = gate_new();
	to_right = gate_new();
	pthread_create(&t1, NULL, left, NULL);
	pthread_create(&t2, NULL, right, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	gate_wait(to_left);
	return 0;
}
