/* A semaphore that starts at zero hands a result over: written before the post, read after the wait. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

struct request {
	sem_t answered;
	int question, answer;
};

static void *server(void *argument)
{
	struct request *r = argument;

	r->answer = r->question * 2; // NORACE
	sem_post(&r->answered);
	return NULL;
}

int main(void)
{
	struct request request = { .question = 21 };
	pthread_t thread;

	sem_init(&request.answered, 0, 0);
	pthread_create(&thread, NULL, server, &request);
	sem_wait(&request.answered);
	printf("%d\n", request.answer); // NORACE
	pthread_join(thread, NULL);
	return 0;
}
