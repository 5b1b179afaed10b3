/* As sem_signal.c, but the post comes before the last write. */
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

	sem_post(&r->answered);
	r->answer = r->question * 2; // RACE 1
	return NULL;
}

int main(void)
{
	struct request request = { .question = 21 };
	pthread_t thread;

	sem_init(&request.answered, 0, 0);
	pthread_create(&thread, NULL, server, &request);
	sem_wait(&request.answered);
	printf("%d\n", request.answer); // RACE 1
	pthread_join(thread, NULL);
	return 0;
}
