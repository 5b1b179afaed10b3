/* Memory that main frees while a thread uses it. Main leads there. */
// PROVED: confirmed
#include <pthread.h>
#include <stdlib.h>

static void *use(void *p)
{
	int *n = p;

	*n = 1; // RACE 1
	return 0;
}

int main(void)
{
	int *n = malloc(sizeof *n);
	pthread_t t;

	if (!n)
		return 1;
	pthread_create(&t, 0, use, n);
	free(n); // RACE 1
	pthread_join(t, 0);
	return 0;
}
