/* Who ends the others waits for them before it tells them to end. */
#include <pthread.h>

struct loop {
	pthread_mutex_t m;
	pthread_cond_t c;
	int quit;
	pthread_t thread;
};

static struct loop loop[2];

static void *run(void *arg)
{
	struct loop *l = arg;

	pthread_mutex_lock(&l->m);
	while (!l->quit)
		pthread_cond_wait(&l->c, &l->m); // DEADLOCK 1
	pthread_mutex_unlock(&l->m);
	return NULL;
}

static void quit(struct loop *l)
{
	pthread_mutex_lock(&l->m);
	l->quit = 1;
	pthread_cond_signal(&l->c);
	pthread_mutex_unlock(&l->m);
}

int main(void)
{
	pthread_mutex_init(&loop[0].m, NULL);
	pthread_cond_init(&loop[0].c, NULL);
	pthread_create(&loop[0].thread, NULL, run, &loop[0]);
	pthread_join(loop[0].thread, NULL); // DEADLOCK 1
	quit(&loop[0]);
	return 0;
}
