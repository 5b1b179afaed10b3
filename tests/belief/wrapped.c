/* Sections that a wrapper begins and another one ends are sections all the same. */
#include <pthread.h>

struct table {
	pthread_mutex_t lock;
	int size;
};

static struct table table = { PTHREAD_MUTEX_INITIALIZER, 0 };
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int extra;

static void table_lock(void)
{
	pthread_mutex_lock(&table.lock);
}

static void table_unlock(void)
{
	pthread_mutex_unlock(&table.lock);
}

static void grow(void)
{
	table_lock();
	table.size++; // RACE 1
	table_unlock();
}

static void shrink(void)
{
	table_lock();
	table.size--; // RACE 1
	table_unlock();
}

static int size(void)
{
	int n;

	table_lock();
	n = table.size; // RACE 1
	table_unlock();
	return n;
}

static void clear(void)
{
	pthread_mutex_lock(&other);
	extra = 0; // NORACE
	table.size = 0; // RACE 1; INCONSISTENT-LOCK
	pthread_mutex_unlock(&other);
}

static void *user(void *argument)
{
	grow();
	if (size() > 3)
		shrink();
	return argument;
}

static void *cleaner(void *argument)
{
	clear();
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, user, NULL);
	pthread_create(&t2, NULL, user, NULL);
	pthread_create(&t3, NULL, cleaner, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
