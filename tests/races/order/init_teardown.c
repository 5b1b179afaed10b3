/* Before the threads: made without a lock. While they run: with it. After the joins: cleared without it. */
#include <pthread.h>
#include <stdio.h>

static struct journal {
	pthread_mutex_t lock;
	int open, lines;
} journal;

static void journal_open(struct journal *j)
{
	pthread_mutex_init(&j->lock, NULL);
	j->open = 1; // NORACE
	j->lines = 0; // NORACE
}

static int journal_close(struct journal *j)
{
	int lines = j->lines; // NORACE

	j->lines = 0; // NORACE
	return lines;
}

static void *write_lines(void *argument)
{
	struct journal *j = argument;

	for (int i = 0; i < 500; i++) {
		pthread_mutex_lock(&j->lock);
		if (j->open) // NORACE
			j->lines++; // NORACE
		pthread_mutex_unlock(&j->lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	journal_open(&journal);
	pthread_create(&one, NULL, write_lines, &journal);
	pthread_create(&two, NULL, write_lines, &journal);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", journal_close(&journal));
	return 0;
}
