/* Who makes the buffer does not come back without memory, two calls below. */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char *buffer;
static _Atomic int sum;
static void *get_memory(size_t n)
{
	void *p = malloc(n);

	if (p == NULL)
		exit(1);
	return p;
}
static char *make(void)
{
	char *b = get_memory(100);

	b[0] = 'a';
	return b;
}
static void *worker(void *a)
{
	pthread_mutex_lock(&m);
	if (buffer == NULL)
		buffer = make(); // NORACE
	pthread_mutex_unlock(&m);
	sum += buffer[0];
	return a;
}
int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return sum;
}
