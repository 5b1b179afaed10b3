/* Memory that main frees while a thread uses it. Main leads there, but not soon: what it does before cannot be left out. */
// PROVED: none
#include <pthread.h>
#include <stdlib.h>

extern int input(void);

static void wait_for_input(void)
{
	for (int i = 0; i < 1000000; i++)
		while (input() != 5)
			continue;
}

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
	wait_for_input();
	pthread_create(&t, 0, use, n);
	free(n); // RACE 1
	pthread_join(t, 0);
	return 0;
}
