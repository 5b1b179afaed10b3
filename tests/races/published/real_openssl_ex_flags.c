/* OpenSSL, pull request 6786: what a certificate's extensions say is worked out at its first use, under a lock. That it was is kept in a bit of the flags,
 * which is looked at in front of the lock; and the bit is set before the last of what it stands for. */
#include <pthread.h>

#define EXFLAG_CA 0x10u
#define EXFLAG_SET 0x100u

struct x509 {
	pthread_mutex_t lock;
	unsigned ex_flags;
	long ex_pathlen;
	int version;
};

static void cache_extensions(struct x509 *x)
{
	if (x->ex_flags & EXFLAG_SET) // RACE 1
		return;
	pthread_mutex_lock(&x->lock);
	if (!(x->ex_flags & EXFLAG_SET)) {
		if (x->version == 2)
			x->ex_flags |= EXFLAG_CA; // RACE 1
		x->ex_flags |= EXFLAG_SET; // RACE 1
		x->ex_pathlen = x->version - 1; // RACE 2
	}
	pthread_mutex_unlock(&x->lock);
}

int x509_check_ca(struct x509 *x)
{
	cache_extensions(x);
	return x->ex_flags & EXFLAG_CA ? 1 : 0; // RACE 1: others may still be at it
}

long x509_get_pathlen(struct x509 *x)
{
	cache_extensions(x);
	return x->ex_pathlen; // RACE 2: the bit may be there and the number not yet
}
