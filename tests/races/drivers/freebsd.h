/* As much of FreeBSD's headers as the programs here need: what the macros of the manual become in a module. */
#ifndef FREEBSD_H
#define FREEBSD_H

#include <stddef.h>
#include <stdint.h>

struct lock_object {
	const char *lo_name;
	unsigned lo_flags, lo_data;
};
struct mtx {
	struct lock_object lock_object;
	volatile uintptr_t mtx_lock;
};
struct sx {
	struct lock_object lock_object;
	volatile uintptr_t sx_lock;
};
struct rwlock {
	struct lock_object lock_object;
	volatile uintptr_t rw_lock;
};
struct callout {
	void *c_links[2];
	int64_t c_time;
};
struct task {
	struct task *next;
	unsigned short ta_pending;
	void (*ta_func)(void *, int);
	void *ta_context;
};
struct taskqueue;

void _mtx_init(volatile uintptr_t *, const char *name, const char *type, int opts);
#define mtx_init(m, name, type, opts) _mtx_init(&(m)->mtx_lock, (name), (type), (opts))
void __mtx_lock_flags(volatile uintptr_t *, int opts, const char *file, int line);
void __mtx_unlock_flags(volatile uintptr_t *, int opts, const char *file, int line);
void __mtx_lock_spin_flags(volatile uintptr_t *, int opts, const char *file, int line);
void __mtx_unlock_spin_flags(volatile uintptr_t *, int opts, const char *file, int line);
#define mtx_lock(m) __mtx_lock_flags(&(m)->mtx_lock, 0, __FILE__, __LINE__)
#define mtx_unlock(m) __mtx_unlock_flags(&(m)->mtx_lock, 0, __FILE__, __LINE__)
#define mtx_lock_spin(m) __mtx_lock_spin_flags(&(m)->mtx_lock, 0, __FILE__, __LINE__)
#define mtx_unlock_spin(m) __mtx_unlock_spin_flags(&(m)->mtx_lock, 0, __FILE__, __LINE__)
int _sx_xlock(struct sx *, int opts, const char *file, int line);
int _sx_slock(struct sx *, int opts, const char *file, int line);
void _sx_xunlock(struct sx *, const char *file, int line);
void _sx_sunlock(struct sx *, const char *file, int line);
#define sx_xlock(s) (void)_sx_xlock((s), 0, __FILE__, __LINE__)
#define sx_slock(s) (void)_sx_slock((s), 0, __FILE__, __LINE__)
#define sx_xunlock(s) _sx_xunlock((s), __FILE__, __LINE__)
#define sx_sunlock(s) _sx_sunlock((s), __FILE__, __LINE__)
void _rw_wlock_cookie(volatile uintptr_t *, const char *file, int line);
void __rw_rlock(volatile uintptr_t *, const char *file, int line);
void _rw_wunlock_cookie(volatile uintptr_t *, const char *file, int line);
void _rw_runlock_cookie(volatile uintptr_t *, const char *file, int line);
#define rw_wlock(r) _rw_wlock_cookie(&(r)->rw_lock, __FILE__, __LINE__)
#define rw_rlock(r) __rw_rlock(&(r)->rw_lock, __FILE__, __LINE__)
#define rw_wunlock(r) _rw_wunlock_cookie(&(r)->rw_lock, __FILE__, __LINE__)
#define rw_runlock(r) _rw_runlock_cookie(&(r)->rw_lock, __FILE__, __LINE__)
int callout_reset_sbt_on(struct callout *, int64_t when, int64_t precision, void (*)(void *), void *, int cpu, int flags);
#define callout_reset(c, ticks, f, arg) callout_reset_sbt_on((c), (ticks), 0, (f), (arg), -1, 0)
int taskqueue_enqueue(struct taskqueue *, struct task *);
#define TASK_INIT(t, f, arg) ((t)->ta_pending = 0, (t)->ta_func = (f), (t)->ta_context = (arg))
int kthread_add(void (*)(void *), void *, void *proc, void **thread, int flags, int pages, const char *format, ...);

#endif
