/* What a page would have to be for the journal to be asked for below the lock of pages never comes together: its age and its color are odd, and so is
 * age + 3 * color + 1, of which an even half is asked for. Two dozen conditions stand on the way; which of them exclude each other only arithmetic tells. */
#include <pthread.h>

static pthread_mutex_t pages = PTHREAD_MUTEX_INITIALIZER, journal = PTHREAD_MUTEX_INITIALIZER;
static int written, put_off;

struct page {
	unsigned kind, age, users, color;
	struct page *next;
};

int is_loose(const struct page *, int of_kind);

static void put_off_page(const struct page *p)
{
	if (is_loose(p, 1))
		return;
	if (is_loose(p, 2))
		return;
	if (is_loose(p, 3))
		return;
	if (is_loose(p, 4))
		return;
	if (is_loose(p, 5))
		return;
	if (is_loose(p, 6))
		return;
	if (is_loose(p, 7))
		return;
	if (is_loose(p, 8))
		return;
	if (is_loose(p, 9))
		return;
	if (is_loose(p, 10))
		return;
	if (is_loose(p, 11))
		return;
	if (is_loose(p, 12))
		return;
	if (is_loose(p, 13))
		return;
	if (is_loose(p, 14))
		return;
	if (is_loose(p, 15))
		return;
	if (is_loose(p, 16))
		return;
	if (is_loose(p, 17))
		return;
	if (is_loose(p, 18))
		return;
	if (is_loose(p, 19))
		return;
	if (is_loose(p, 20))
		return;
	if (is_loose(p, 21))
		return;
	if (is_loose(p, 22))
		return;
	if (p->age % 4 != 1 || p->color % 2 != 1 || (2 * p->age + 6 * p->color + 2) / 2 % 2 != 0)
		return;
	pthread_mutex_lock(&journal); // NODEADLOCK
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
	pthread_mutex_lock(&pages); // NODEADLOCK
	written += put_off;
	pthread_mutex_unlock(&pages);
	pthread_mutex_unlock(&journal);
}
