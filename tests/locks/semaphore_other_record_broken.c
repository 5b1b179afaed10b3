/* As semaphore_other_record.c, but what goes down is a semaphore: with the token that the thread keeps nobody comes any further. */
#include <pthread.h>

struct semaphore {
	int count;
};

void down(struct semaphore *);
void up(struct semaphore *);
void sema_init(struct semaphore *, int);

static struct semaphore gear;

static void *worker(void *unused)
{
	down(&gear);
	return unused;
}

int main(void)
{
	pthread_t t;

	sema_init(&gear, 1);
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	down(&gear); // DEADLOCK 1
	up(&gear);
	return 0;
}
