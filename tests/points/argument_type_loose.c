// FLAGS: -- -fno-strict-aliasing
/* As in argument_type.c, but the compiler was told that objects may be accessed as anything: nothing is known. */
struct conn;
struct root { struct root *first; };
struct ops { void (*destroy)(void *); int (*count)(struct conn *, void *); };
struct conn { const struct ops *ops; void *ctx; };

struct web { struct conn *conn; int state; struct root streams; int n; };
struct plain { struct conn *conn; struct plain *peer; long flags; };
struct file { int n; };
struct pass { struct file *fd; struct conn *conn; };

static int traced, closed;

static int is_empty(struct root *root) { return !root->first; }

static void trace(struct conn *c, int n)
{
	traced += n + (c->ctx != 0);
}

/* the address of a member goes to a function that reads it */
static void web_destroy(void *ctx)
{
	struct web *w = ctx;

	if (traced)
		trace(w->conn, 1);
	if (is_empty(&w->streams))
		closed++;
}

static void plain_destroy(void *ctx)
{
	struct plain *p = ctx;

	if (!p->peer || p->conn->ctx != p)
		closed++;
}

static struct file *file_of(struct pass *p) { return p->fd; }

/* and the pointer itself */
static void pass_destroy(void *ctx)
{
	struct pass *p = ctx;

	if (file_of(p))
		closed++;
}

static int web_count(struct conn *c, void *ctx)
{
	struct web *w = ctx;

	return w->n + (c != 0);
}

static int plain_count(struct conn *c, void *ctx)
{
	struct plain *p = ctx;

	return p->flags > 0 && c;
}

static int pass_count(struct conn *c, void *ctx)
{
	return c && ctx;
}

static const struct ops web_ops = { web_destroy, web_count }, plain_ops = { plain_destroy, plain_count }, pass_ops = { pass_destroy, pass_count };

static void web_detach(struct web *w)
{
	w->n--;
	trace(w->conn, 2);
	w->conn->ops->destroy(w);
}

struct stream { struct plain *plain; };

static void plain_detach(struct stream *s)
{
	struct plain *p = s->plain;

	if (!p->flags)
		p->conn->ops->destroy(p);
}

/* pass_count reads nothing */
static int web_many(struct web *w)
{
	if (!w->state)
		return 0;
	return w->n + w->conn->ops->count(w->conn, w);
}

static void any_close(struct conn *c)
{
	c->ops->destroy(c->ctx);
}

int main(int argc, char **argv)
{
	struct conn c = { argc > 1 ? &web_ops : argc > 2 ? &plain_ops : &pass_ops, 0 };
	struct web w = { &c, argc, { 0 }, 0 };
	struct plain p = { &c, 0, 0 };
	struct file f = { argc };
	struct pass q = { &f, &c };
	struct stream s = { &p };

	c.ctx = argc > 1 ? (void *)&w : argc > 2 ? (void *)&p : (void *)&q;
	if (argc > 1)
		web_detach(&w);
	if (argc > 2 && argc < 2)
		plain_detach(&s);
	any_close(&c);
	return (argc > 1 ? web_many(&w) : 0) + closed > 100 && argv[0];
}

/* dump-has points:web_detach
   call by field { web_destroy, plain_destroy, pass_destroy }
*/
/* dump-has points:plain_detach
   call by field { web_destroy, plain_destroy, pass_destroy }
*/
