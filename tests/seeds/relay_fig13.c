/* relay, Figure 13, the race that survived all filters: iounmap finds an area under the read lock, but reads its size behind the
 * unlock, while __remove_vm_area shortens it under the write lock. phys_addr is never written again. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

#define PAGE_SHIFT 12
#define PAGE_SIZE (1ul << PAGE_SHIFT)

struct vm_struct {
	struct vm_struct *next;
	const char *addr;
	unsigned long phys_addr, size;
};

static pthread_rwlock_t vmlist_lock = PTHREAD_RWLOCK_INITIALIZER;
static struct vm_struct areas[2] = { { &areas[1], "fb", 0x1000, 4 * PAGE_SIZE }, { NULL, "rom", 0x9000, 2 * PAGE_SIZE } };
static struct vm_struct *vmlist = areas;

static void change_page_attr(unsigned long page, unsigned long pages)
{
	printf("%lu pages at %lu\n", pages, page);
}

static void unmap_vm_area(const struct vm_struct *area)
{
	printf("%s unmapped\n", area->addr);
}

static void iounmap(const char *addr)
{
	struct vm_struct *p;

	pthread_rwlock_rdlock(&vmlist_lock);
	for (p = vmlist; p; p = p->next) {
		if (p->addr == addr)
			break;
	}
	pthread_rwlock_unlock(&vmlist_lock); /* 1 */
	if (!p)
		return;
	change_page_attr(p->phys_addr >> PAGE_SHIFT,
			 p->size >> PAGE_SHIFT); /* 2 */ // RACE 1
}

/* called with the write lock */
static struct vm_struct *__remove_vm_area(const char *addr)
{
	struct vm_struct *t;

	for (t = vmlist; t != NULL; t = t->next) { /* 3 */
		if (t->addr == addr)
			break;
	}
	if (!t)
		return NULL;
	unmap_vm_area(t); /* 4 */
	t->size -= PAGE_SIZE; /* 5 */ // RACE 1
	return t;
}

static void *driver(void *addr)
{
	iounmap(addr);
	return NULL;
}

static void *remover(void *addr)
{
	pthread_rwlock_wrlock(&vmlist_lock);
	__remove_vm_area(addr);
	pthread_rwlock_unlock(&vmlist_lock);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, driver, (void *)areas[0].addr);
	pthread_create(&second, NULL, remover, (void *)areas[0].addr);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
