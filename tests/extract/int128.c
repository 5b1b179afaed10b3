/* 128-bit integers, also as constants that need more than 64 bits. */
unsigned __int128 counter;

void add(void)
{
	counter += (unsigned __int128)1 << 100;
}

__int128 negative(void)
{
	return -((__int128)1 << 90);
}

__int128 product(long a, long b)
{
	return (__int128)a * b;
}
