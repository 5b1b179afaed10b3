/* 128-bit integers, also as constants that need more than 64 bits. */
unsigned __int128 counter;

void add(void)
{
	counter += (unsigned __int128)1 << 100; // RACE
}

__int128 negative(void)
{
	return -((__int128)1 << 90);
}

__int128 product(long a, long b)
{
	return (__int128)a * b;
}

/* dump-has ir:add
   load i128 @counter
   binary add i128 ..., 0x10000000000000000000000000
   store i128 @counter
*/

/* dump-has ir:negative
   0xfffffffffc0000000000000000000000
*/

/* dump-has ir:product
   cast sext i128 %a.1
   cast sext i128 %b.2
   binary mul i128
*/
