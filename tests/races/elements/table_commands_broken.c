/* As table_commands.c, but a command that is marked as fast is called without the lock, and reads what others write. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int keys, flushes;

static void command_set(void)
{
	keys++; // RACE 1
}

static void command_flush(void)
{
	keys = 0; // RACE 1
	flushes++; // NORACE
}

static void command_size(void)
{
	if (keys < 0) // RACE 1
		puts("negative");
}

static const struct command {
	const char *name;
	void (*run)(void);
	int fast;
} commands[] = {
	{ "set", command_set, 0 },
	{ "flush", command_flush, 0 },
	{ "size", command_size, 1 },
};

static void dispatch(const char *name)
{
	for (const struct command *c = commands; c < commands + 3; c++) {
		if (strcmp(c->name, name))
			continue;
		if (c->fast) {
			c->run();
			return;
		}
		pthread_mutex_lock(&lock);
		c->run();
		pthread_mutex_unlock(&lock);
	}
}

static void *client(void *argument)
{
	for (int i = 0; i < 300; i++) {
		dispatch("set");
		dispatch("size");
		if (i % 50 == 0)
			dispatch("flush");
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, client, NULL);
	pthread_create(&two, NULL, client, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d %d\n", keys, flushes);
	return 0;
}
