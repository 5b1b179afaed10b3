/* A request is sent to a worker with the lock of the connection held; the worker takes that lock before it answers. No main. */
#include <pthread.h>
#include <semaphore.h>

struct link {
	pthread_mutex_t lock;
	sem_t asked, answered;
	int question, answer;
};

static struct link conn = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void *answerer(void *arg)
{
	for (;;) {
		sem_wait(&conn.asked);
		pthread_mutex_lock(&conn.lock); // WAIT-HOLDING 1
		conn.answer = conn.question + 1;
		pthread_mutex_unlock(&conn.lock);
		sem_post(&conn.answered);
	}
	return arg;
}

int link_open(void)
{
	pthread_t t;

	sem_init(&conn.asked, 0, 0);
	sem_init(&conn.answered, 0, 0);
	return pthread_create(&t, NULL, answerer, NULL);
}

int link_ask(int question)
{
	int answer;

	pthread_mutex_lock(&conn.lock);
	conn.question = question;
	sem_post(&conn.asked);
	sem_wait(&conn.answered); // WAIT-HOLDING 1
	answer = conn.answer;
	pthread_mutex_unlock(&conn.lock);
	return answer;
}
