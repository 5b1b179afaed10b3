/* A task asks for a second task and waits for its result; there are two workers. */
// FLAGS: --rule deadlock --rule self-deadlock --rule wait-holding --rule lock-leak
#include <pthread.h>
#include <semaphore.h>

struct task {
	void (*run)(struct task *);
	int result;
	sem_t done;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static struct task *queue[4];
static int head, tail;

static void submit(struct task *t)
{
	sem_init(&t->done, 0, 0);
	pthread_mutex_lock(&m);
	queue[tail++ & 3] = t;
	pthread_cond_signal(&more);
	pthread_mutex_unlock(&m);
}

static int get(struct task *t)
{
	sem_wait(&t->done);
	return t->result;
}

static void leaf(struct task *t)
{
	t->result = 1;
	sem_post(&t->done);
}

static struct task sub = { .run = leaf };

static void root(struct task *t)
{
	submit(&sub);
	t->result = get(&sub) + 1;
	sem_post(&t->done);
}

static struct task top = { .run = root };

static void *worker(void *arg)
{
	for (int i = 0; i < 1; i++) {
		struct task *t;
		pthread_mutex_lock(&m);
		while (head == tail)
			pthread_cond_wait(&more, &m);
		t = queue[head++ & 3];
		pthread_mutex_unlock(&m);
		t->run(t);
	}
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	submit(&top);
	get(&top);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
