/* The cleanup handler unlocks when it is popped; nothing shared is touched behind that. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

struct log {
	pthread_mutex_t lock;
	int fd, lines;
	long bytes;
};

static struct log journal = { .lock = PTHREAD_MUTEX_INITIALIZER, .fd = 1 };

static void log_unlock(void *argument)
{
	struct log *l = argument;

	pthread_mutex_unlock(&l->lock);
}

static void log_line(struct log *l, const char *text, size_t n)
{
	ssize_t done;

	pthread_mutex_lock(&l->lock);
	pthread_cleanup_push(log_unlock, l);
	done = write(l->fd, text, n);
	l->lines++; // NORACE
	if (done > 0)
		l->bytes += done; // NORACE
	pthread_cleanup_pop(1);
}

static void *talker(void *argument)
{
	for (int i = 0; i < 10; i++)
		log_line(argument, "hello\n", 6);
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, talker, &journal);
	pthread_create(&two, NULL, talker, &journal);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d lines, %ld bytes\n", journal.lines, journal.bytes);
	return 0;
}
