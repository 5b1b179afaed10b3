/* relay, Figure 11 (conditional locking), with line 5 in front of line 4: an entry that names no area is taken to be of the
 * first one, which is then changed without the lock. Only the unlock still depends on the answer. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
	unsigned long val;
} swp_entry_t;

struct swap_info_struct {
	int inuse_pages;
};

static pthread_mutex_t swap_lock = PTHREAD_MUTEX_INITIALIZER;
static struct swap_info_struct swap_info[2];

static struct swap_info_struct *swap_info_get(swp_entry_t entry)
{
	struct swap_info_struct *p;

	if (!entry.val) /* 1 */
		goto bad;
	p = &swap_info[entry.val & 1];
	pthread_mutex_lock(&swap_lock); /* 2 */
	return p;
bad:
	return NULL; /* 3 */
}

static void swap_entry_free(struct swap_info_struct *p)
{
	p->inuse_pages--; // RACE 1
}

static void swap_free(swp_entry_t entry)
{
	struct swap_info_struct *p = swap_info_get(entry);

	swap_entry_free(p ? p : &swap_info[0]); /* 5 */
	if (p) /* 4 */
		pthread_mutex_unlock(&swap_lock);
}

static void *reclaim(void *argument)
{
	for (unsigned long i = 0; i < 6; i++)
		swap_free((swp_entry_t){ i % 3 });
	return argument;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, reclaim, NULL);
	pthread_create(&second, NULL, reclaim, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	printf("%d %d\n", swap_info[0].inuse_pages, swap_info[1].inuse_pages);
	return 0;
}
