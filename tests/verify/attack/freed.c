/* Memory is freed while another thread writes it. */
// VERIFY: race
#include <pthread.h>
#include <stdlib.h>

static int *p;

static void *other(void *unused)
{
	*p = 1;
	return unused;
}

int main(void)
{
	pthread_t t;

	p = malloc(sizeof *p);
	if (!p)
		return 1;
	pthread_create(&t, NULL, other, NULL);
	free(p);
	pthread_join(t, NULL);
	return 0;
}
