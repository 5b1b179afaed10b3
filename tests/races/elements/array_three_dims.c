/* As array_three_dims_broken.c, under a lock, and beside the array. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cube[2][3][4];
static struct { int n; short cells[2][2][2][2]; } box;

static void *worker(void *argument)
{
	int i = rand() % 2, k = rand() % 3;

	pthread_mutex_lock(&lock);
	cube[i][k][1] = 1; // NORACE
	pthread_mutex_unlock(&lock);
	box.cells[i][1][i][0]++; // NORACE
	return argument;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&lock);
	cube[1][2][1] = 2; // NORACE
	pthread_mutex_unlock(&lock);
	box.n++; // NORACE
	pthread_join(t, NULL);
	return 0;
}
