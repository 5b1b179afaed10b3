/* The record names the table that takes a until main puts in the one that takes b, before there is another thread: worker never
 * holds a when it asks for it. It does wait for a, forever, when other holds it; that is no lock that is taken twice. */
// FLAGS: --rule self-deadlock
// PROVED: none
#include <pthread.h>

struct ops {
	void (*get)(void);
	void (*put)(void);
};

struct device {
	const struct ops *ops;
	int n;
};

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void get_a(void) { pthread_mutex_lock(&a); }
static void put_a(void) { pthread_mutex_unlock(&a); }
static void get_b(void) { pthread_mutex_lock(&b); }
static void put_b(void) { pthread_mutex_unlock(&b); }

static const struct ops with_a = { get_a, put_a }, with_b = { get_b, put_b };
static struct device device = { &with_a, 0 };

static void *worker(void *arg)
{
	device.ops->get();
	pthread_mutex_lock(&a); // NOSELF-DEADLOCK reported: what the record had at first is still thought possible
	device.n++;
	pthread_mutex_unlock(&a);
	device.ops->put();
	return arg;
}

static void *other(void *arg)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	device.n++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return arg;
}

int main(void)
{
	pthread_t t, u;

	device.ops = &with_b;
	pthread_create(&t, NULL, worker, NULL);
	pthread_create(&u, NULL, other, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
