/* OpenSSL, issue 28936, as it should be: the look stands between the read lock and its release. */
#include <pthread.h>
#include <stdlib.h>

struct pkey {
	pthread_rwlock_t lock;
	size_t dirty_cnt;
	size_t dirty_cnt_copy;
	void *keydata;
};

static void *find_copy(struct pkey *pk)
{
	void *found = NULL;

	pthread_rwlock_rdlock(&pk->lock);
	if (pk->dirty_cnt_copy == pk->dirty_cnt)
		found = pk->keydata;
	pthread_rwlock_unlock(&pk->lock);
	return found;
}

void *pkey_export(struct pkey *pk)
{
	void *copy = find_copy(pk);

	if (copy)
		return copy;
	copy = malloc(64);
	pthread_rwlock_wrlock(&pk->lock);
	if (pk->keydata && pk->dirty_cnt_copy == pk->dirty_cnt) {
		free(copy);
		copy = pk->keydata;
	} else {
		pk->keydata = copy;
		pk->dirty_cnt_copy = pk->dirty_cnt;
	}
	pthread_rwlock_unlock(&pk->lock);
	return copy;
}
