/* Checked arithmetic and the bit tricks that compilers know: values, no memory but the result's. */
_Bool add(int a, int b, int *sum)
{
	return __builtin_add_overflow(a, b, sum);
}

unsigned swap(unsigned x)
{
	return __builtin_bswap32(x) + (unsigned)__builtin_popcount(x);
}

/* dump-has ir:add
   fn extern add(%a.1: int, %b.2: int, %sum.3: int *)
   $r = ... %a.1, %b.2
   store i32 %sum.3, ...
   ret
*/

/* dump-lacks ir:swap
   load
   store
*/
