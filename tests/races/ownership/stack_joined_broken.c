/* As stack_joined.c, but the caller sets the limit while the child is already counting up to it. */
#include <pthread.h>
#include <stdio.h>

struct search {
	int limit, found;
};

static void *search_main(void *argument)
{
	struct search *s = argument;

	for (int i = 2; i < s->limit; i++) // RACE 1
		s->found += i % 7 == 0; // NORACE
	return NULL;
}

static int search(int limit)
{
	struct search s = { 50, 0 };
	pthread_t thread;

	pthread_create(&thread, NULL, search_main, &s);
	s.limit = limit; // RACE 1
	pthread_join(thread, NULL);
	return s.found; // NORACE
}

int main(void)
{
	int found = 0;

	for (int i = 0; i < 5; i++)
		found += search(1000);
	printf("%d\n", found);
	return 0;
}
