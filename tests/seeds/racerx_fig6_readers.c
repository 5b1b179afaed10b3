/* racerx, Figure 6, with the read locks that the figure has, and a static `inetdev_lock`, to which nobody writes: that a reader has
 * it keeps no other reader waiting. The lock of a device is another matter. Who calls these functions has devices, and may wait to
 * write to one between the two readers. */
typedef struct {
	unsigned int slock;
} spinlock_t;

typedef struct {
	unsigned int value;
} rwlock_t;

struct ip_mc_list {
	struct ip_mc_list *next;
	spinlock_t lock;
	int tm_running;
};

struct in_device {
	rwlock_t lock;
	struct ip_mc_list *mc_list;
	unsigned int address;
};

struct net_device {
	struct in_device *ip_ptr;
};

void spin_lock(spinlock_t *);
void spin_unlock(spinlock_t *);
void spin_lock_bh(spinlock_t *);
void spin_unlock_bh(spinlock_t *);
void read_lock(rwlock_t *);
void read_unlock(rwlock_t *);

static rwlock_t inetdev_lock;

unsigned int inet_select_addr(struct net_device *dev)
{
	unsigned int addr = 0;
	struct in_device *in_dev;

	read_lock(&inetdev_lock); // NODEADLOCK
	in_dev = dev->ip_ptr;
	if (!in_dev)
		goto out_unlock_inetdev;
	read_lock(&in_dev->lock); // DEADLOCK 1
	addr = in_dev->address;
	read_unlock(&in_dev->lock);
out_unlock_inetdev:
	read_unlock(&inetdev_lock);
	return addr;
}

static unsigned int fib_res_prefsrc(struct net_device *dev)
{
	return inet_select_addr(dev);
}

static unsigned int ip_route_output_slow(struct net_device *dev)
{
	return fib_res_prefsrc(dev);
}

static unsigned int ip_route_output_key_slow(struct net_device *dev)
{
	return ip_route_output_slow(dev);
}

static unsigned int ip_route_output_key(struct net_device *dev)
{
	return ip_route_output_key_slow(dev);
}

static int igmp_send_report(struct net_device *dev)
{
	return ip_route_output_key(dev) != 0;
}

void igmp_timer_expire(struct ip_mc_list *im, struct net_device *dev)
{
	spin_lock(&im->lock); // DEADLOCK 1
	im->tm_running = 0; // NORACE
	igmp_send_report(dev);
	spin_unlock(&im->lock);
}

static void igmp_mod_timer(struct ip_mc_list *im)
{
	spin_lock_bh(&im->lock); // DEADLOCK 1
	im->tm_running = 1; // NORACE
	spin_unlock_bh(&im->lock);
}

void igmp_heard_query(struct in_device *in_dev)
{
	read_lock(&in_dev->lock); // DEADLOCK 1
	for (struct ip_mc_list *im = in_dev->mc_list; im; im = im->next)
		igmp_mod_timer(im);
	read_unlock(&in_dev->lock);
}
