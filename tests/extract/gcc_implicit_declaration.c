/* Functions that no header declares: gcc warns and calls them, with the result an int. Their names still say what they do. */
static int hits, misses;
static long lock[8];

static void *worker(void *arg)
{
	hits++; // RACE 1
	pthread_mutex_lock(lock);
	misses++; // NORACE
	pthread_mutex_unlock(lock);
	return arg;
}

int main(void)
{
	unsigned long t;

	pthread_create(&t, 0, worker, 0);
	hits++; // RACE 1
	pthread_mutex_lock(lock);
	misses++; // NORACE
	pthread_mutex_unlock(lock);
	pthread_join(t, 0);
	printf("%d %d\n", hits, misses); // NORACE
	return later(hits);
}

int later(int x)
{
	return x + misses; // NORACE
}
