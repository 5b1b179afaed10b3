/* As semaphore_token.c, but there is a second token: a number too high, one posted twice, one posted without a wait, one that is not
 * waited for. */
#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;
static int ball;

static sem_t full, empty;
static int slot;

static sem_t first, second;
static int baton;

static sem_t here, there;
static int guest;

static void *server(void *argument)
{
	for (int i = 0; i < 10; i++) {
		sem_wait(&ping);
		ball++; // RACE 1
		sem_post(&pong);
	}
	return argument;
}

static void *receiver(void *argument)
{
	for (int i = 0; i < 10; i++) {
		sem_wait(&pong);
		ball++; // RACE 1
		sem_post(&ping);
	}
	return argument;
}

static void *producer(void *argument)
{
	for (int i = 0; i < 10; i++) {
		sem_wait(&empty);
		slot = i; // RACE 2
		sem_post(&full);
	}
	return argument;
}

static void *consumer(void *argument)
{
	int sum = 0;

	for (int i = 0; i < 10; i++) {
		sem_wait(&full);
		sum += slot; // RACE 2
		sem_post(&empty);
		if (i == 3)
			sem_post(&empty);
	}
	return sum ? argument : 0;
}

static void *runner1(void *argument)
{
	sem_wait(&first);
	baton++; // RACE 3
	sem_post(&second);
	return argument;
}

static void *runner2(void *argument)
{
	sem_wait(&second);
	baton++; // RACE 3
	sem_post(&first);
	return argument;
}

static void *in(void *argument)
{
	sem_wait(&here);
	guest++; // RACE 4
	sem_post(&there);
	return argument;
}

static void *out(void *argument)
{
	while (sem_trywait(&there) && guest < 3) // RACE 4
		;
	guest--; // RACE 4
	sem_post(&here);
	return argument;
}

int main(void)
{
	void *(*const all[])(void *) = { server, receiver, producer, consumer, runner1, runner2, in, out };
	pthread_t t[8];

	sem_init(&ping, 0, 1);
	sem_init(&pong, 0, 1);
	sem_init(&full, 0, 0);
	sem_init(&empty, 0, 1);
	sem_init(&first, 0, 1);
	sem_init(&second, 0, 0);
	sem_init(&here, 0, 1);
	sem_init(&there, 0, 0);
	for (int i = 0; i < 8; i++)
		pthread_create(&t[i], 0, all[i], 0);
	sem_post(&second);
	for (int i = 0; i < 8; i++)
		pthread_join(t[i], 0);
	return 0;
}
