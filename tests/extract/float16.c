/* The narrow and the wide floating types. */
_Float16 half;
__float128 quad;

void twice(void)
{
	half *= 2; // RACE
	quad *= 2; // RACE
}

/* dump-has ir:twice
   load f16 @half
   store f16 @half
   load f128 @quad
   store f128 @quad
*/
