/* As recursion_reentrant.c, but the caller counts after its own unlock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock;
static int nodes, commits;

static void visit(int depth)
{
	pthread_mutex_lock(&lock);
	nodes++; // NORACE
	if (depth)
		visit(depth - 1);
	pthread_mutex_unlock(&lock);
}

static void commit(void)
{
	pthread_mutex_lock(&lock);
	visit(3);
	pthread_mutex_unlock(&lock);
	commits++; // RACE 1
}

static void *worker(void *argument)
{
	for (int i = 0; i < 500; i++)
		commit();
	return argument;
}

int main(void)
{
	pthread_mutexattr_t kind;
	pthread_t one, two;

	pthread_mutexattr_init(&kind);
	pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&lock, &kind);
	pthread_mutexattr_destroy(&kind);
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d %d\n", nodes, commits);
	return 0;
}
