/* call_once makes the configuration; its pointer is only read afterwards. */
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

struct config {
	int level;
};

static once_flag made = ONCE_FLAG_INIT;
static struct config *config;

static void make_config(void)
{
	struct config *c = malloc(sizeof *c);

	if (!c)
		abort();
	c->level = 3; // NORACE
	config = c; // NORACE
}

static int level(void)
{
	call_once(&made, make_config);
	return config->level; // NORACE
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
