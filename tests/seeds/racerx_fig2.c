/* racerx, Figure 2: two global locks, in one order where a task registers and in the other one where it unregisters. What
 * the driver does is cut to what the locks guard. */
typedef struct {
	unsigned int slock;
} spinlock_t;

typedef struct rtc_task {
	void (*func)(void *);
	void *private_data;
} rtc_task_t;

void spin_lock(spinlock_t *);
void spin_unlock(spinlock_t *);
void spin_lock_irq(spinlock_t *);
void spin_unlock_irq(spinlock_t *);

enum { RTC_IS_OPEN = 1, EINVAL = 22, EBUSY = 16, ENXIO = 6 };

static spinlock_t rtc_lock, rtc_task_lock;
static unsigned long rtc_status;
static rtc_task_t *rtc_callback;

int rtc_register(rtc_task_t *task)
{
	if (!task || !task->func)
		return -EINVAL;
	spin_lock_irq(&rtc_lock); // DEADLOCK 1
	if (rtc_status & RTC_IS_OPEN) {
		spin_unlock_irq(&rtc_lock);
		return -EBUSY;
	}
	spin_lock(&rtc_task_lock); // DEADLOCK 1
	if (rtc_callback) { // NORACE
		spin_unlock(&rtc_task_lock);
		spin_unlock_irq(&rtc_lock);
		return -EBUSY;
	}
	rtc_status |= RTC_IS_OPEN; // NORACE
	rtc_callback = task; // NORACE
	spin_unlock(&rtc_task_lock);
	spin_unlock_irq(&rtc_lock);
	return 0;
}

int rtc_unregister(rtc_task_t *task)
{
	spin_lock_irq(&rtc_task_lock); // DEADLOCK 1
	if (rtc_callback != task) { // NORACE
		spin_unlock_irq(&rtc_task_lock);
		return -ENXIO;
	}
	rtc_callback = 0; // NORACE
	spin_lock(&rtc_lock); // DEADLOCK 1
	rtc_status &= ~(unsigned long)RTC_IS_OPEN; // NORACE
	spin_unlock(&rtc_lock);
	spin_unlock_irq(&rtc_task_lock);
	return 0;
}
