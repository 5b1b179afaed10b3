/* As much of Zephyr's headers as the programs here need. */
#ifndef ZEPHYR_H
#define ZEPHYR_H

#include <stddef.h>

typedef struct {
	long ticks;
} k_timeout_t;
#define K_FOREVER ((k_timeout_t){ -1 })
#define K_NO_WAIT ((k_timeout_t){ 0 })

struct k_mutex {
	void *wait_q[2], *owner;
	unsigned lock_count;
};
struct k_sem {
	void *wait_q[2];
	unsigned count, limit;
};
struct k_spinlock {
	volatile long locked;
};
typedef struct {
	int key;
} k_spinlock_key_t;
struct k_thread {
	void *base[16];
};
typedef struct k_thread *k_tid_t;
struct k_work {
	void *node;
	void (*handler)(struct k_work *);
	unsigned flags;
};
struct k_timer {
	void *node[4];
	void (*expiry)(struct k_timer *);
};

int k_mutex_lock(struct k_mutex *, k_timeout_t);
int k_mutex_unlock(struct k_mutex *);
int k_sem_init(struct k_sem *, unsigned initial, unsigned limit);
int k_sem_take(struct k_sem *, k_timeout_t);
void k_sem_give(struct k_sem *);
k_spinlock_key_t k_spin_lock(struct k_spinlock *);
void k_spin_unlock(struct k_spinlock *, k_spinlock_key_t);
unsigned irq_lock(void);
void irq_unlock(unsigned);
k_tid_t k_thread_create(struct k_thread *, void *stack, size_t, void (*)(void *, void *, void *), void *, void *, void *, int priority,
			unsigned options, k_timeout_t delay);
int k_thread_join(k_tid_t, k_timeout_t);
void k_work_init(struct k_work *, void (*)(struct k_work *));
int k_work_submit(struct k_work *);
void k_timer_init(struct k_timer *, void (*expiry)(struct k_timer *), void (*stop)(struct k_timer *));
void k_timer_start(struct k_timer *, k_timeout_t, k_timeout_t);

#endif
