/* What one takes as a lock another one takes as a bit: both set it, and both release it (Linux, Documentation/atomic_bitops.txt:
 * test_and_set_bit is fully ordered, clear_bit_unlock a release). */
// PROVED: none
extern int printk(const char *, ...);
extern _Bool test_and_set_bit(long, unsigned long *);
extern void clear_bit_unlock(long, unsigned long *);
extern void bit_spin_lock(int, unsigned long *);
extern void bit_spin_unlock(int, unsigned long *);

static unsigned long word;
static int shared;

int spin(void)
{
	bit_spin_lock(3, &word);
	shared++; // NORACE
	bit_spin_unlock(3, &word);
	printk("spun\n");
	return 0;
}

int try(void)
{
	if (!test_and_set_bit(3, &word)) {
		shared++; // NORACE reported: the phases do not know that the two are one
		clear_bit_unlock(3, &word);
	}
	return 0;
}
