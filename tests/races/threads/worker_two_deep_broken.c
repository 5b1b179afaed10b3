/* As worker_two_deep.c, but one service is told to count in the other one's counter. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct start {
	void (*run)(int *);
	int *counter;
};

static void *trampoline(void *argument)
{
	struct start s = *(struct start *)argument; // NORACE

	free(argument); // NORACE
	s.run(s.counter);
	return NULL;
}

static pthread_t thread_start(struct start *s)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, trampoline, s))
		abort();
	return thread;
}

static pthread_t service_start(void (*run)(int *), int *counter)
{
	struct start *s = malloc(sizeof *s);

	if (!s)
		abort();
	s->run = run; // NORACE
	s->counter = counter; // NORACE
	return thread_start(s);
}

static void resolve(int *counter)
{
	for (int i = 0; i < 1000; i++)
		++*counter; // RACE 1
}

static void relay(int *counter)
{
	for (int i = 0; i < 1000; i++)
		*counter += 2; // RACE 1
}

static int resolved, relayed;

int main(void)
{
	pthread_t one = service_start(resolve, &resolved);
	pthread_t two = service_start(relay, &resolved);

	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d %d\n", resolved, relayed);
	return 0;
}
