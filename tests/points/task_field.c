/* A queued work object runs what is stored in its field that holds tasks, although it lies in memory that is also read and written by no name: other
 * functions that are there do not become work. */
struct workqueue;
struct work_struct { long data; struct work_struct *next; void (*func)(struct work_struct *); };
_Bool queue_work_on(int, struct workqueue *, struct work_struct *);
void *kmalloc(unsigned long, unsigned);

struct device { void (*remove)(struct work_struct *); struct work_struct work; };
static long ticks, removals;
static void tick(struct work_struct *w) { ticks += w->data; } // RACE
static void removed(struct work_struct *w) { removals += w->data; } // NORACE reported: nobody calls it

/* word by word, so that all words of a device are one */
struct pair { void *word, *next; };

unsigned long words(struct device *d)
{
	struct pair *p = (struct pair *)d, *end = (struct pair *)(d + 1);
	unsigned long n = 0;

	for (; p < end; p = (struct pair *)&p->next)
		n += p->word != 0;
	return n;
}

int start(struct workqueue *q)
{
	struct device *d = kmalloc(sizeof *d, 0);

	d->remove = removed; // NORACE: fresh
	d->work.func = tick; // NORACE: fresh
	return queue_work_on(1, q, &d->work) + (words(d) > 3);
}

/* dump-has points:start
   task by field { tick }
*/
/* dump-lacks points:start
   { tick, removed }
*/
