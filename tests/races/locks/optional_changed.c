/* The flag is cleared between the two tests in the broken one: the lock stays, or is not there. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
struct file { pthread_mutex_t lock; bool locking; long pos; };
static struct file out = { PTHREAD_MUTEX_INITIALIZER, true, 0 };
static void f_lock(struct file *f)
{
	if (f->locking)
		pthread_mutex_lock(&f->lock);
}
static void f_unlock(struct file *f)
{
	if (f->locking)
		pthread_mutex_unlock(&f->lock);
}
static void put(struct file *f)
{
	f_lock(f);
	f->pos++; // NORACE reported: that nobody changes the flag is not asked
	f_unlock(f);
}
static void *worker(void *a)
{
	for (int i = 0; i < 100; i++)
		put(&out);
	return a;
}
int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
