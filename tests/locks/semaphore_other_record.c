/* `down` and `up` of another library move a gear: to move it down twice is no mistake, and nobody waits there. */
#include <pthread.h>

struct gear {
	int at;
};

void down(struct gear *);
void up(struct gear *);

static struct gear gear;

static void *worker(void *unused)
{
	down(&gear);
	return unused; // NORACE
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	down(&gear); // NORACE
	down(&gear); // NORACE
	up(&gear);
	return 0;
}
