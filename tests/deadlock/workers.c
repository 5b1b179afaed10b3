/* Two worker threads take tasks from one queue: two tasks with opposite orders of locks can run at the same time. */
#include <pthread.h>

typedef void (*task)(void);

static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static task tasks[2];
static int waiting, total;

static void task_one(void)
{
	pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_lock(&b); // DEADLOCK 1
	total++; // NORACE
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
}

static void task_two(void)
{
	pthread_mutex_lock(&b); // DEADLOCK 1
	pthread_mutex_lock(&a); // DEADLOCK 1
	total--; // NORACE
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
}

static task take(void)
{
	task t = NULL;

	pthread_mutex_lock(&queue);
	if (waiting) // NORACE
		t = tasks[--waiting]; // NORACE
	pthread_mutex_unlock(&queue);
	return t;
}

static void *worker(void *argument)
{
	task t;

	while ((t = take()))
		t();
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	tasks[waiting++] = task_one;
	tasks[waiting++] = task_two;
	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
