/* A number that was computed is tested twice: the second test gives what the first one gave. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER;

void remainder_of(void)
{
	int k = rand() % 2;

	pthread_mutex_lock(&g);
	if (k)
		pthread_mutex_unlock(&g);
	if (!k)
		pthread_mutex_unlock(&g); // NOUNLOCK-UNHELD
} // NOLOCK-LEAK

void product(int a, int b)
{
	int k = a * b;

	pthread_mutex_lock(&g);
	if (k == 1)
		pthread_mutex_unlock(&g);
	if (k != 1)
		pthread_mutex_unlock(&g); // NOUNLOCK-UNHELD
} // NOLOCK-LEAK

void within(int a)
{
	int k = (a >> 3) + 2;

	pthread_mutex_lock(&g);
	if (k > 7)
		pthread_mutex_unlock(&g);
	if (k <= 7)
		pthread_mutex_unlock(&g); // NOUNLOCK-UNHELD
} // NOLOCK-LEAK

void another_number(void)
{
	int k = rand() % 2;

	pthread_mutex_lock(&g);
	if (k)
		pthread_mutex_unlock(&g);
	k = rand() % 2;
	if (!k)
		pthread_mutex_unlock(&g); // UNLOCK-UNHELD
} // LOCK-LEAK

void another_bound(int a)
{
	int k = (a >> 3) + 2;

	pthread_mutex_lock(&g);
	if (k > 7)
		pthread_mutex_unlock(&g);
	if (k <= 9)
		pthread_mutex_unlock(&g); // UNLOCK-UNHELD
}
