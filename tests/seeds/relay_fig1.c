/* relay, Figure 1: airo_thread takes the lock, airo_read_stats gives it back on both of its paths and writes stats.rx_p behind
 * the second one. Several threads are entered at airo_thread, on one device; the line numbers are the text's.
 *
 * The only race is the write at 5 with itself. vals and d->priv are only read, and pwr.ev is read under the lock. */
#include <pthread.h>
#include <stdio.h>

struct airo_info {
	pthread_mutex_t lock;
	struct {
		int ev;
	} pwr;
	struct {
		int rx_p;
	} stats;
};

struct net_device {
	struct airo_info *priv;
};

static int vals[64];

static void airo_read_stats(struct airo_info *ai)
{
	if (ai->pwr.ev) { /* 1 */ // NORACE
		pthread_mutex_unlock(&ai->lock); /* 2 */
		return; /* 3 */
	}
	pthread_mutex_unlock(&ai->lock); /* 4 */
	ai->stats.rx_p = vals[43]; /* 5 */ // RACE 1
}

static void *airo_thread(void *d)
{
	struct net_device *dev = d; /* 7 */
	struct airo_info *ai = dev->priv; // NORACE

	pthread_mutex_lock(&ai->lock);
	airo_read_stats(ai); /* 8 */
	return NULL;
}

int main(void)
{
	static struct airo_info info;
	static struct net_device device;
	pthread_t threads[3];

	pthread_mutex_init(&info.lock, NULL);
	device.priv = &info;
	for (int i = 0; i < 64; i++)
		vals[i] = i;
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, airo_thread, &device);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%d\n", info.stats.rx_p);
	return 0;
}

/* dump summary:airo_read_stats
   airo_read_stats {}, {ai->lock}
   ai->pwr.ev {}, {} read
   ai->stats.rx_p {}, {ai->lock} write
   vals[...] {}, {ai->lock} read
*/

/* dump summary:airo_thread
   airo_thread {}, {d->priv->lock}
   d->priv {}, {} read
   d->priv->lock {}, {} object use
   d->priv->pwr.ev {d->priv->lock}, {} read
   d->priv->stats.rx_p {}, {d->priv->lock} write
   vals[...] {}, {d->priv->lock} read
*/
