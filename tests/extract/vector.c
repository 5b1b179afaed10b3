/* Vectors: element access, replacement, shuffles, comparison to a mask. */
typedef int v4 __attribute__((vector_size(16)));

int third(v4 *v)
{
	return (*v)[2];
}

void set_second(v4 *v, int x)
{
	(*v)[1] = x;
}

v4 reverse(v4 a)
{
	return __builtin_shufflevector(a, a, 3, 2, 1, 0);
}

v4 above(v4 a, v4 b)
{
	return a > b;
}

/* dump-has ir:third
   $v = load i32 <4> %v.1
   element i32 $v, 2
*/

/* dump-has ir:set_second
   $v = load i32 <4> %v.1
   $w = replace i32 <4> $v, %x.2, 1
   store i32 <4> %v.1, $w
*/

/* dump-has ir:reverse
   shuffle i32 <4> %a.1, %a.1 at 3 2 1 0
*/

/* dump-has ir:above
   $c = compare > %a.1, %b.2
   cast sext i32 <4> $c
*/
