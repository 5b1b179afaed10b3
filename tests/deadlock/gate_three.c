// FLAGS: --rule deadlock
/* Three threads in a circle. A lock that two of them hold keeps those two apart, and so the circle never closes; one that a single
 * thread holds keeps nobody apart, nor does a semaphore that lets five in. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t d = PTHREAD_MUTEX_INITIALIZER, e = PTHREAD_MUTEX_INITIALIZER, f = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t u = PTHREAD_MUTEX_INITIALIZER, v = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t x = PTHREAD_MUTEX_INITIALIZER, y = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, alone = PTHREAD_MUTEX_INITIALIZER;
static sem_t five, one;
static int n;

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
	(void)first, (void)second;
	n++;
}

static void *first(void *p)
{
	pthread_mutex_lock(&gate);
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b); // NODEADLOCK
	both(&a, &b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&gate);
	pthread_mutex_lock(&alone);
	pthread_mutex_lock(&d);
	pthread_mutex_lock(&e); // DEADLOCK 1
	both(&d, &e);
	pthread_mutex_unlock(&e);
	pthread_mutex_unlock(&d);
	pthread_mutex_unlock(&alone);
	sem_wait(&five);
	pthread_mutex_lock(&u);
	pthread_mutex_lock(&v); // DEADLOCK 2
	both(&u, &v);
	pthread_mutex_unlock(&v);
	pthread_mutex_unlock(&u);
	sem_post(&five);
	sem_wait(&one);
	pthread_mutex_lock(&x);
	pthread_mutex_lock(&y); // NODEADLOCK
	both(&x, &y);
	pthread_mutex_unlock(&y);
	pthread_mutex_unlock(&x);
	sem_post(&one);
	return p;
}

static void *second(void *p)
{
	pthread_mutex_lock(&gate);
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&c); // NODEADLOCK
	both(&b, &c);
	pthread_mutex_unlock(&c);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&gate);
	pthread_mutex_lock(&e);
	pthread_mutex_lock(&f); // DEADLOCK 1
	both(&e, &f);
	pthread_mutex_unlock(&f);
	pthread_mutex_unlock(&e);
	sem_wait(&five);
	pthread_mutex_lock(&v);
	pthread_mutex_lock(&u); // DEADLOCK 2
	both(&v, &u);
	pthread_mutex_unlock(&u);
	pthread_mutex_unlock(&v);
	sem_post(&five);
	sem_wait(&one);
	pthread_mutex_lock(&y);
	pthread_mutex_lock(&x); // NODEADLOCK
	both(&y, &x);
	pthread_mutex_unlock(&x);
	pthread_mutex_unlock(&y);
	sem_post(&one);
	return p;
}

static void *third(void *p)
{
	pthread_mutex_lock(&c);
	pthread_mutex_lock(&a); // NODEADLOCK
	both(&c, &a);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&c);
	pthread_mutex_lock(&f);
	pthread_mutex_lock(&d); // DEADLOCK 1
	both(&f, &d);
	pthread_mutex_unlock(&d);
	pthread_mutex_unlock(&f);
	return p;
}

int main(void)
{
	pthread_t t[3];

	sem_init(&five, 0, 5);
	sem_init(&one, 0, 1);
	pthread_create(&t[0], NULL, first, NULL);
	pthread_create(&t[1], NULL, second, NULL);
	pthread_create(&t[2], NULL, third, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
