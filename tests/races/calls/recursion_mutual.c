/* Lists contain items and items may be lists: two functions call each other, and the lock is held by whom both begin with. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int depth_seen, items;

static const char *parse_list(const char *p, int depth);

static const char *parse_item(const char *p, int depth)
{
	if (*p == '(')
		return parse_list(p + 1, depth + 1);
	items++; // NORACE
	return p + 1;
}

static const char *parse_list(const char *p, int depth)
{
	if (depth > depth_seen) // NORACE
		depth_seen = depth; // NORACE
	while (*p && *p != ')')
		p = parse_item(p, depth);
	return *p ? p + 1 : p;
}

static void *parser(void *text)
{
	for (int i = 0; i < 200; i++) {
		pthread_mutex_lock(&lock);
		parse_list(text, 0);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(void)
{
	static char first[] = "a(b(cd)e)f", second[] = "((x)y)z";
	pthread_t one, two;

	pthread_create(&one, NULL, parser, first);
	pthread_create(&two, NULL, parser, second);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d %d\n", depth_seen, items);
	return 0;
}
