/* Arrays of locks: by constant, by the same variable, by another one. */
#include <pthread.h>

static pthread_mutex_t bucket[8];
static int n;

void same_constant(void)
{
	pthread_mutex_lock(&bucket[3]);
	pthread_mutex_lock(&bucket[3]); // SELF-DEADLOCK
	pthread_mutex_unlock(&bucket[3]);
}

void other_constant(void)
{
	pthread_mutex_lock(&bucket[3]);
	pthread_mutex_lock(&bucket[4]); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&bucket[4]);
	pthread_mutex_unlock(&bucket[3]);
}

void same_variable(unsigned i)
{
	pthread_mutex_lock(&bucket[i % 8]);
	n++; // RACE
	pthread_mutex_lock(&bucket[i % 8]); // SELF-DEADLOCK
	pthread_mutex_unlock(&bucket[i % 8]);
}

void other_variable(unsigned i, unsigned j)
{
	pthread_mutex_lock(&bucket[i]);
	pthread_mutex_lock(&bucket[j]); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&bucket[j]);
	pthread_mutex_unlock(&bucket[i]);
}

void changed_variable(unsigned i)
{
	pthread_mutex_lock(&bucket[i]);
	i++;
	pthread_mutex_lock(&bucket[i]); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&bucket[i]);
	pthread_mutex_unlock(&bucket[i - 1]);
}

void all_of_them(void)
{
	for (int i = 0; i < 8; i++)
		pthread_mutex_lock(&bucket[i]); // NOSELF-DEADLOCK
	n++;
	for (int i = 0; i < 8; i++)
		pthread_mutex_unlock(&bucket[i]); // NOUNLOCK-UNHELD
}
