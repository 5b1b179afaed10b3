/* A function that is declared single is skipped wherever it is called (racerx, section 8.3); its twin is not. */
// FLAGS: --models @DIR@/rows.model
// STATS: pruned_declared > 0
#include <pthread.h>

static int ready, prepared, below;

static void step(void)
{
	below++; // NORACE: only on ways through setup
}

static void setup(void)
{
	ready++; // NORACE
	step();
}

static void prepare(void)
{
	prepared++; // RACE 1
}

static void *thread(void *argument)
{
	setup();
	prepare();
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread, NULL);
	pthread_create(&t2, NULL, thread, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
