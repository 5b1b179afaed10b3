/* Arrays of three and four dimensions, by indices of which some are not known. */
#include <pthread.h>
#include <stdlib.h>

static int cube[2][3][4];
static struct { int n; short cells[2][2][2][2]; } box;

static void *worker(void *argument)
{
	int i = rand() % 2, k = rand() % 3;

	cube[i][k][1] = 1;       // RACE 1
	box.cells[i][1][i][0]++; // RACE 2
	return argument;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	cube[1][2][1] = 2;      // RACE 1
	box.cells[0][1][0][0]++; // RACE 2
	pthread_join(t, NULL);
	return 0;
}
