/* As array_lock_all.c, but each of these does not hold all locks when it writes, and another thread, which holds the lock of one shard only, may write at
 * the same time. */
#include <pthread.h>

enum { SHARDS = 8 };

struct shard {
	pthread_mutex_t lock;
	long used;
};

static struct shard shards[SHARDS];
static int is_open = 1, mine;
static long few, skipped, left, handed, given, after, once, deep;

static void lock_all(void)
{
	for (int i = 0; i < SHARDS; i++)
		pthread_mutex_lock(&shards[i].lock);
}

static void unlock_all(void)
{
	for (int i = 0; i < SHARDS; i++)
		pthread_mutex_unlock(&shards[i].lock);
}

/* All but the last. */
static void *take_few(void *argument)
{
	for (int i = 0; i < SHARDS - 1; i++)
		pthread_mutex_lock(&shards[i].lock);
	few++; // RACE 1
	for (int i = 0; i < SHARDS - 1; i++)
		pthread_mutex_unlock(&shards[i].lock);
	return argument;
}

/* All but one's own. */
static void *skip_mine(void *argument)
{
	for (int i = 0; i < SHARDS; i++)
		if (i != mine)
			pthread_mutex_lock(&shards[i].lock);
	skipped++; // RACE 2
	for (int i = 0; i < SHARDS; i++)
		if (i != mine)
			pthread_mutex_unlock(&shards[i].lock);
	return argument;
}

/* The loop may end before. */
static void *leave(void *argument)
{
	int i;

	for (i = 0; i < SHARDS; i++) {
		if (!is_open)
			break;
		pthread_mutex_lock(&shards[i].lock);
	}
	left++; // RACE 3
	while (i--)
		pthread_mutex_unlock(&shards[i].lock);
	return argument;
}

/* Hand over hand: only the last one is held. */
static void *hand_over(void *argument)
{
	for (int i = 0; i < SHARDS; i++) {
		pthread_mutex_lock(&shards[i].lock);
		if (i)
			pthread_mutex_unlock(&shards[i - 1].lock);
	}
	handed++; // RACE 4
	pthread_mutex_unlock(&shards[SHARDS - 1].lock);
	return argument;
}

/* One is given back. */
static void *give_one(void *argument)
{
	lock_all();
	pthread_mutex_unlock(&shards[3].lock);
	given++; // RACE 5
	pthread_mutex_lock(&shards[3].lock);
	unlock_all();
	return argument;
}

/* All are given back. */
static void *write_after(void *argument)
{
	lock_all();
	unlock_all();
	after++; // RACE 6
	return argument;
}

/* All are taken again: in between, none is held. */
static void *write_between(void *argument)
{
	for (int round = 0; round < 2; round++) {
		lock_all();
		unlock_all();
		once++; // RACE 7
	}
	return argument;
}

static void end(void)
{
	unlock_all();
}

static void give_all_below(void)
{
	end();
}

/* Given back two functions further down. */
static void *write_deep(void *argument)
{
	lock_all();
	give_all_below();
	deep++; // RACE 8
	return argument;
}

static void *user(void *argument)
{
	unsigned key = (unsigned)(unsigned long)argument % SHARDS;

	pthread_mutex_lock(&shards[key].lock);
	few++;     // RACE 1
	skipped++; // RACE 2
	left++;    // RACE 3
	handed++;  // RACE 4
	given++;   // RACE 5
	after++;   // RACE 6
	once++;    // RACE 7
	deep++;    // RACE 8
	shards[key].used++; // NORACE
	pthread_mutex_unlock(&shards[key].lock);
	return argument;
}

int main(int argc, char **argv)
{
	void *(*const start[])(void *) = { take_few, skip_mine, leave, hand_over, give_one, write_after, write_between, write_deep, user };
	pthread_t t[9];

	(void)argv;
	mine = argc % SHARDS;
	is_open = argc < 3;
	for (int i = 0; i < SHARDS; i++)
		pthread_mutex_init(&shards[i].lock, NULL);
	for (int i = 0; i < 9; i++)
		pthread_create(&t[i], NULL, start[i], (void *)(unsigned long)argc);
	for (int i = 0; i < 9; i++)
		pthread_join(t[i], NULL);
	return 0;
}
