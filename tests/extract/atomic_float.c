/* An operator on an atomic floating object has no instruction: a loop that exchanges until it succeeds. */
_Atomic double sum;

void add(double d)
{
	sum += d;
}

/* dump-has ir:add
   load ... @sum seq_cst
   binary fadd f64
   cmpxchg ... @sum, ... seq_cst seq_cst
   branch
*/
