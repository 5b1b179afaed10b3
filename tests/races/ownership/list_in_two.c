/* Maps go from one list to another, each with its lock, but somebody also hangs the first one of the pool into the other list while it stays in the
 * pool: who takes it out of the pool is not the only one to know it. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

#define list_entry(ptr, type, member) ((type *)(void *)((char *)(ptr) - offsetof(type, member)))

struct list_head {
	struct list_head *next;
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
static struct list_head page_addr_pool;
static struct page_address_slot slot = { PTHREAD_MUTEX_INITIALIZER, { NULL } };
static struct page_address_map maps[8];

static void list_add(struct list_head *new, struct list_head *head)
{
	new->next = head->next; // NORACE reported: what may be in two structures is not taken
	head->next = new;
}

static void list_del_first(struct list_head *head)
{
	head->next = head->next->next;
}

static void set_page_address(struct page_address_slot *pas, void *virtual)
{
	struct page_address_map *pam;

	pthread_mutex_lock(&pool_lock);
	pam = list_entry(page_addr_pool.next, struct page_address_map, list);
	list_del_first(&page_addr_pool);
	pthread_mutex_unlock(&pool_lock);
	pam->virtual = virtual; // RACE 1
	pthread_mutex_lock(&pas->lock);
	list_add(&pam->list, &pas->lh);
	pthread_mutex_unlock(&pas->lock);
}

static int mapped(struct page_address_slot *pas, void *virtual)
{
	int found = 0;

	pthread_mutex_lock(&pas->lock);
	for (struct list_head *p = pas->lh.next; p; p = p->next)
		if (list_entry(p, struct page_address_map, list)->virtual == virtual) // RACE 1
			found = 1;
	pthread_mutex_unlock(&pas->lock);
	return found;
}

static void copy_first(void)
{
	pthread_mutex_lock(&pool_lock);
	pthread_mutex_lock(&slot.lock);
	slot.lh.next = page_addr_pool.next;
	pthread_mutex_unlock(&slot.lock);
	pthread_mutex_unlock(&pool_lock);
}

static void *kmap(void *virtual)
{
	int seen = 0;

	copy_first();
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
