/* racerx, section 8.6: assertions that a lock is held are checked like any other belief. */
// FLAGS: --models @DIR@/asserts.model
#include <assert.h>
#include <pthread.h>

int Is_Locked(pthread_mutex_t *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inserted, removed;

static void insert(void)
{
	assert(Is_Locked(&lock)); // NOASSERT-HELD
	inserted++; // NORACE
}

static void remove_one(void)
{
	assert(Is_Locked(&lock)); // ASSERT-HELD
	removed++; // RACE 1
}

static void *adder(void *argument)
{
	pthread_mutex_lock(&lock);
	insert();
	remove_one();
	pthread_mutex_unlock(&lock);
	return argument;
}

static void *remover(void *argument)
{
	remove_one();
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, adder, NULL);
	pthread_create(&t2, NULL, remover, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
