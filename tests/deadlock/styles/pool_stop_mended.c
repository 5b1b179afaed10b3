/* As pool_stop.c, with the lock held while the flag is set. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
	void (*run)(void *);
	void *arg;
};

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t more;
	struct job *first;
	_Atomic int stop;
	pthread_t thread[2];
};

static struct job *take(struct pool *p)
{
	struct job *j = NULL;

	pthread_mutex_lock(&p->lock);
	while (!p->stop)
		pthread_cond_wait(&p->more, &p->lock);
	j = p->first;
	if (j)
		p->first = j->next;
	pthread_mutex_unlock(&p->lock);
	return j;
}

static void *worker(void *arg)
{
	struct pool *p = arg;
	struct job *j = take(p);

	if (j)
		j->run(j->arg);
	return NULL;
}

static void nothing(void *arg)
{
	(void)arg;
}

static void finish(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	p->stop = 1;
	pthread_cond_broadcast(&p->more);
	pthread_mutex_unlock(&p->lock);
	for (int i = 0; i < 2; i++)
		pthread_join(p->thread[i], NULL);
}

int main(void)
{
	struct pool *p = calloc(1, sizeof *p);
	static struct job only = { NULL, nothing, NULL };

	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->more, NULL);
	p->first = &only;
	for (int i = 0; i < 2; i++)
		pthread_create(&p->thread[i], NULL, worker, p);
	finish(p);
	free(p);
	return 0;
}
