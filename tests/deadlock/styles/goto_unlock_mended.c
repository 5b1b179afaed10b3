/* All ways out of a function go by the release. */
#include <pthread.h>
#include <stdlib.h>

struct store {
	pthread_mutex_t m;
	char *data;
	size_t n;
};

static struct store store = { PTHREAD_MUTEX_INITIALIZER, NULL, 0 };

static int grow(struct store *s, size_t n)
{
	char *more;
	int r = -1;

	pthread_mutex_lock(&s->m);
	if (n <= s->n) {
		r = 0;
		goto out;
	}
	more = realloc(s->data, n);
	if (!more)
		goto out;
	s->data = more;
	s->n = n;
	r = 0;
out:
	pthread_mutex_unlock(&s->m);
	return r;
}

static void *user(void *arg)
{
	grow(&store, 64);
	grow(&store, 128);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, user, NULL);
	pthread_create(&t2, NULL, user, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
