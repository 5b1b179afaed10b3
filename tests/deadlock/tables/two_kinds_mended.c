/* The one that is called takes them in the same order. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

struct shape {
	void (*draw)(struct shape *);
	int x;
};

static void draw_ab(struct shape *s)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	s->x++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
}

__attribute__((unused)) static void draw_ba(struct shape *s)
{
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
	s->x++;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
}

static struct shape one = { draw_ab, 0 }, two = { draw_ab, 0 };

static void *worker(void *arg)
{
	struct shape *s = arg;

	s->draw(s);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, &one);
	pthread_create(&t2, NULL, worker, &two);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
