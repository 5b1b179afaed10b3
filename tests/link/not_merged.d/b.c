#define STEP 2
#define OWN 2
#include "shared.h"

int from_b(void)
{
	return by_macro() + by_variable() + by_function();
}
