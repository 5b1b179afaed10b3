/* Which tables get where, by the members they are stored in; and when that does not say what is called: the table is changed, copied over, made at run
 * time, or comes from outside. */
#include <stdlib.h>

struct ops { int (*open)(int); int (*close)(int); };
struct disk { const struct ops *ops; };
struct net { long n; const struct ops *ops; };

static int disk_open(int n) { return n; }
static int disk_close(int n) { return n + 1; }
static int net_open(int n) { return n + 2; }
static int net_close(int n) { return n + 3; }
static const struct ops disk_ops = { disk_open, disk_close }, net_ops = { net_open, net_close };

/* a type of its own for each way in which it fails */
struct set { int (*open)(int); int n; };
struct copy { int (*open)(int); long n; };
struct make { int (*open)(int); long a, n; };
struct give { int (*open)(int); long a, b, n; };
static struct set set_disk = { disk_open, 0 }, set_net = { net_open, 0 };
static struct copy copy_disk = { disk_open, 0 }, copy_net = { net_open, 0 };
static struct make make_disk = { disk_open, 0, 0 };
static struct give give_disk = { disk_open, 0, 0, 0 };
struct with_set { struct set *ops; };
struct with_copy { struct copy *ops; };
struct with_make { struct make *ops; };
struct with_give { struct give *ops; };
struct give *exchange(struct give *);

static struct disk disk;
static struct net net;
static struct with_set with_set;
static struct with_copy with_copy;
static struct with_make with_make;
static struct with_give with_give;

static int use_disk(int n) { return disk.ops->open(n); }
static int use_net(int n) { return net.ops->close(n); }
static int use_set(int n) { return with_set.ops->open(n); }
static int use_copy(int n) { return with_copy.ops->open(n); }
static int use_make(int n) { return with_make.ops->open(n); }
static int use_give(int n) { return with_give.ops->open(n); }

int main(int argc, char **argv)
{
	struct set *also_set = &set_net;
	struct make *made = malloc(sizeof *made);
	struct give *given = malloc(sizeof *given);

	disk.ops = &disk_ops;
	net.ops = &net_ops;
	with_set.ops = argc > 1 ? &set_disk : &set_disk;
	set_disk.open = argc > 2 ? net_open : disk_open;
	with_copy.ops = &copy_disk;
	if (argc > 3)
		copy_disk = copy_net;
	if (!made || !given)
		return 1;
	made->open = net_open;
	with_make.ops = argc > 4 ? made : &make_disk;
	given->open = net_open;
	with_give.ops = argc > 5 ? exchange(given) : &give_disk;
	return use_disk(1) + use_net(1) + use_set(1) + use_copy(1) + use_make(1) + use_give(1) + also_set->open(1) > 100 || !argv[0];
}

/* dump-has points:use_disk
   call by field { disk_open }
*/
/* dump-has points:use_net
   call by field { net_close }
*/
/* dump-has points:use_set
   call by field { net_open, disk_open }
*/
/* dump-has points:use_copy
   call by field { net_open, disk_open }
*/
/* dump-has points:use_make
   call by field { net_open, disk_open }
*/
/* dump-has points:use_give
   call by field { net_open, disk_open }
*/
