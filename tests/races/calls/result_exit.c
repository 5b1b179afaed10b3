/* A thread ends by pthread_exit, some calls deep, with a result that lies in the argument it was given. */
#include <pthread.h>
#include <stdio.h>

struct query {
	const char *text;
	int words;
};

static void finish(struct query *q, int words)
{
	q->words = words; // NORACE
	pthread_exit(q);
}

static void *run(void *argument)
{
	struct query *q = argument;
	int words = 1;

	for (const char *p = q->text; *p; p++)
		words += *p == ' ';
	finish(q, words);
	return NULL;
}

int main(void)
{
	static struct query query = { "select name from users", 0 };
	pthread_t thread;
	void *value;
	int words;

	pthread_create(&thread, NULL, run, &query);
	pthread_join(thread, &value);
	words = ((struct query *)value)->words; // NORACE
	printf("%d\n", words > 0);
	return 0;
}
