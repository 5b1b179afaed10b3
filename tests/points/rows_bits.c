/* Modules in a list, whose members are set by their initialisers and never again. Which module a call goes through nobody knows, but what was asked of the
 * module before: a bit of a number, by way of a small function, whether it has some function, or that this function was called. */
enum { FRONT = 1, BACK = 2, LISTENER = 8 };
enum { DOMAIN_PROXY, DOMAIN_NAMES };

struct module {
	struct module *next;
	void (*fill)(int *);
	unsigned int flags; /* the domain, and 8 bits further up the capabilities */
	int (*check)(int);
};

static void fill_web(int *n) { *n += 1; }
static void fill_tls(int *n) { *n += 2; }
static void fill_dns(int *n) { *n += 3; }
static int check_web(int n) { return n; }
static int check_dns(int n) { return n + 1; }

static struct module web = { .fill = fill_web, .flags = DOMAIN_PROXY | (FRONT | BACK) << 8, .check = check_web };
static struct module tls = { .fill = fill_tls, .flags = DOMAIN_PROXY | (FRONT | LISTENER) << 8 };
static struct module dns = { .fill = fill_dns, .flags = DOMAIN_NAMES, .check = check_dns };

static struct module *modules;
static struct owner { struct module *module; } owner;

static inline unsigned int capabilities(unsigned int flags) { return flags >> 8 & 255; }

static void add(struct module *m)
{
	m->next = modules;
	modules = m;
}

static void fill_listener(int *n)
{
	for (struct module *m = modules; m; m = m->next) {
		if (!(capabilities(m->flags) & LISTENER))
			continue;
		if (*n > 100)
			*n = 0;
		m->fill(n);
	}
}

static void fill_front(int *n)
{
	for (struct module *m = modules; m; m = m->next)
		if (capabilities(m->flags) & FRONT)
			m->fill(n);
}

static void fill_domain(struct module *m, int *n)
{
	switch (m->flags & 255) {
	case DOMAIN_NAMES:
		m->fill(n);
		break;
	default:
		break;
	}
}

static void fill_checked(struct module *m, int *n)
{
	if (m->check)
		m->fill(n);
}

static void fill_unchecked(struct module *m, int *n)
{
	if (m->check)
		return;
	m->fill(n);
}

static void fill_called(struct module *m, int *n)
{
	*n += m->check(*n);
	m->fill(n);
}

static void fill_again(struct owner *o, int *n)
{
	if (o->module->check)
		o->module->fill(n);
}

int main(int argc, char **argv)
{
	int n = argc;

	add(&web);
	add(&tls);
	add(&dns);
	owner.module = argc > 2 ? &dns : modules;
	fill_listener(&n);
	fill_front(&n);
	fill_domain(modules, &n);
	fill_checked(modules, &n);
	fill_unchecked(modules->next, &n);
	fill_called(modules, &n);
	fill_again(&owner, &n);
	return n > 100 && argv[0];
}

/* dump-has points:fill_listener
   call by field { fill_tls } without others, by rows
*/
/* dump-has points:fill_front
   call by field { fill_web, fill_tls } without others, by rows
*/
/* dump-has points:fill_domain
   call by field { fill_dns } without others, by rows
*/
/* dump-has points:fill_checked
   call by field { fill_web, fill_dns } without others, by rows
*/
/* dump-has points:fill_unchecked
   call by field { fill_tls } without others, by rows
*/
/* dump-has points:fill_called
   call by field { check_web, check_dns }
   call by field { fill_web, fill_dns } without others, by rows
*/
/* dump-has points:fill_again
   call by field { fill_web, fill_dns } without others, by rows
*/
