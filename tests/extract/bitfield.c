/* Bit-fields: the memory access is the storage unit; the words say which bits are meant. A store to a bit-field also reads
 * its neighbours, which is what race-bitfield is about. */
struct flags {
	unsigned ready : 1;
	unsigned mode : 3;
	int level : 12; /* signed: sign-extended */
	unsigned : 0;
	unsigned next : 8; /* begins in the next unit, at bit 32 */
};

unsigned get_mode(const struct flags *f)
{
	return f->mode;
}

int get_level(const struct flags *f)
{
	return f->level;
}

void set_mode(struct flags *f, unsigned m)
{
	f->mode = m;
}

unsigned get_next(const struct flags *f)
{
	return f->next;
}

/* dump-has ir:get_mode
   load i16 %f.1 bits 1..3
*/

/* dump-has ir:get_level
   load i16 %f.1 bits 4..15
*/

/* dump-has ir:set_mode
   load i16 %f.1
   store i16 %f.1, ... bits 1..3
*/

/* dump-has ir:get_next
   $n = field %f.1 + 4 : const struct flags.next
   load i8 $n
*/

/* dump-has ir
   struct flags  size 8
   +0 bits 0..0  ready: unsigned int
   +0 bits 1..3  mode: unsigned int
   +0 bits 4..15  level: int
   +4 bits 0..7  next: unsigned int
*/
