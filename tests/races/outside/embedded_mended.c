/* As embedded.c, with the lock. */
#include <pthread.h>
#include <stddef.h>

struct hook {
	struct hook *next;
};

struct task {
	pthread_mutex_t lock;
	int state;
	struct hook hook;
};

#define TASK_OF(h) ((struct task *)((char *)(h) - offsetof(struct task, hook)))

void task_stop(struct task *t)
{
	pthread_mutex_lock(&t->lock);
	t->state = 0; // NORACE
	pthread_mutex_unlock(&t->lock);
}

int hook_is_live(struct hook *h)
{
	struct task *t = TASK_OF(h);
	int state;

	pthread_mutex_lock(&t->lock);
	state = t->state; // NORACE
	pthread_mutex_unlock(&t->lock);
	return state;
}
