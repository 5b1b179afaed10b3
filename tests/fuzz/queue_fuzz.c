/* libFuzzer target of what travels through Redis: tasks for a worker and results for a coordinator. The first byte chooses which.
 * What parses must be what its header promises: a task says only what capture could have said, of files with settled names, and
 * written again it is the same bytes; a result is of the task that was asked for. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "queue/task.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_task(struct arena *a, struct bytes bytes)
{
	struct task t, again;

	if (!task_parse(a, bytes, &t))
		return;
	if (!capture_allowed(&t.job) || !task_job_fits(&t.job) || !task_path_fits(t.cwd))
		abort();
	for (uint32_t i = 0; i < t.nfiles; i++)
		if (!task_path_fits(t.file[i].path) || t.file[i].same > i || strlen(t.file[i].content.hex) != KEY_HEX)
			abort();
	if (!task_parse(a, task_write(a, &t), &again) || again.nfiles != t.nfiles || again.job.nargs != t.job.nargs)
		abort();
}

static void check_result(struct arena *a, struct bytes bytes)
{
	struct key of, other;
	struct task_result r;

	memset(of.hex, '5', KEY_HEX);
	of.hex[KEY_HEX] = 0;
	other = of;
	other.hex[0] = '6';
	if (result_parse(a, bytes, &of, &r) && (result_parse(a, bytes, &other, &r) || strlen(r.why) > bytes.len))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes bytes = { (const char *)data + 1, size - 1 };
	struct arena a;

	if (!size)
		return 0;
	arena_init(&a, "fuzz");
	if (data[0] % 2)
		check_task(&a, bytes);
	else
		check_result(&a, bytes);
	arena_release(&a);
	return 0;
}
