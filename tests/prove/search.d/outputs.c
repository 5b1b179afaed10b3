// search: --replay 1 assert @seven : found: confirmed
// search: assert @untouched : not within
// search: assert @second : not within
// search: --replay 1 assert @both : found: confirmed
// search: --replay 1 assert @read : found: confirmed
// search: assert @beside : not within
// search: --replay 1 assert @declared : found: confirmed
// search: assert @skipped : not within
/* What functions outside write is any value: of scanf as many objects as it says, each as large as its conversion; of others what
 * the row or the declaration says, and nothing beside it. */
#include <assert.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void numbers(void)
{
	int n = 0, a = 1, got;
	short b = 2, beside = 3;

	got = scanf("%d", &n);
	assert(got != 1 || n != 7); // @seven
	assert(got == 1 || n == 0); // @untouched
	got = scanf("%d:%*d %hd", &a, &b);
	assert(got != 1 || b == 2); // @second
	assert(got != 2 || a != 5 || b != 6); // @both
	assert(beside == 3); // @skipped
}

static void bytes(void)
{
	struct { char in[4]; char after; } x = { { 0 }, 9 };
	struct stat s;

	if (read(0, x.in, sizeof x.in) == 4)
		assert(x.in[3] != 'x'); // @read
	assert(x.after == 9); // @beside
	s.st_size = 0;
	if (!fstat(0, &s))
		assert(s.st_size < 1000); // @declared
}

int main(void)
{
	numbers();
	bytes();
	return 0;
}
