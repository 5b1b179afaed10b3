/* As object_block_late.c, but made before the thread is started and ended behind the join; and of blocks of which there are
 * several one is made, or ended, while another one is used. */
#include <pthread.h>
#include <stdlib.h>

struct early {
	int n;
	pthread_mutex_t lock;
};

struct one_of_many {
	int n;
	pthread_mutex_t lock;
};

static struct early *early;

static struct one_of_many *one_new(void)
{
	struct one_of_many *one = calloc(1, sizeof *one);

	pthread_mutex_init(&one->lock, NULL); // NORACE
	return one;
}

static void *worker(void *arg)
{
	struct one_of_many *one = arg;

	pthread_mutex_lock(&early->lock); // NORACE
	early->n++;
	pthread_mutex_unlock(&early->lock);
	pthread_mutex_lock(&one->lock); // NORACE
	one->n++;
	pthread_mutex_unlock(&one->lock);
	pthread_mutex_destroy(&one->lock); // NORACE
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	early = calloc(1, sizeof *early);
	pthread_mutex_init(&early->lock, NULL); // NORACE
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, one_new());
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	pthread_mutex_destroy(&early->lock); // NORACE
	return 0;
}
