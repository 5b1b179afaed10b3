/* The same text, another meaning: a macro, the static variable of the unit, a static function of the unit. None of these may be
 * merged. */
#define STEP 1
#define OWN 1
#include "shared.h"

int from_a(void)
{
	return by_macro() + by_variable() + by_function();
}

int from_b(void);

int main(void)
{
	return from_a() + from_b();
}

// STATS: functions_merged == 0
