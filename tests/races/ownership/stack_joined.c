/* A struct on the stack of the caller is worked on by a child thread, and looked at again when the child was joined. */
#include <pthread.h>
#include <stdio.h>

struct search {
	int limit, found;
};

static void *search_main(void *argument)
{
	struct search *s = argument;

	for (int i = 2; i < s->limit; i++) // NORACE
		s->found += i % 7 == 0; // NORACE
	return NULL;
}

static int search(int limit)
{
	struct search s = { 50, 0 };
	pthread_t thread;

	s.limit = limit; // NORACE
	pthread_create(&thread, NULL, search_main, &s);
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
