/* Main asks without waiting. */
#include <pthread.h>
#include <stdlib.h>

struct server {
	pthread_mutex_t lock;
	pthread_cond_t idle;
	unsigned clients;
	long bytes;
};

static struct server server = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0 };
static long served;

static void *client(void *arg)
{
	struct server *s = arg;

	pthread_mutex_lock(&s->lock);
	s->bytes++;
	served = s->bytes; // RACE 1
	s->clients--;
	pthread_cond_signal(&s->idle);
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

static void serve(void)
{
	pthread_t t;

	pthread_mutex_lock(&server.lock);
	server.clients++;
	pthread_mutex_unlock(&server.lock);
	if (pthread_create(&t, NULL, client, &server))
		abort();
	pthread_detach(t);
}

int main(int argc, char **argv)
{
	(void)argv;
	while (argc-- > 0)
		serve();
	pthread_mutex_lock(&server.lock);
	if (server.clients > 100)
		pthread_cond_wait(&server.idle, &server.lock);
	pthread_mutex_unlock(&server.lock);
	served = -1; // RACE 1
	return 0;
}
