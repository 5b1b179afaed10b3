/* Two readers in opposite orders, and no writer that could come in between: of `names` and `sizes` new readers do not wait for
 * writers, since PREFER_WRITER_NP is as the default; `left` and `right` are written before there are threads. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t names, sizes;
static pthread_rwlock_t left = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static pthread_rwlock_t right = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int name, size, sum[4];

static void *forward(void *argument)
{
	pthread_rwlock_rdlock(&names); // NODEADLOCK
	pthread_rwlock_rdlock(&sizes); // NODEADLOCK
	sum[0] = name + size; // NORACE
	pthread_rwlock_unlock(&sizes);
	pthread_rwlock_unlock(&names);
	pthread_rwlock_rdlock(&left); // NODEADLOCK
	pthread_rwlock_rdlock(&right); // NODEADLOCK
	sum[2] = 1; // NORACE
	pthread_rwlock_unlock(&right);
	pthread_rwlock_unlock(&left);
	return argument;
}

static void *backward(void *argument)
{
	pthread_rwlock_rdlock(&sizes); // NODEADLOCK
	pthread_rwlock_rdlock(&names); // NODEADLOCK
	sum[1] = name - size; // NORACE
	pthread_rwlock_unlock(&names);
	pthread_rwlock_unlock(&sizes);
	pthread_rwlock_rdlock(&right); // NODEADLOCK
	pthread_rwlock_rdlock(&left); // NODEADLOCK
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
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3;
	pthread_rwlockattr_t attr;

	pthread_rwlockattr_init(&attr);
	pthread_rwlockattr_setkind_np(&attr, PTHREAD_RWLOCK_PREFER_WRITER_NP);
	pthread_rwlock_init(&names, &attr);
	pthread_rwlock_init(&sizes, &attr);
	pthread_rwlock_wrlock(&left);
	name = 1; // NORACE
	pthread_rwlock_unlock(&left);
	pthread_rwlock_wrlock(&right);
	size = 1; // NORACE
	pthread_rwlock_unlock(&right);
	pthread_create(&t1, NULL, forward, NULL);
	pthread_create(&t2, NULL, backward, NULL);
	pthread_create(&t3, NULL, change, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
