/* Three workers and a barrier for three; all come, whatever the input is. */
// FLAGS: --limit stuck-instructions=1
#include <pthread.h>
#include <stdlib.h>

struct part {
	const char *input;
	long sum;
};

static pthread_barrier_t loaded;

static void *load(void *arg)
{
	struct part *p = arg;

	p->sum = p->input ? strtol(p->input, NULL, 10) : 0;
	pthread_barrier_wait(&loaded);
	return p;
}

static void *first(void *arg)
{
	pthread_barrier_wait(&loaded);
	return arg;
}

int main(int argc, char **argv)
{
	struct part one = { argc > 1 ? argv[1] : NULL, 0 }, two = { argc > 2 ? argv[2] : NULL, 0 };
	pthread_t t1, t2, t3;

	pthread_barrier_init(&loaded, NULL, 3);
	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, load, &one);
	pthread_create(&t3, NULL, load, &two);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
