/* Two readers in opposite orders of locks on which new readers wait for waiting writers, and writers of one lock each: the first
 * reader has `names`, the second one `sizes`, a writer waits for each, and either reader waits behind a writer. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t names, sizes;
static pthread_rwlock_t left = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static pthread_rwlock_t right = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int name, size, a, b, sum[4];

static void *forward(void *argument)
{
	pthread_rwlock_rdlock(&names); // DEADLOCK 1
	pthread_rwlock_rdlock(&sizes); // DEADLOCK 1
	sum[0] = name + size; // NORACE
	pthread_rwlock_unlock(&sizes);
	pthread_rwlock_unlock(&names);
	pthread_rwlock_rdlock(&left); // DEADLOCK 2
	pthread_rwlock_rdlock(&right); // DEADLOCK 2
	sum[2] = 1; // NORACE
	pthread_rwlock_unlock(&right);
	pthread_rwlock_unlock(&left);
	return argument;
}

static void *backward(void *argument)
{
	pthread_rwlock_rdlock(&sizes); // DEADLOCK 1
	pthread_rwlock_rdlock(&names); // DEADLOCK 1
	sum[1] = name - size; // NORACE
	pthread_rwlock_unlock(&names);
	pthread_rwlock_unlock(&sizes);
	pthread_rwlock_rdlock(&right); // DEADLOCK 2
	pthread_rwlock_rdlock(&left); // DEADLOCK 2
	sum[3] = 1; // NORACE
	pthread_rwlock_unlock(&left);
	pthread_rwlock_unlock(&right);
	return argument;
}

static void *change(void *argument)
{
	pthread_rwlock_wrlock(&names); // NODEADLOCK
	name++; // NORACE
	pthread_rwlock_unlock(&names);
	pthread_rwlock_wrlock(&sizes); // NODEADLOCK
	size++; // NORACE
	pthread_rwlock_unlock(&sizes);
	pthread_rwlock_wrlock(&left); // NODEADLOCK
	a++; // NORACE
	pthread_rwlock_unlock(&left);
	pthread_rwlock_wrlock(&right); // NODEADLOCK
	b++; // NORACE
	pthread_rwlock_unlock(&right);
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3, t4;
	pthread_rwlockattr_t attr;

	pthread_rwlockattr_init(&attr);
	pthread_rwlockattr_setkind_np(&attr, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	pthread_rwlock_init(&names, &attr);
	pthread_rwlock_init(&sizes, &attr);
	pthread_create(&t1, NULL, forward, NULL);
	pthread_create(&t2, NULL, backward, NULL);
	pthread_create(&t3, NULL, change, NULL);
	pthread_create(&t4, NULL, change, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	pthread_join(t4, NULL);
	return 0;
}
