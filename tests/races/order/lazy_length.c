/* A string that remembers its length; whoever asks first computes it, under the lock. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct text {
	pthread_mutex_t lock;
	const char *bytes;
	size_t length; /* 0: not computed yet */
};

static struct text motto = { .lock = PTHREAD_MUTEX_INITIALIZER, .bytes = "festina lente" };

static size_t text_length(const struct text *t)
{
	struct text *inner = (struct text *)t;
	size_t n;

	pthread_mutex_lock(&inner->lock);
	if (!inner->length) // NORACE
		inner->length = strlen(inner->bytes); // NORACE
	n = inner->length; // NORACE
	pthread_mutex_unlock(&inner->lock);
	return n;
}

static int text_is_long(const struct text *t)
{
	return text_length(t) > 10;
}

static void *asker(void *argument)
{
	return text_is_long(argument) ? argument : NULL;
}

int main(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, asker, &motto);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	printf("%zu\n", text_length(&motto));
	return 0;
}
