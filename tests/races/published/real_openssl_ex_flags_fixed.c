/* OpenSSL, pull request 6786, by the other way that was discussed there (pull request 6916): look under the lock as well. */
#include <pthread.h>

#define EXFLAG_CA 0x10u
#define EXFLAG_SET 0x100u

struct x509 {
	pthread_mutex_t lock;
	unsigned ex_flags;
	long ex_pathlen;
	int version;
};

static void cache_extensions_locked(struct x509 *x)
{
	if (x->ex_flags & EXFLAG_SET)
		return;
	if (x->version == 2)
		x->ex_flags |= EXFLAG_CA;
	x->ex_pathlen = x->version - 1;
	x->ex_flags |= EXFLAG_SET;
}

int x509_check_ca(struct x509 *x)
{
	int ca;

	pthread_mutex_lock(&x->lock);
	cache_extensions_locked(x);
	ca = x->ex_flags & EXFLAG_CA ? 1 : 0;
	pthread_mutex_unlock(&x->lock);
	return ca;
}

long x509_get_pathlen(struct x509 *x)
{
	long length;

	pthread_mutex_lock(&x->lock);
	cache_extensions_locked(x);
	length = x->ex_pathlen;
	pthread_mutex_unlock(&x->lock);
	return length;
}
