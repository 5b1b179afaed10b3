/* Two or three semaphores hand one token round: whoever has waited for one of them is alone. */
#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;
static int ball;

static sem_t full, empty;
static int slot;

static sem_t first, second, third;
static int baton;

static void *server(void *argument)
{
	for (int i = 0; i < 10; i++) {
		sem_wait(&ping);
		ball++; // NORACE
		sem_post(&pong);
	}
	return argument;
}

static void *receiver(void *argument)
{
	for (int i = 0; i < 10; i++) {
		sem_wait(&pong);
		if (i % 2)
			ball++; // NORACE
		else
			ball += 2; // NORACE
		sem_post(&ping);
	}
	return argument;
}

static void *producer(void *argument)
{
	for (int i = 0; i < 10; i++) {
		sem_wait(&empty);
		slot = i; // NORACE
		sem_post(&full);
	}
	return argument;
}

static int take(void)
{
	int got;

	sem_wait(&full);
	got = slot; // NORACE
	sem_post(&empty);
	return got;
}

static void *consumer(void *argument)
{
	int sum = 0;

	for (int i = 0; i < 10; i++)
		sum += take();
	return sum ? argument : 0;
}

static void *runner1(void *argument)
{
	sem_wait(&first);
	baton = 1; // NORACE
	sem_post(&second);
	return argument;
}

static void *runner2(void *argument)
{
	sem_wait(&second);
	baton++; // NORACE
	sem_post(&third);
	return argument;
}

static void *runner3(void *argument)
{
	sem_wait(&third);
	baton++; // NORACE
	sem_post(&first);
	return argument;
}

int main(void)
{
	void *(*const all[])(void *) = { server, receiver, producer, consumer, runner1, runner2, runner3 };
	pthread_t t[7];

	sem_init(&ping, 0, 1);
	sem_init(&pong, 0, 0);
	sem_init(&full, 0, 0);
	sem_init(&empty, 0, 1);
	sem_init(&first, 0, 1);
	sem_init(&second, 0, 0);
	sem_init(&third, 0, 0);
	for (int i = 0; i < 7; i++)
		pthread_create(&t[i], 0, all[i], 0);
	for (int i = 0; i < 7; i++)
		pthread_join(t[i], 0);
	return 0;
}
