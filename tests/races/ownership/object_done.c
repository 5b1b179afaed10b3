// Who asks waits for the answer, and then ends lock, condition and semaphore: the one who answers is past them, or only on its way out
// of a release, which may be. The thread is never joined.
#include <pthread.h>
#include <semaphore.h>

struct question {
	pthread_mutex_t lock;
	pthread_cond_t answered;
	int answer;
};

static struct question q;
static sem_t posted;

static void *answer(void *arg)
{
	pthread_mutex_lock(&q.lock); // NORACE
	q.answer = 42;
	pthread_cond_signal(&q.answered); // NORACE
	pthread_mutex_unlock(&q.lock); // NORACE
	return arg;
}

static void *post(void *arg)
{
	sem_post(&posted); // NORACE
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_mutex_init(&q.lock, NULL); // NORACE
	pthread_cond_init(&q.answered, NULL); // NORACE
	sem_init(&posted, 0, 0); // NORACE
	pthread_create(&t, NULL, answer, NULL);
	pthread_detach(t);
	pthread_create(&t, NULL, post, NULL);
	pthread_detach(t);
	pthread_mutex_lock(&q.lock);
	while (!q.answer)
		pthread_cond_wait(&q.answered, &q.lock);
	pthread_mutex_unlock(&q.lock);
	pthread_cond_destroy(&q.answered); // NORACE
	pthread_mutex_destroy(&q.lock); // NORACE
	sem_wait(&posted);
	sem_destroy(&posted); // NORACE
	return 0;
}
