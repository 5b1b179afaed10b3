#include <pthread.h>
#include <stddef.h>

struct map {
	pthread_rwlock_t lock;
	int n;
	int *value;
};

int *find_wrong(struct map *m, int key)
{
	pthread_rwlock_rdlock(&m->lock);
	for (int i = 0; i < m->n; i++)
		if (m->value[i] == key) {
			pthread_rwlock_unlock(&m->lock);
			return &m->value[i]; // NOLOCK-LEAK
		}
	return NULL; // LOCK-LEAK
}

int *find_right(struct map *m, int key)
{
	int *found = NULL;

	pthread_rwlock_rdlock(&m->lock);
	for (int i = 0; i < m->n; i++)
		if (m->value[i] == key) {
			found = &m->value[i];
			break;
		}
	pthread_rwlock_unlock(&m->lock); // NOUNLOCK-UNHELD
	return found;                    // NOLOCK-LEAK
}

int read_twice_release_once(struct map *m)
{
	pthread_rwlock_rdlock(&m->lock);
	if (m->n < 0) {
		pthread_rwlock_unlock(&m->lock);
		return -1;
	}
	pthread_rwlock_rdlock(&m->lock);
	if (m->n == 0) {
		pthread_rwlock_unlock(&m->lock);
		return -1; // LOCK-LEAK
	}
	pthread_rwlock_unlock(&m->lock);
	pthread_rwlock_unlock(&m->lock); // NOUNLOCK-UNHELD
	return 0;
}
