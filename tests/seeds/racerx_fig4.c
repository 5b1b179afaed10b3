/* racerx, Figure 4: put_user can sleep, when a page of the user has to be fetched, and a spin lock is held. Two of the many
 * places in the function. */
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
	int ret_val;

	spin_lock(&atm_dev_lock); // SLEEP-IN-ATOMIC 1; SLEEP-IN-ATOMIC 2
	switch (cmd) {
	case SIOCOUTQ:
		ret_val = put_user(sock->out_queue, arg); // SLEEP-IN-ATOMIC 1
		break;
	case SIOCINQ:
		ret_val = put_user(devices, arg); // SLEEP-IN-ATOMIC 2
		break;
	default:
		ret_val = -EINVAL;
	}
	spin_unlock(&atm_dev_lock);
	return ret_val;
}
