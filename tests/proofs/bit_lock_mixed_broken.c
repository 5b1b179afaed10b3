/* clear_bit is relaxed: what was done before is not ordered before the next one who has the bit (Linux,
 * Documentation/atomic_bitops.txt). */
// PROVED: harness
extern int printk(const char *, ...);
extern _Bool test_and_set_bit(long, unsigned long *);
extern void clear_bit(long, unsigned long *);
extern void bit_spin_lock(int, unsigned long *);
extern void bit_spin_unlock(int, unsigned long *);

static unsigned long word;
static int shared;

int spin(void)
{
	bit_spin_lock(3, &word);
	shared++; // RACE 1
	bit_spin_unlock(3, &word);
	printk("spun\n");
	return 0;
}

int try(void)
{
	if (!test_and_set_bit(3, &word)) {
		shared++; // RACE 1
		clear_bit(3, &word);
	}
	return 0;
}
