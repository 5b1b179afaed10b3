/* Locks in structures that are reached through pointers kept in other structures: server->cache->lock and
 * server->log->lock. */
#include <pthread.h>
#include <stdlib.h>

struct cache {
	pthread_mutex_t lock;
	int hits;
};

struct log {
	pthread_mutex_t lock;
	int lines;
};

struct server {
	struct cache *cache;
	struct log *log;
};

static struct server *server;

static void *lookup(void *argument)
{
	pthread_mutex_lock(&server->cache->lock); // DEADLOCK 1
	server->cache->hits++; // NORACE
	pthread_mutex_lock(&server->log->lock); // DEADLOCK 1
	server->log->lines++; // NORACE
	pthread_mutex_unlock(&server->log->lock);
	pthread_mutex_unlock(&server->cache->lock);
	return argument;
}

static void *rotate(void *argument)
{
	pthread_mutex_lock(&server->log->lock); // DEADLOCK 1
	server->log->lines = 0; // NORACE
	pthread_mutex_lock(&server->cache->lock); // DEADLOCK 1
	server->cache->hits = 0; // NORACE
	pthread_mutex_unlock(&server->cache->lock);
	pthread_mutex_unlock(&server->log->lock);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	server = calloc(1, sizeof *server);
	if (!server)
		return 1;
	server->cache = calloc(1, sizeof *server->cache);
	server->log = calloc(1, sizeof *server->log);
	if (!server->cache || !server->log)
		return 1;
	pthread_mutex_init(&server->cache->lock, NULL);
	pthread_mutex_init(&server->log->lock, NULL);
	pthread_create(&t1, NULL, lookup, NULL);
	pthread_create(&t2, NULL, rotate, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
