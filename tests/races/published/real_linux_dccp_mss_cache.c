/* Linux, CVE-2023-53839: dccp_sendmsg read the cached segment size of the socket before it took the socket's lock, under which
 * another thread may be changing it. The socket's lock is a mutex here. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct dccp_sock {
	pthread_mutex_t sk_lock;
	unsigned int dccps_mss_cache;
	unsigned int sent;
};

static void lock_sock(struct dccp_sock *dp)
{
	pthread_mutex_lock(&dp->sk_lock);
}

static void release_sock(struct dccp_sock *dp)
{
	pthread_mutex_unlock(&dp->sk_lock);
}

static int dccp_sendmsg(struct dccp_sock *dp, unsigned int len)
{
	if (len > dp->dccps_mss_cache) // RACE 1
		return -EMSGSIZE;
	lock_sock(dp);
	dp->sent += len; // NORACE
	release_sock(dp);
	return 0;
}

static void dccp_sync_mss(struct dccp_sock *dp, unsigned int pmtu)
{
	lock_sock(dp);
	dp->dccps_mss_cache = pmtu - 40; // RACE 1
	release_sock(dp);
}

static void *sender(void *dp)
{
	for (unsigned int i = 0; i < 10; i++)
		dccp_sendmsg(dp, 200 * i);
	return NULL;
}

static void *path_discovery(void *dp)
{
	for (unsigned int i = 0; i < 10; i++)
		dccp_sync_mss(dp, 1500 - 100 * i);
	return NULL;
}

int main(void)
{
	struct dccp_sock *dp = calloc(1, sizeof *dp);
	pthread_t first, second;

	if (!dp)
		return 1;
	pthread_mutex_init(&dp->sk_lock, NULL);
	dp->dccps_mss_cache = 1460;
	pthread_create(&first, NULL, sender, dp);
	pthread_create(&second, NULL, path_discovery, dp);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	printf("%u\n", dp->sent);
	free(dp);
	return 0;
}
