#include "prove/data/effort.h"

#include "base/stat.h"

/* Of the process, which looks for one execution, or asks for several one after the other: nobody has to hand them on. */
static bool by_steps;
static uint64_t spent;

bool effort_by_steps(bool on)
{
	bool before = by_steps;

	by_steps = on;
	return before;
}

bool effort_in_steps(void)
{
	return by_steps;
}

void effort_spend(uint64_t steps)
{
	spent += steps;
}

double effort_now(void)
{
	return by_steps ? (double)spent / (EFFORT_SECOND * 1000.0) : stat_now();
}
