/* A member that was compared with a table right before it is read again holds that table; not if it may have been changed in between, or if there is another
 * way to the second read. */
struct ops { int (*send)(int); };
struct conn { const struct ops *ops; long n; };
struct kept { const struct ops *ops; long n; };
struct changed { const struct ops *ops; long a, n; };
struct unlike { const struct ops *ops; long a, b, n; };
struct passed { const struct ops *ops; long a, b, c, n; };

static struct kept kept;
static struct changed changed;
static struct unlike unlike;
static struct passed passed;

static int raw_send(int n) { return n; }
static int tls_send(int n) { return n + 1; }
static const struct ops raw = { raw_send }, tls = { tls_send };

static void secure(struct conn *c, int yes)
{
	if (yes)
		c->ops = &tls;
}

static void keep(struct conn *c)
{
	if (c->ops == &raw)
		kept.ops = c->ops;
}

static void keep_changed(struct conn *c, int yes)
{
	if (c->ops == &raw) {
		secure(c, yes);
		changed.ops = c->ops;
	}
}

static void keep_unlike(struct conn *c)
{
	if (c->ops != &raw)
		c->n++;
	else
		unlike.ops = c->ops;
}

static void keep_passed(struct conn *c, int yes)
{
	if (yes)
		goto pass;
	if (c->ops == &raw) {
pass:
		passed.ops = c->ops;
	}
}

static int call_kept(int n) { return kept.ops->send(n); }
static int call_changed(int n) { return changed.ops->send(n); }
static int call_unlike(int n) { return unlike.ops->send(n); }
static int call_passed(int n) { return passed.ops->send(n); }

int main(int argc, char **argv)
{
	struct conn c = { argc > 1 ? &tls : &raw, 0 };
	int sum = 0;

	keep(&c);
	keep_unlike(&c);
	keep_passed(&c, argc > 2);
	keep_changed(&c, argc > 3);
	if (kept.ops)
		sum += call_kept(1);
	if (changed.ops)
		sum += call_changed(1);
	if (unlike.ops)
		sum += call_unlike(1);
	if (passed.ops)
		sum += call_passed(1);
	return sum > 100 || !argv[0];
}

/* dump-has points:call_kept
   call by field { raw_send }
*/
/* dump-has points:call_changed
   call by field { tls_send, raw_send }
*/
/* dump-has points:call_unlike
   call by field { raw_send }
*/
/* dump-has points:call_passed
   call by field { tls_send, raw_send }
*/
