/* Eight locks for 32 elements: element 10 has lock 2. */
#include <pthread.h>
#include <stdlib.h>
struct pool { pthread_rwlock_t lock[8]; long v[32]; };
static void put(struct pool *p, unsigned i)
{
	pthread_rwlock_wrlock(&p->lock[i % 8]);
	p->v[i % 32]++;                     // NORACE
	pthread_rwlock_unlock(&p->lock[i % 8]);
}
static long ten(struct pool *p)
{
	long v;
	pthread_rwlock_rdlock(&p->lock[2]);
	v = p->v[10];                       // NORACE
	pthread_rwlock_unlock(&p->lock[2]);
	return v;
}
static struct pool pool;
static void *w(void *p) { put(&pool, rand()); return 0; }
static void *r(void *p) { return (void *) ten(&pool); }
int main(void)
{
	pthread_t a, b;
	for (int i = 0; i < 8; i++)
		pthread_rwlock_init(&pool.lock[i], 0);
	pthread_create(&a, 0, w, 0);
	pthread_create(&b, 0, r, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
