/* As alias_either.c, but the counters are cleared without their lock. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct counter {
	int seen, done;
};

struct counters {
	pthread_mutex_t lock;
	struct counter class[4];
};

static pthread_mutex_t start_lock = PTHREAD_MUTEX_INITIALIZER;
static struct counters *active;

static void restart(struct counters *given)
{
	struct counters *c;

	if (given) {
		c = given;
	} else {
		c = calloc(1, sizeof *c);
		if (!c)
			return;
		pthread_mutex_init(&c->lock, NULL);
	}
	memset(c->class, 0, sizeof c->class); // RACE 1
	active = c;
}

static void start(struct counters *given)
{
	pthread_mutex_lock(&start_lock);
	restart(given);
	pthread_mutex_unlock(&start_lock);
}

static void *count(void *argument)
{
	struct counters *c = argument;

	pthread_mutex_lock(&c->lock);
	for (int i = 0; i < 4; i++)
		c->class[i].seen++; // RACE 1
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

static void *maintain(void *argument)
{
	start(argument);
	return NULL;
}

static void *command(void *argument)
{
	start(NULL);
	return argument;
}

int main(void)
{
	static struct counters own = { .lock = PTHREAD_MUTEX_INITIALIZER };
	pthread_t thread[3];

	pthread_create(&thread[0], NULL, count, &own);
	pthread_create(&thread[1], NULL, maintain, &own);
	pthread_create(&thread[2], NULL, command, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
