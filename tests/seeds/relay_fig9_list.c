/* relay, Figure 9 (unsharing), with the kernel's doubly linked lists: to take a map out of one list, or to put it into the other,
 * is to write to its neighbours, too, which are in that list and so under its lock. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

#define list_entry(ptr, type, member) ((type *)(void *)((char *)(ptr) - offsetof(type, member)))

struct list_head {
	struct list_head *next, *prev;
};

struct page_address_map {
	void *virtual;
	struct list_head list;
};

struct page_address_slot {
	pthread_mutex_t lock;
	struct list_head lh;
};

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static struct list_head page_addr_pool = { &page_addr_pool, &page_addr_pool };
static struct page_address_slot slot = { PTHREAD_MUTEX_INITIALIZER, { &slot.lh, &slot.lh } };
static struct page_address_map maps[8];

static void list_add(struct list_head *new, struct list_head *head)
{
	new->next = head->next; // NORACE
	new->prev = head;
	head->next->prev = new;
	head->next = new;
}

static void list_del(struct list_head *entry)
{
	entry->next->prev = entry->prev; // NORACE
	entry->prev->next = entry->next; // NORACE
}

static void set_page_address(struct page_address_slot *pas, void *virtual)
{
	struct page_address_map *pam;

	pthread_mutex_lock(&pool_lock);
	pam = list_entry(page_addr_pool.next, struct page_address_map, list);
	list_del(&pam->list); /* 1 */
	pthread_mutex_unlock(&pool_lock);
	pam->virtual = virtual; /* 2 */ // NORACE
	pthread_mutex_lock(&pas->lock);
	list_add(&pam->list, &pas->lh); /* 3 */
	pthread_mutex_unlock(&pas->lock);
}

static int mapped(struct page_address_slot *pas, void *virtual)
{
	int found = 0;

	pthread_mutex_lock(&pas->lock);
	for (struct list_head *p = pas->lh.next; p != &pas->lh; p = p->next)
		if (list_entry(p, struct page_address_map, list)->virtual == virtual) // NORACE
			found = 1;
	pthread_mutex_unlock(&pas->lock);
	return found;
}

static void *kmap(void *virtual)
{
	int seen = 0;

	for (int i = 0; i < 4; i++) {
		set_page_address(&slot, virtual);
		seen += mapped(&slot, virtual);
	}
	return seen ? virtual : NULL;
}

int main(void)
{
	pthread_t first, second;

	for (int i = 0; i < 8; i++)
		list_add(&maps[i].list, &page_addr_pool);
	pthread_create(&first, NULL, kmap, "one");
	pthread_create(&second, NULL, kmap, "two");
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	printf("%d\n", mapped(&slot, NULL));
	return 0;
}
