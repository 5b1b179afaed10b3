/* Each thread gets a request of its own on the heap, and frees it: but main reads it once more after it has handed it over. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct request {
	int id;
	char verb[8];
};

static void *handle(void *argument)
{
	struct request *r = argument;

	printf("%d %s\n", r->id, r->verb); // NORACE
	free(r); // RACE 1
	return NULL;
}

static struct request *make_request(int id)
{
	struct request *r = malloc(sizeof *r);

	if (r)
		*r = (struct request){ id, "GET" }; // NORACE
	return r;
}

int main(void)
{
	pthread_t threads[3];
	int ids = 0;

	for (int i = 0; i < 3; i++) {
		struct request *r = make_request(i);

		if (!r)
			return 1;
		pthread_create(&threads[i], NULL, handle, r);
		ids += r->id; // RACE 1
	}
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%d\n", ids);
	return 0;
}
