/* A library whose functions unlock what they have not locked, for a reason: another one returns with the lock, always, for one
 * result or by attempt; one that has it calls them, by name or by a pointer; others can name the lock, or have its address. */
#include <pthread.h>
#include <stddef.h>

struct item {
	pthread_mutex_t lock;
	int n;
};

static pthread_mutex_t pair = PTHREAD_MUTEX_INITIALIZER, result = PTHREAD_MUTEX_INITIALIZER, tried = PTHREAD_MUTEX_INITIALIZER,
		       called = PTHREAD_MUTEX_INITIALIZER, pointed = PTHREAD_MUTEX_INITIALIZER, deep = PTHREAD_MUTEX_INITIALIZER,
		       handed = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t named = PTHREAD_MUTEX_INITIALIZER;
void (*hook)(void);

void begin(void)
{
	pthread_mutex_lock(&pair);
} // NOLOCK-LEAK

void end(void)
{
	pthread_mutex_unlock(&pair); // NOUNLOCK-UNHELD
}

int result_begin(int k)
{
	pthread_mutex_lock(&result);
	if (k < 0) {
		pthread_mutex_unlock(&result);
		return -1;
	}
	return 0; // NOLOCK-LEAK
}

void result_end(void)
{
	pthread_mutex_unlock(&result); // NOUNLOCK-UNHELD
}

int tried_begin(void)
{
	return pthread_mutex_trylock(&tried);
}

void tried_end(void)
{
	pthread_mutex_unlock(&tried); // NOUNLOCK-UNHELD
}

void finish(void)
{
	pthread_mutex_unlock(&called); // NOUNLOCK-UNHELD: run() has it
}

void run(void)
{
	pthread_mutex_lock(&called);
	finish();
}

void finish_hook(void)
{
	pthread_mutex_unlock(&pointed); // NOUNLOCK-UNHELD: run_hook() has it
}

void run_hook(void)
{
	pthread_mutex_lock(&pointed);
	hook();
}

void deep_end(int k)
{
	if (k)
		pthread_mutex_unlock(&deep); // NOUNLOCK-UNHELD: outer() has it
}

static void middle(int k)
{
	if (k > 1)
		deep_end(k);
}

void outer(int k)
{
	pthread_mutex_lock(&deep);
	middle(k);
	if (k <= 1)
		pthread_mutex_unlock(&deep);
}

pthread_mutex_t *handed_lock(void)
{
	return &handed;
}

void handed_end(void)
{
	pthread_mutex_unlock(&handed); // NOUNLOCK-UNHELD
}

void named_end(void)
{
	pthread_mutex_unlock(&named); // NOUNLOCK-UNHELD
}

void item_end(struct item *x)
{
	pthread_mutex_unlock(&x->lock); // NOUNLOCK-UNHELD
}

void inner_lock(void)
{
	pthread_mutex_lock(&inner);
} // NOLOCK-LEAK

void inner_use(int *p)
{
	inner_lock();
	++*p; // NORACE
	pthread_mutex_unlock(&inner);
}

void inner_end(int *p)
{
	--*p; // NORACE: who calls has the lock
	pthread_mutex_unlock(&inner); // NOUNLOCK-UNHELD: whoever has called inner_lock()
}
