/* A scoped lock: the cleanup attribute gives it back. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
static inline void scope_leave(pthread_mutex_t **m)
{
	if (*m)
		pthread_mutex_unlock(*m);
}
static inline pthread_mutex_t *scope_enter(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
	return m;
}
#define SCOPED(m) pthread_mutex_t *scope __attribute__((cleanup(scope_leave))) = scope_enter(m)
static int add(int by)
{
	SCOPED(&lock);

	if (by < 0)
		return n; // NORACE
	n += by; // NORACE
	return by;
}
static void *worker(void *a)
{
	for (int i = -3; i < 10; i++)
		add(i);
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
