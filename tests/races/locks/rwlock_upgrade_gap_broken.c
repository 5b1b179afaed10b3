/* As rwlock_upgrade_gap.c, but the need to grow is computed in the gap. */
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int capacity = 1, length;

static void append(void)
{
	int grow;

	pthread_rwlock_rdlock(&lock);
	grow = length > 0;
	pthread_rwlock_unlock(&lock);
	grow = grow && length == capacity; // RACE 1; RACE 2
	pthread_rwlock_wrlock(&lock);
	if (grow && length == capacity)
		capacity *= 2; // RACE 1
	if (length < capacity)
		length++; // RACE 2
	pthread_rwlock_unlock(&lock);
}

static void *appender(void *argument)
{
	for (int i = 0; i < 500; i++)
		append();
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, appender, NULL);
	pthread_create(&two, NULL, appender, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d of %d\n", length, capacity);
	return 0;
}
