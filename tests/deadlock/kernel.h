/* What the programs of this folder use of a kernel: as its headers look to an analysis when nothing is inlined, with lockdep on. */
#ifndef KERNEL_H
#define KERNEL_H

#include <stddef.h>

typedef struct raw_spinlock {
	unsigned int slock;
} raw_spinlock_t;

typedef struct spinlock {
	struct raw_spinlock rlock;
} spinlock_t;

typedef struct {
	unsigned int value;
} rwlock_t;

struct mutex {
	long owner;
	long waiters; /* as in the kernel: more than one member, so that it does not look like a mere number */
};

struct rw_semaphore {
	long count;
};

struct semaphore {
	unsigned int count;
};

struct completion {
	unsigned int done;
};

struct lockdep_map {
	const char *name;
};

struct work_struct {
	long data;
	void *entry[2];
	void (*func)(struct work_struct *);
};

struct timer_list {
	void *entry[2];
	unsigned long expires;
	void (*function)(struct timer_list *);
};

void _raw_spin_lock(raw_spinlock_t *);
void _raw_spin_unlock(raw_spinlock_t *);
void _raw_spin_lock_irq(raw_spinlock_t *);
void _raw_spin_unlock_irq(raw_spinlock_t *);
void _raw_spin_lock_bh(raw_spinlock_t *);
void _raw_spin_unlock_bh(raw_spinlock_t *);
int _raw_spin_trylock(raw_spinlock_t *);
unsigned long _raw_spin_lock_irqsave(raw_spinlock_t *);
void _raw_spin_unlock_irqrestore(raw_spinlock_t *, unsigned long flags);
void _raw_read_lock(rwlock_t *);
void _raw_read_unlock(rwlock_t *);
void _raw_write_lock(rwlock_t *);
void _raw_write_unlock(rwlock_t *);
void mutex_lock_nested(struct mutex *, unsigned int subclass);
int mutex_lock_interruptible_nested(struct mutex *, unsigned int subclass);
int mutex_trylock(struct mutex *);
void mutex_unlock(struct mutex *);
void down_read(struct rw_semaphore *);
void up_read(struct rw_semaphore *);
void down_write(struct rw_semaphore *);
int down_write_trylock(struct rw_semaphore *);
void up_write(struct rw_semaphore *);
void down(struct semaphore *);
void up(struct semaphore *);
void __rcu_read_lock(void);
void __rcu_read_unlock(void);
void __preempt_count_add(int);
void __preempt_count_sub(int);
void arch_local_irq_disable(void);
void arch_local_irq_enable(void);
void wait_for_completion(struct completion *);
void complete(struct completion *);
int queue_work_on(int cpu, void *queue, struct work_struct *);
_Bool flush_work(struct work_struct *);
_Bool cancel_work_sync(struct work_struct *);
void init_timer_key(struct timer_list *, void (*)(struct timer_list *), unsigned int, const char *, void *);
int timer_delete_sync(struct timer_list *);
int request_threaded_irq(unsigned int, int (*handler)(int, void *), int (*thread)(int, void *), unsigned long, const char *,
			 void *);
unsigned long _copy_from_user(void *to, const void *from, unsigned long n);
void *__kmalloc(size_t, unsigned int flags);
void kfree(const void *);
void msleep(unsigned int);
void schedule(void);
int lock_is_held_type(const struct lockdep_map *, int read);
void __warn(void);
int _printk(const char *, ...);

#define mutex_lock(l) mutex_lock_nested(l, 0)
#define mutex_lock_interruptible(l) mutex_lock_interruptible_nested(l, 0)
#define GFP_KERNEL 0xcc0u
#define GFP_ATOMIC 0xa20u

static inline void spin_lock(spinlock_t *lock)
{
	_raw_spin_lock(&lock->rlock);
}

static inline void spin_unlock(spinlock_t *lock)
{
	_raw_spin_unlock(&lock->rlock);
}

static inline void spin_lock_irq(spinlock_t *lock)
{
	_raw_spin_lock_irq(&lock->rlock);
}

static inline void spin_unlock_irq(spinlock_t *lock)
{
	_raw_spin_unlock_irq(&lock->rlock);
}

#endif
