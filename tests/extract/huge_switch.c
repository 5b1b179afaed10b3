/* A switch of a thousand cases keeps them all, in order. */
#define C1(n) \
	case n: \
		return (n) ^ 0x5a;
#define C10(n) C1(n##0) C1(n##1) C1(n##2) C1(n##3) C1(n##4) C1(n##5) C1(n##6) C1(n##7) C1(n##8) C1(n##9)
#define C100(n) C10(n##0) C10(n##1) C10(n##2) C10(n##3) C10(n##4) C10(n##5) C10(n##6) C10(n##7) C10(n##8) C10(n##9)

int decode(int n)
{
	switch (n) {
		C100(1)
		C100(2)
		C100(3)
		C100(4)
		C100(5)
		C100(6)
		C100(7)
		C100(8)
		C100(9)
		C100(10)
	}
	return -1;
}

/* dump-has ir:decode
   switch ... %n.1, 100, 101, 102, ... 998, 999, 1000, 1001, ... 1098, 1099 to
*/
