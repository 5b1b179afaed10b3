/* Annotations of Clang's Thread Safety Analysis for C, and what it has to know of pthreads. `snag annotate` writes them; for gcc,
 * and for clang without the attributes, they are nothing.
 *
 *     int n GUARDED_BY(lock);             a variable and its lock
 *     int n GUARDED_BY(&lock);            a member and the lock beside it, of whichever instance
 *     char *p PT_GUARDED_BY(lock);        what p points to
 *     void f(void) REQUIRES(lock);        callers hold it;  ACQUIRE: takes it;  RELEASE: gives it back
 *
 * Compile with: clang -Wthread-safety -Wno-thread-safety-attributes (pthread_mutex_t is not declared as a capability). */
#ifndef SNAG_ANNOTATIONS_H
#define SNAG_ANNOTATIONS_H

#if defined(__clang__)
#define SNAG_ANNOTATION(x) __attribute__((x))
#else
#define SNAG_ANNOTATION(x)
#endif

#ifndef GUARDED_BY
#define GUARDED_BY(x) SNAG_ANNOTATION(guarded_by(x))
#endif
#ifndef PT_GUARDED_BY
#define PT_GUARDED_BY(x) SNAG_ANNOTATION(pt_guarded_by(x))
#endif
#ifndef ACQUIRED_BEFORE
#define ACQUIRED_BEFORE(...) SNAG_ANNOTATION(acquired_before(__VA_ARGS__))
#endif
#ifndef ACQUIRED_AFTER
#define ACQUIRED_AFTER(...) SNAG_ANNOTATION(acquired_after(__VA_ARGS__))
#endif
#ifndef REQUIRES
#define REQUIRES(...) SNAG_ANNOTATION(requires_capability(__VA_ARGS__))
#endif
#ifndef ACQUIRE
#define ACQUIRE(...) SNAG_ANNOTATION(acquire_capability(__VA_ARGS__))
#endif
#ifndef RELEASE
#define RELEASE(...) SNAG_ANNOTATION(release_capability(__VA_ARGS__))
#endif
#ifndef NO_THREAD_SAFETY_ANALYSIS
#define NO_THREAD_SAFETY_ANALYSIS SNAG_ANNOTATION(no_thread_safety_analysis)
#endif

#if defined(__clang__)
#include <pthread.h>
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wthread-safety-attributes"
int pthread_mutex_lock(pthread_mutex_t *m) SNAG_ANNOTATION(acquire_capability(*m));
int pthread_mutex_trylock(pthread_mutex_t *m) SNAG_ANNOTATION(try_acquire_capability(0, *m));
int pthread_mutex_unlock(pthread_mutex_t *m) SNAG_ANNOTATION(release_capability(*m));
int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) SNAG_ANNOTATION(requires_capability(*m));
#ifdef PTHREAD_RWLOCK_INITIALIZER
int pthread_rwlock_wrlock(pthread_rwlock_t *m) SNAG_ANNOTATION(acquire_capability(*m));
int pthread_rwlock_rdlock(pthread_rwlock_t *m) SNAG_ANNOTATION(acquire_shared_capability(*m));
int pthread_rwlock_trywrlock(pthread_rwlock_t *m) SNAG_ANNOTATION(try_acquire_capability(0, *m));
int pthread_rwlock_tryrdlock(pthread_rwlock_t *m) SNAG_ANNOTATION(try_acquire_shared_capability(0, *m));
int pthread_rwlock_unlock(pthread_rwlock_t *m) SNAG_ANNOTATION(release_generic_capability(*m));
#endif
#if defined(_POSIX_C_SOURCE) && _POSIX_C_SOURCE >= 200112L
int pthread_spin_lock(pthread_spinlock_t *m) SNAG_ANNOTATION(acquire_capability(*m));
int pthread_spin_trylock(pthread_spinlock_t *m) SNAG_ANNOTATION(try_acquire_capability(0, *m));
int pthread_spin_unlock(pthread_spinlock_t *m) SNAG_ANNOTATION(release_capability(*m));
#endif
#pragma clang diagnostic pop
#endif

#endif
