/* racerx, section 8.3, single-threaded functions are skipped, and so is what stands in their slot; also where somebody calls them. A library: what others can
 * name, or find in its tables, is entered by any thread. */
// FLAGS: --models @DIR@/rows.model
struct ops {
	void (*init)(void);
	void (*open)(void);
	void (*trace)(void);
};

static int disks, tapes, opened, traced, counted, deep, seen;

static void disk_init(void)
{
	disks++; // NORACE: declared
}

static void tape_init(void)
{
	tapes++; // NORACE: in the slot of disk_init
}

static void tape_open(void)
{
	opened++; // RACE 1: in another slot
}

static void count_deep(void)
{
	deep++; // NORACE: only what is ignored gets here
}

static void debug_count(void)
{
	counted++; // NORACE: ignored
	count_deep();
}

static void print_trace(void)
{
	traced++; // NORACE: in the slot of something that is ignored
}

static void debug_trace(void)
{
	seen = 1; // NORACE: ignored
}

const struct ops disk = { disk_init, 0, debug_trace };
const struct ops tape = { tape_init, tape_open, print_trace };

static int used;

void enter(void)
{
	used++; // RACE 2
	debug_count();
	disk_init();
}
