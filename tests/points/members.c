// A callback that is set by a function and called through its member; the same signature in another record is another callback.
struct timer { void (*fire)(void *); void *arg; };
struct button { void (*press)(void *); void *arg; };
static struct timer timer;
static struct button button;
static int ticks, clicks;

static void tick(void *p) { ++*(int *)p; }
static void click(void *p) { ++*(int *)p; }
static void set_timer(struct timer *t, void (*f)(void *), void *arg) { t->fire = f, t->arg = arg; }
static void set_button(struct button *b, void (*f)(void *), void *arg) { b->press = f, b->arg = arg; }
void fire(struct timer *t) { t->fire(t->arg); }
void press(struct button *b) { b->press(b->arg); }

int main(void)
{
	set_timer(&timer, tick, &ticks);
	set_button(&button, click, &clicks);
	fire(&timer);
	press(&button);
	return 0;
}

/* dump-has points:fire
   call by field { tick }
*/
/* dump-has points:press
   call by field { click }
*/
/* dump-has points:tick
   { ticks }
*/
/* dump-lacks points:tick
   clicks
*/
