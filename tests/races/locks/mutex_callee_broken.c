/* As mutex_callee.c, but the caller touches the table once more after the commit. */
#include <pthread.h>
#include <stdio.h>

struct table {
	pthread_mutex_t lock;
	int rows, version;
};

static struct table people = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void begin(struct table *t)
{
	pthread_mutex_lock(&t->lock);
}

static void commit(struct table *t)
{
	t->version++; // NORACE
	pthread_mutex_unlock(&t->lock);
}

static void insert_two(struct table *t)
{
	begin(t);
	t->rows++; // RACE 1
	commit(t);
	t->rows++; // RACE 1
}

static void *client(void *argument)
{
	for (int i = 0; i < 500; i++)
		insert_two(argument);
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, client, &people);
	pthread_create(&two, NULL, client, &people);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d rows, version %d\n", people.rows, people.version);
	return 0;
}
