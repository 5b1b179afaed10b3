/* The lock of an object is what a function returns for it; but the function that only wants to know the offset takes the lock of
 * the other file. */
#include <pthread.h>
#include <stdio.h>

struct file {
	pthread_mutex_t lock;
	long offset;
};

static struct file files[2] = { { PTHREAD_MUTEX_INITIALIZER, 0 }, { PTHREAD_MUTEX_INITIALIZER, 0 } };

static pthread_mutex_t *lock_of(struct file *f)
{
	return &f->lock;
}

static void *append(void *argument)
{
	struct file *f = argument;

	for (int i = 0; i < 10; i++) {
		pthread_mutex_lock(lock_of(f));
		f->offset += 512; // RACE 1
		pthread_mutex_unlock(lock_of(f));
	}
	return NULL;
}

static long tell(struct file *f)
{
	long offset;

	pthread_mutex_lock(lock_of(&files[1]));
	offset = f->offset; // RACE 1
	pthread_mutex_unlock(lock_of(&files[1]));
	return offset;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, append, &files[0]);
	printf("%d\n", tell(&files[0]) >= 0);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
