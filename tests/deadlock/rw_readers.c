/* Both threads read with both locks, and a third writes with both: it is the third one with which either of them makes a
 * cycle. */
#include <pthread.h>

static pthread_rwlock_t names = PTHREAD_RWLOCK_INITIALIZER, sizes = PTHREAD_RWLOCK_INITIALIZER;
static int name, size, sum[2];

static void *forward(void *argument)
{
	pthread_rwlock_rdlock(&names);
	pthread_rwlock_rdlock(&sizes);
	sum[0] = name + size; // NORACE
	pthread_rwlock_unlock(&sizes);
	pthread_rwlock_unlock(&names);
	return argument;
}

static void *backward(void *argument)
{
	pthread_rwlock_rdlock(&sizes); // DEADLOCK 1
	pthread_rwlock_rdlock(&names); // DEADLOCK 1
	sum[1] = name - size; // NORACE
	pthread_rwlock_unlock(&names);
	pthread_rwlock_unlock(&sizes);
	return argument;
}

static void *change(void *argument)
{
	pthread_rwlock_wrlock(&names); // DEADLOCK 1
	pthread_rwlock_wrlock(&sizes); // DEADLOCK 1
	name++; // NORACE
	size++; // NORACE
	pthread_rwlock_unlock(&sizes);
	pthread_rwlock_unlock(&names);
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, forward, NULL);
	pthread_create(&t2, NULL, backward, NULL);
	pthread_create(&t3, NULL, change, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
