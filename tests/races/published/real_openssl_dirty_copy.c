/* OpenSSL, issue 28936: whether the copy of a key that a provider has is still the newest is looked up once more behind the read lock of the key, beside
 * who brings it up to date under the write lock. */
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
	void *found;

	pthread_rwlock_rdlock(&pk->lock);
	found = pk->keydata;
	pthread_rwlock_unlock(&pk->lock);
	return found;
}

void *pkey_export(struct pkey *pk)
{
	void *copy = find_copy(pk);

	if (copy && pk->dirty_cnt_copy == pk->dirty_cnt) // RACE 1
		return copy;
	copy = malloc(64);
	pthread_rwlock_wrlock(&pk->lock);
	if (pk->keydata && pk->dirty_cnt_copy == pk->dirty_cnt) {
		free(copy);
		copy = pk->keydata;
	} else {
		pk->keydata = copy;
		pk->dirty_cnt_copy = pk->dirty_cnt; // RACE 1
	}
	pthread_rwlock_unlock(&pk->lock);
	return copy;
}
