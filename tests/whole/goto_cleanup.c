/* The cleanup idiom: labels that undo in reverse order. One of the jumps goes to the wrong label. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

int right(size_t n)
{
	int status = -1;
	char *p;

	pthread_mutex_lock(&a);
	p = malloc(n);
	if (!p)
		goto unlock_a;
	pthread_mutex_lock(&b);
	if (n > 100)
		goto unlock_b;
	status = 0;
unlock_b:
	pthread_mutex_unlock(&b);
	free(p);
unlock_a:
	pthread_mutex_unlock(&a); // NOUNLOCK-UNHELD
	return status;            // NOLOCK-LEAK
}

int wrong(size_t n)
{
	int status = -1;
	char *p;

	pthread_mutex_lock(&a);
	p = malloc(n);
	if (!p)
		goto unlock_b; /* should be unlock_a */
	pthread_mutex_lock(&b);
	status = 0;
unlock_b:
	pthread_mutex_unlock(&b); // UNLOCK-UNHELD: nothing was locked on the way from malloc
	free(p);
	pthread_mutex_unlock(&a);
	return status;
}
