/* A macro declares what two records have in common, at their beginning; a pointer to one is used as a pointer to the other. `struct timer` has
 * members of other names there, and its functions are called as its own only. */
#include "snag_ask.h"

#define COMMON struct { unsigned state, calls; void (*process)(void *); void *context; }

struct task { COMMON; int when; };
struct tasklet { COMMON; long next; };
struct timer { struct { unsigned state, rounds; void (*process)(void *); void *context; }; int when; };

static int ticks;
static struct timer timer;

static void in_task(void *p) { ++*(int *)p; }
static void in_tasklet(void *p) { *(int *)p += 2; }
static void in_timer(void *p) { *(int *)p += 3; }

static void run(struct task *task)
{
	snag_calls(task->process); // ANSWER: in_task in_tasklet
	task->process(task->context);
}

int main(int argc, char **argv)
{
	static struct task task;
	static struct tasklet tasklet;

	task.process = in_task;
	tasklet.process = in_tasklet;
	timer.process = in_timer;
	task.context = tasklet.context = timer.context = &ticks;
	for (int i = 0; i < 2; i++)
		run(i + argc == 1 ? &task : (struct task *)&tasklet);
	snag_calls(timer.process); // ANSWER: in_timer
	timer.process(timer.context);
	return !argv[0];
}

/* dump-has points:run
   call by field { in_task, in_tasklet }
*/
