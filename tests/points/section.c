// The linker's __start_X and __stop_X enclose the variables of section X; those of another section are not among them.
typedef int (*call_t)(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
static int never(void) { return 3; }
static call_t first __attribute__((used, section("calls"))) = one;
static call_t second __attribute__((used, section("calls"))) = two;
static call_t other __attribute__((used, section("elsewhere"))) = never;
extern call_t __start_calls[], __stop_calls[];

int main(void)
{
	int sum = 0;
	for (call_t *c = __start_calls; c < __stop_calls; c++)
		sum += (*c)();
	return sum;
}

/* dump-has points:main
   call by field { one, two }
*/
/* dump-lacks points:main
   never
*/
