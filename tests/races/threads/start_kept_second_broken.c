/* Two threads, each with a variable that says whether there is one; each is joined under its own, or under the other's. */
#include <pthread.h>
static int first, second;

static void *one(void *a)
{
	first = 1; // RACE 1
	return a;
}

static void *two(void *a)
{
	second = 1; // RACE 2
	return a;
}

int main(int argc, char **argv)
{
	pthread_t s, t;
	int has_one = 0, has_two = 0;

	(void)argv;
	if (argc > 1)
		has_one = !pthread_create(&s, NULL, one, NULL);
	if (argc > 2)
		has_two = !pthread_create(&t, NULL, two, NULL);
	if (has_two)
		pthread_join(s, NULL);
	if (has_one)
		pthread_join(t, NULL);
	return first + // RACE 1
	       second; // RACE 2
}
