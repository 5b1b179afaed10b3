/* More locks, or more atomic objects, than order accesses one by one: those beyond share one clock, and then what is not ordered
 * may be taken for ordered. */
// search: --define SYNCS=300 --switches 1 race @before @behind : not within: 256 addresses that order accesses
// search: --define SYNCS=2 --switches 30 --seconds 60 race @before @behind : not within: all schedules: the search is complete
// search: --define ATOMICS=300 --switches 1 race @before @behind : not within: 256 addresses that order accesses
// search: --define ATOMICS=2 --switches 30 --seconds 60 race @before @behind : not within: all schedules: the search is complete
// search: --define SYNCS=2 --replay 1 race @unordered @behind : found: confirmed;
#include <pthread.h>
#include <stdatomic.h>

static int x;
#ifdef SYNCS
static pthread_mutex_t lock[SYNCS];

static void use(int i)
{
	pthread_mutex_lock(&lock[i]);
	pthread_mutex_unlock(&lock[i]);
}
enum { MANY = SYNCS };
#else
static atomic_int flag[ATOMICS];

static void use(int i)
{
	atomic_store(&flag[i], 1);
}
enum { MANY = ATOMICS };
#endif

static void *work(void *a)
{
	x = 1; // @before
	for (int i = 0; i < MANY; i++)
		use(i);
	return a;
}

static void *other(void *a)
{
	x = 3; // @unordered
	return a;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
	pthread_create(&u, 0, other, 0);
	x = 2; // @behind
	return 0;
}
