/* The lock is reached through a pointer to a pointer: a shard's lock can be shared with another shard's. */
#include <pthread.h>
#include <stdio.h>

struct shard {
	pthread_mutex_t **lock;
	int id;
};

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *first_lock = &log_lock;
static char log_text[64];
static unsigned log_end;

static void lock_through(pthread_mutex_t **lock)
{
	pthread_mutex_lock(*lock);
} // NOLOCK-LEAK

static void unlock_through(pthread_mutex_t **lock)
{
	pthread_mutex_unlock(*lock);
}

static void *shard_main(void *argument)
{
	struct shard *s = argument;

	for (int i = 0; i < 500; i++) {
		lock_through(s->lock);
		log_text[log_end % 64] = (char)('0' + s->id); // NORACE
		log_end++; // NORACE
		unlock_through(s->lock);
	}
	return NULL;
}

int main(void)
{
	struct shard shards[2] = { { &first_lock, 0 }, { &first_lock, 1 } };
	pthread_t one, two;

	pthread_create(&one, NULL, shard_main, &shards[0]);
	pthread_create(&two, NULL, shard_main, &shards[1]);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%u %c\n", log_end, log_text[0]);
	return 0;
}
