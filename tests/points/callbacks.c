// FLAGS: -- -pthread
// What the models say of library functions: qsort calls its argument, pthread_create runs it with what it is given.
#include <pthread.h>
#include <stdlib.h>
static int values[4];
static long state, other;

static int compare(const void *x, const void *y)
{
	return *(const int *)x - *(const int *)y;
}

static void *worker(void *arg)
{
	return arg;
}

static void *helper(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t, u;

	qsort(values, 4, sizeof values[0], compare);
	pthread_create(&t, NULL, worker, &state);
	pthread_create(&u, NULL, helper, &other);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}

/* dump-has points:main
   inner by name { compare }
   spawn by name { worker }
   spawn by name { helper }
*/
/* dump-has points:compare
   %x.1 -> ... { values }
*/
/* dump-has points:worker
   %arg.1 -> ... { state }
*/
/* dump-lacks points:worker
   other
*/
