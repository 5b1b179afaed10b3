/* Two attempts fail, and both go on as if they had not. */
// PROVED: confirmed
#include <pthread.h>

typedef pthread_mutex_t uv_mutex_t;
void uv_mutex_lock(uv_mutex_t *);
void uv_mutex_unlock(uv_mutex_t *);
int uv_mutex_init(uv_mutex_t *);
int uv_mutex_trylock(uv_mutex_t *);

static uv_mutex_t lock;
static int shared;

static void *work(void *unused)
{
	int result = uv_mutex_trylock(&lock);

	if (result < 0)
		shared++; // RACE
	if (result == 0)
		uv_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t, u;

	if (uv_mutex_init(&lock))
		return 1;
	uv_mutex_lock(&lock);
	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	uv_mutex_unlock(&lock);
	return 0;
}
