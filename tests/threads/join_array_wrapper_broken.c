/* The function does not always wait, waits for another one, or the loop leaves one out. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4 };

static pthread_t first[THREADS], second[THREADS], third[THREADS], fourth[THREADS], fifth[THREADS], other;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long sometimes, another, short_of, replaced, chosen;

static void *add_sometimes(void *unused)
{
	pthread_mutex_lock(&m);
	sometimes++; // RACE 1
	pthread_mutex_unlock(&m);
	return unused;
}

static void *add_another(void *unused)
{
	pthread_mutex_lock(&m);
	another++; // RACE 2
	pthread_mutex_unlock(&m);
	return unused;
}

static void *add_short(void *unused)
{
	pthread_mutex_lock(&m);
	short_of++; // RACE 3
	pthread_mutex_unlock(&m);
	return unused;
}

static void *add_replaced(void *unused)
{
	pthread_mutex_lock(&m);
	replaced++; // RACE 4
	pthread_mutex_unlock(&m);
	return unused;
}

static void *add_chosen(void *unused)
{
	pthread_mutex_lock(&m);
	chosen++; // RACE 5
	pthread_mutex_unlock(&m);
	return unused;
}

static void *nothing(void *unused)
{
	return unused;
}

static void wait_if(pthread_t handle, int asked)
{
	if (asked)
		pthread_join(handle, NULL);
	else
		printf("not asked\n");
}

static void wait_other(pthread_t *handle)
{
	if (handle)
		pthread_join(other, NULL);
}

static void wait_for(pthread_t handle)
{
	pthread_join(handle, NULL);
}

static void wait_replaced(pthread_t *handle)
{
	*handle = other;
	pthread_join(*handle, NULL);
}

static void forget(pthread_t handle)
{
	pthread_detach(handle);
}

int main(int argc, char **argv)
{
	void (*end)(pthread_t) = argc > 1 ? wait_for : forget;

	(void)argv;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&first[i], NULL, add_sometimes, NULL);
	for (int i = 0; i < THREADS; i++)
		wait_if(first[i], argc > 1);
	sometimes++; // RACE 1

	pthread_create(&other, NULL, nothing, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&second[i], NULL, add_another, NULL);
	for (int i = 0; i < 1; i++)
		wait_other(&second[i]);
	another++; // RACE 2

	for (int i = 0; i < THREADS; i++)
		pthread_create(&third[i], NULL, add_short, NULL);
	for (int i = 1; i < THREADS; i++)
		wait_for(third[i]);
	short_of++; // RACE 3

	for (int i = 0; i < THREADS; i++)
		pthread_create(&fourth[i], NULL, add_replaced, NULL);
	for (int i = 0; i < THREADS; i++)
		wait_replaced(&fourth[i]);
	replaced++; // RACE 4

	for (int i = 0; i < THREADS; i++)
		pthread_create(&fifth[i], NULL, add_chosen, NULL);
	for (int i = 0; i < THREADS; i++)
		end(fifth[i]);
	chosen++; // RACE 5
	return 0;
}
