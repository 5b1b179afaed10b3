/* A transaction: one function takes the lock and leaves with it, another one, called by the same caller, releases it. */
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
	t->rows++; // NORACE
	t->rows++; // NORACE
	commit(t);
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
