/* Memory that one instruction makes: one piece is given to both. */
// VERIFY: race
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int *make(void)
{
	int *made = malloc(sizeof *made);

	*made = 0;
	return made;
}

static void *one(void *arg)
{
	int *own = make(), *given = arg;

	for (int i = 0; i < 1000; i++) {
		(*own)++;
		pthread_mutex_lock(&a);
		n += *own;
		pthread_mutex_unlock(&a);
		if (i == 900)
			(*given)++;
	}
	free(own);
	return arg;
}

int main(void)
{
	pthread_t t[2];
	int *both = make();

	pthread_create(&t[0], NULL, one, both);
	pthread_create(&t[1], NULL, one, both);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return n > 5;
}
