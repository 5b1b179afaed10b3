/* A record that lies in another one, and is handed over by itself: who has the inner one gets at the outer one. */
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
	t->state = 0; // RACE 1
	pthread_mutex_unlock(&t->lock);
}

int hook_is_live(struct hook *h)
{
	return TASK_OF(h)->state; // RACE 1
}
