/* Unknown values: what functions outside and the command line say. Each assertion tells whether it can fail. */
// search: assert @sum : found
// search: assert @parity : not within
// search: assert @index : found
// search: assert @letter : found
// search: assert @range : not within
// search: assert @real : found
#include <assert.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int);

static int table[8] = { 1, 2, 4, 8, 16, 32, 64, 127 };

int main(int argc, char **argv)
{
	int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
	double d = __VERIFIER_nondet_double();

	if (x > 1000 && y < -1000)
		assert(x + y != 7); // @sum
	assert(x * 2 % 2 == 0); // @parity
	if (x >= 0 && x < 8)
		assert(table[x] != 64); // @index
	if (argc == 2)
		assert(strcmp(argv[1], "go") != 0); // @letter
	__VERIFIER_assume(y > 10 && y < 20);
	assert(y * y > 100 && y * y < 400); // @range
	if (d > 1 && d < 2)
		assert(d != 1.5); // @real
	return 0;
}
