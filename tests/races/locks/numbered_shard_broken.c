/* Shards by hash, each with its lock inside; one of them is reset by number under the lock of the next one. */
#include <pthread.h>
#include <stdlib.h>
struct shard { pthread_mutex_t lock; long hits; };
struct cache { int magic; struct shard shard[16]; };
static struct cache cache;
static unsigned hash(const char *s) { unsigned h = 5381; while (*s) h = h * 33 + (unsigned char) *s++; return h; }
static void hit(const char *key)
{
	unsigned i = hash(key) % 16;
	pthread_mutex_lock(&cache.shard[i].lock);
	cache.shard[i].hits++;                              // RACE 1
	pthread_mutex_unlock(&cache.shard[i].lock);
}
static void *worker(void *p) { hit(p); return 0; }
int main(int argc, char **argv)
{
	pthread_t t[2];
	for (int i = 0; i < 16; i++)
		pthread_mutex_init(&cache.shard[i].lock, 0);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, worker, argv[i]);
	pthread_mutex_lock(&cache.shard[4].lock);
	cache.shard[3].hits = 0;                            // RACE 1
	pthread_mutex_unlock(&cache.shard[4].lock);
	pthread_mutex_lock(&cache.shard[0].lock);
	cache.shard[0].hits = 0;                            // NORACE
	pthread_mutex_unlock(&cache.shard[0].lock);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	return 0;
}
