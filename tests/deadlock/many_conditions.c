/* As many_conditions_mended.c, but a page of any kind may be put off: two threads, each with one of the locks, wait for the other one. */
#include <pthread.h>

static pthread_mutex_t pages = PTHREAD_MUTEX_INITIALIZER, journal = PTHREAD_MUTEX_INITIALIZER;
static int written, put_off;

struct page {
	unsigned kind, age, users, color;
	struct page *next;
};

static void put_off_page(const struct page *p)
{
	if (p->kind > 2 || p->age > 40)
		return;
	pthread_mutex_lock(&journal); // DEADLOCK 1
	put_off++;
	pthread_mutex_unlock(&journal);
}

void write_pages(const struct page *p)
{
	pthread_mutex_lock(&pages);
	for (; p; p = p->next)
		if (p->users)
			put_off_page(p);
	written++;
	pthread_mutex_unlock(&pages);
}

void replay(void)
{
	pthread_mutex_lock(&journal);
	pthread_mutex_lock(&pages); // DEADLOCK 1
	written += put_off;
	pthread_mutex_unlock(&pages);
	pthread_mutex_unlock(&journal);
}
