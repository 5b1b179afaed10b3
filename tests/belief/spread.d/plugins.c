/* racerx, section 8.3: what is declared of a function holds for all that are kept in the same place. There is a main, so that nobody enters these functions
 * unless something says so; nothing in the program calls what the tables hold. The truth is that of the rows: functions of one slot are entered alike. */
// FLAGS: --models @DIR@/rows.model
// STATS: annotations_spread == 4
// STATS: gap_interfaces == 1
struct ops {
	void (*open)(void);
	void (*close)(void);
	void (*irq)(void);
	void (*mixed)(void);
};

struct hooks {
	void (*before)(void);
};

struct plain {
	void (*before)(void);
};

static int disks, tapes, closed, ticks, tocks, drums, hooked, unhooked, cards, punched, loose, mixed;

static void sys_open_disk(void)
{
	disks++; // RACE 1: declared
}

static void open_tape(void)
{
	tapes++; // RACE 2: stored in .open, like sys_open_disk
}

static void open_drum(void)
{
	drums++; // RACE 3: handed over, and stored in .open then
}

static void close_tape(void)
{
	closed++; // NORACE: nothing is declared of what is kept in .close
}

static void disk_isr(void)
{
	ticks++; // RACE 9: declared, and on two CPUs at once
}

static void tape_irq(void)
{
	tocks++; // RACE 4: in the slot of an interrupt handler, it interrupts main
}

static void before_all(void)
{
	hooked++; // RACE 5: the member is declared
}

static void before_none(void)
{
	unhooked++; // NORACE: a member of that name, in another record
}

static void sys_punch(void)
{
	punched++; // RACE 6: declared
}

static void read_card(void)
{
	cards++; // RACE 7: in the same variable as sys_punch
}

static void read_other(void)
{
	loose++; // NORACE: in another variable
}

static void sys_mixed(void)
{
	mixed = 1; // RACE 8: declared
}

static void mixed_isr(void)
{
	mixed = 2; // RACE 8: declared
}

static void mixed_other(void)
{
	loose = 2; // NORACE: the slot holds functions of two kinds
}

struct ops disk = { .open = sys_open_disk, .irq = disk_isr, .mixed = sys_mixed };
struct ops tape = { .close = close_tape, .irq = tape_irq, .mixed = mixed_isr };
struct ops drum = { .mixed = mixed_other };
struct hooks hooks = { before_all };
struct plain plain = { before_none };
void (*reader)(void) = sys_punch;
void (*other_reader)(void);

static void on_open(struct ops *o, void (*fn)(void))
{
	o->open = fn;
}

int main(void)
{
	tape.open = open_tape;
	on_open(&drum, open_drum);
	reader = read_card;
	other_reader = read_other;
	tocks = 0; // RACE 4
	return 0;
}
