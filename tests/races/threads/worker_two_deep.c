/* service_start -> thread_start -> pthread_create, with the real function and its argument in a block that the new thread
 * frees. */
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
		++*counter; // NORACE reported: which counter comes with which function is lost in the trampoline
}

static void relay(int *counter)
{
	for (int i = 0; i < 1000; i++)
		*counter += 2; // NORACE
}

static int resolved, relayed;

int main(void)
{
	pthread_t one = service_start(resolve, &resolved);
	pthread_t two = service_start(relay, &relayed);

	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d %d\n", resolved, relayed);
	return 0;
}
