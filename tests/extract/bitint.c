/* Integers of any width; debug information does not tell it, the access does. */
_BitInt(37) small;
unsigned _BitInt(200) wide;

void step(void)
{
	small += 1; // RACE
	wide += 1; // RACE
}

/* dump-has ir
   var extern small: _BitInt
   var extern wide: unsigned _BitInt
*/

/* dump-has ir:step
   load i64 @small
   store ... @small
   load i256 @wide
   store ... @wide
*/
