/* Both accesses of a volatile bit-field's read-modify-write are volatile. */
struct device {
	volatile unsigned enable : 1;
	volatile unsigned speed : 4;
};

void set_speed(struct device *d, unsigned s)
{
	d->speed = s;
}

/* dump-has ir:set_speed
   load i8 %d.1 ... volatile
   store i8 %d.1, ... bits 1..4 volatile
*/
