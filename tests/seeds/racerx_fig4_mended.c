/* racerx, Figure 4, mended: the value is taken with the lock in hand and given to the user without it. */
typedef struct {
	unsigned int slock;
} spinlock_t;

struct sock {
	int out_queue;
};

void spin_lock(spinlock_t *);
void spin_unlock(spinlock_t *);
int put_user(long value, long *to);

enum { SIOCOUTQ = 1, SIOCINQ = 2, EINVAL = 22 };

static spinlock_t atm_dev_lock;
static int devices;

int atm_ioctl(struct sock *sock, unsigned int cmd, long *arg)
{
	long value = 0;
	int ret_val = 0;

	spin_lock(&atm_dev_lock);
	switch (cmd) {
	case SIOCOUTQ:
		value = sock->out_queue;
		break;
	case SIOCINQ:
		value = devices;
		break;
	default:
		ret_val = -EINVAL;
	}
	spin_unlock(&atm_dev_lock);
	return ret_val ? ret_val : put_user(value, arg); // NOSLEEP-IN-ATOMIC
}
