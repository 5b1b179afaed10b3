/* Whether a lookup locks is one bit among the options of a request, which is asked again behind a loop over other bits. */
#include <pthread.h>

struct options {
	unsigned value : 1;
	unsigned locked : 1;
	unsigned quiet : 1;
};

static pthread_mutex_t locks[4];
static int values[4], found, asked;

static int get_locked(int k)
{
	pthread_mutex_lock(&locks[k & 3]);
	if (values[k & 3] < 0) { // NORACE
		pthread_mutex_unlock(&locks[k & 3]);
		return -1;
	}
	return 0;
}

static int get(int k)
{
	int v;

	pthread_mutex_lock(&locks[k & 3]);
	v = values[k & 3]; // NORACE
	pthread_mutex_unlock(&locks[k & 3]);
	return v;
}

static void parse(const char *word, struct options *out)
{
	for (; *word; word++) {
		if (*word == 'v')
			out->value = 1;
		if (*word == 'l')
			out->locked = 1;
		if (*word == 'q')
			out->quiet = 1;
	}
}

static int answer(int k, const char *word)
{
	struct options of = { 0 };
	int v, sum = 0;

	parse(word, &of);
	v = of.locked ? get_locked(k) : get(k);
	if (v < 0)
		return -1;
	for (int i = 0; i < 3; i++) {
		if (of.value)
			sum += v;
		if (of.quiet)
			sum++;
	}
	if (of.locked)
		pthread_mutex_unlock(&locks[k & 3]);
	return sum; // NOLOCK-LEAK
}

static void *reader(void *argument)
{
	for (int i = 0; i < 10; i++)
		if (answer(i, argument) < 0)
			return NULL;
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	for (int i = 0; i < 4; i++)
		pthread_mutex_init(&locks[i], NULL);
	pthread_create(&t1, NULL, reader, "vl");
	pthread_create(&t2, NULL, reader, "q");
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return found + asked;
}
