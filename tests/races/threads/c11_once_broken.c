/* As c11_once.c, but it is made by whoever finds it missing. */
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

struct config {
	int level;
};

static struct config *config;

static void make_config(void)
{
	struct config *c = malloc(sizeof *c);

	if (!c)
		abort();
	c->level = 3; // RACE 2
	config = c; // RACE 1
}

static int level(void)
{
	if (!config) // RACE 1
		make_config();
	return config->level; // RACE 1; RACE 2
}

static int user(void *argument)
{
	int sum = 0;

	(void)argument;
	for (int i = 0; i < 1000; i++)
		sum += level();
	return sum;
}

int main(void)
{
	thrd_t one, two;
	int first, second;

	thrd_create(&one, user, NULL);
	thrd_create(&two, user, NULL);
	thrd_join(one, &first);
	thrd_join(two, &second);
	printf("%d %d\n", first, second);
	free(config);
	return 0;
}
